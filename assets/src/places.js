// The places of nodes over the edited forms of one graph. A node keeps its place by its id, also if it is deleted and restored. Part of the
// graph island, with three of its fields, all by id. spots has the last places, and homes the last places in the force layout. placeKeys
// has the keys of the drawn places that the page already knows.
import { place, unplace } from "./sketch-canvas.js";
import { finite } from "./layout.js";

/** Methods of the graph island. */
export const places = {
  /** Saves the place {x, y} of every node by id, and returns the places of all nodes, including deleted nodes, as a Map. */
  places() {
    this.graph.forEachNode((k, a) => {
      this.spots.set(this.idOf(k), { x: a.x, y: a.y });
      if (this.home?.[k]) this.homes.set(this.idOf(k), this.home[k]);
    });
    return this.spots;
  },

  /**
   * Fixes the box of the drawing, so that the box no longer follows the nodes. Returns the square {x, y, side} to which stored places are
   * relative (see place): the center and the longer side of the box. Without a box, or if the user has drawn all nodes (asDrawn), the
   * square is always the same.
   */
  frozen() {
    if (this.sigma && !this.sigma.getCustomBBox()) {
      if (this.topo && this.asDrawn()) this.paper();
      else this.sigma.setCustomBBox(this.sigma.getBBox());
    }
    const b = this.sigma?.getCustomBBox();
    if (!b || (this.topo && this.asDrawn())) return { x: 0, y: 0, side: 10000 }; // the fixed square
    return { x: (b.x[0] + b.x[1]) / 2, y: (b.y[0] + b.y[1]) / 2, side: Math.max(b.x[1] - b.x[0], b.y[1] - b.y[0]) || 1 };
  },

  /** Reports whether the user has drawn all nodes, and no layout places them elsewhere. */
  asDrawn() {
    return this.topo.exact && this.style.layout === "force";
  },

  /** Sets the box of the drawing to the size of an empty sheet with the center 0. On the sheet a unit is a tenth of a pixel. */
  paper() {
    const halfWidth = 5 * (this.root.clientWidth || 800),
      halfHeight = 5 * (this.root.clientHeight || 600);
    this.sigma.setCustomBBox({ x: [-halfWidth, halfWidth], y: [-halfHeight, halfHeight] });
  },

  /**
   * Moves the nodes to their former places, a Map by id or null, and new nodes to the places where they were drawn. If the page has moved a
   * node, for instance by Undo, its drawn place has another key than the known key, and replaces the former place. A node without a place
   * is put in the center. home gets the places in the force layout.
   */
  keep(former) {
    const box = this.frozen(),
      drawn = new Map((this.topo.at || []).map((entry) => [entry[0], unplace(box, entry)])); // at: [id, x, y] of each drawn node
    this.graph.forEachNode((k, a) => {
      const id = this.idOf(k),
        drawnPlace = drawn.get(id),
        movedByPage = drawnPlace && drawnPlace.key !== this.placeKeys.get(id);
      if (drawnPlace) this.placeKeys.set(id, drawnPlace.key);
      let p = movedByPage ? drawnPlace : former?.get(id) || drawnPlace;
      p ||= { x: box.x, y: box.y };
      a.x = p.x;
      a.y = p.y;
    });
    // While another layout is shown, the places of the force layout are kept for its return.
    const otherLayout = this.style.layout !== "force",
      homeOf = (k, a) => (otherLayout && this.homes.get(this.idOf(k))) || { x: a.x, y: a.y };
    this.home = Object.fromEntries(this.graph.mapNodes((k, a) => [k, homeOf(k, a)]));
    if (!former && this.asDrawn()) this.showAll(this.home);
    this.dirty();
  },

  /** Enlarges the box of a drawn graph until it contains all places. The box was set by paper, so its center is 0 and stays 0. */
  showAll(places) {
    const b = this.sigma.getCustomBBox(),
      half = { x: b.x[1], y: b.y[1] };
    for (const p of Object.values(places)) for (const axis of ["x", "y"]) half[axis] = Math.max(half[axis], Math.abs(p[axis]));
    this.sigma.setCustomBBox({ x: [-half.x, half.x], y: [-half.y, half.y] });
  },

  /** Moves node k to a point p of the drawing, in pixels from the upper left corner of the drawing. Before the drawing has a size the node
   * stays. */
  shift(k, p) {
    this.frozen();
    const position = this.sigma.viewportToGraph(p);
    if (finite([position])) this.graph.mergeNodeAttributes(k, position);
  },

  /** Reports the new place of node k to the page, which keeps the places of drawn nodes, and notes that the page knows the place. */
  put(k) {
    const p = place(this.frozen(), this.graph.getNodeAttributes(k));
    this.placeKeys.set(this.idOf(k), p.x + "," + p.y);
    this.emit("sketch", { kind: "move", index: +k, ...p });
  },
};
