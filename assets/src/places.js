// Places that stay: in forms of the same graph a node keeps its place, by id,
// also when it is deleted and comes back. Part of the graph island.
import { place, unplace } from "./sketch-canvas.js";
import { finite } from "./layout.js";

export const places = {
  /** Remembers where every node is, by id: also those that are deleted now and come back. */
  places() {
    this.graph.forEachNode((k, a) => {
      this.spots.set(this.idOf(k), { x: a.x, y: a.y });
      if (this.home?.[k]) this.homes.set(this.idOf(k), this.home[k]);
    });
    return this.spots;
  },

  /** The box of the drawing, which no longer follows its nodes: its middle and longer side. */
  frozen() {
    if (this.sigma && !this.sigma.getCustomBBox()) {
      if (this.topo && this.asDrawn()) this.paper();
      else this.sigma.setCustomBBox(this.sigma.getBBox());
    }
    const b = this.sigma?.getCustomBBox();
    if (!b || (this.topo && this.asDrawn())) return { x: 0, y: 0, side: 10000 };
    return { x: (b.x[0] + b.x[1]) / 2, y: (b.y[0] + b.y[1]) / 2, side: Math.max(b.x[1] - b.x[0], b.y[1] - b.y[0]) || 1 };
  },

  /** Whether the nodes stand where they were drawn, and not by another layout. */
  asDrawn() {
    return this.topo.exact && this.style.layout === "force";
  },

  /** An empty sheet of the size of the screen: a place on it is a tenth of a pixel. */
  paper() {
    const w = 5 * (this.root.clientWidth || 800),
      hh = 5 * (this.root.clientHeight || 600);
    this.sigma.setCustomBBox({ x: [-w, w], y: [-hh, hh] });
  },

  /** Puts the nodes where they were, and new ones where they were drawn. */
  keep(before) {
    const box = this.frozen(),
      drawn = new Map((this.topo.at || []).map((p) => [p[0], unplace(box, p)]));
    this.graph.forEachNode((k, a) => {
      const id = this.idOf(k),
        at = drawn.get(id),
        here = at && at.key !== this.told.get(id); // it was given another place
      if (at) this.told.set(id, at.key);
      const p = (here ? at : before?.get(id) || at) || { x: box.x, y: box.y };
      a.x = p.x;
      a.y = p.y;
    });
    // Under another layout the places of the force wait for its return.
    const away = this.style.layout !== "force";
    this.home = Object.fromEntries(this.graph.mapNodes((k, a) => [k, (away && this.homes.get(this.idOf(k))) || { x: a.x, y: a.y }]));
    if (!before && this.asDrawn()) this.showAll(this.home);
    this.dirty();
  },

  /** Makes the box of a drawn graph large enough for these places. */
  showAll(places) {
    const b = this.sigma.getCustomBBox(),
      far = { x: b.x[1], y: b.y[1] };
    for (const p of Object.values(places)) for (const c of ["x", "y"]) far[c] = Math.max(far[c], Math.abs(p[c]));
    this.sigma.setCustomBBox({ x: [-far.x, far.x], y: [-far.y, far.y] });
  },

  /** Moves a node to a point of the screen. */
  shift(k, p) {
    this.frozen();
    const at = this.sigma.viewportToGraph(p);
    if (finite([at])) this.graph.mergeNodeAttributes(k, at);
  },

  /** Reports to the page where a node was put; the page keeps the places of drawn ones. */
  put(k) {
    const p = place(this.frozen(), this.graph.getNodeAttributes(k));
    this.told.set(this.idOf(k), p.x + "," + p.y);
    this.emit("sketch", { kind: "move", index: +k, ...p });
  },
};
