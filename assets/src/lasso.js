// The lasso: an outline that the user draws by hand over the graph, to select the nodes inside.
import { h, el } from "./dom.js";

const LEAST = 4; // points of an outline; an outline with fewer points, for instance after a click, contains no point

/**
 * Begins a lasso over the element host, in place of a lasso that is not finished. When the pointer is released, done gets a function
 * that reports whether the point (x, y) lies inside the outline. Coordinates are pixels from the upper left corner of host.
 */
export function lasso(host, done) {
  host.querySelector(".lasso")?.remove();
  const cover = h("div", "lasso", host),
    svg = el("svg", { width: "100%", height: "100%" }, cover),
    outline = el("path", { class: "ln lna dash", fill: "none" }, svg);
  // The pointer draws the outline from its press to its release.
  const points = [];
  // Returns the point of an event in pixels of host.
  const pixel = (e) => {
    const box = host.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  // Draws the outline, closed from the last point to the first.
  const draw = () => {
    const corners = points.map((p, i) => (i ? "L" : "M") + p[0].toFixed(0) + " " + p[1].toFixed(0));
    outline.setAttribute("d", corners.join("") + "Z");
  };
  cover.addEventListener("pointerdown", (e) => {
    points.length = 0;
    points.push(pixel(e));
    cover.setPointerCapture(e.pointerId);
    e.stopPropagation(); // the press does not act on the elements around
  });
  cover.addEventListener("pointermove", (e) => {
    if (!points.length) return;
    points.push(pixel(e));
    draw();
  });
  cover.addEventListener("pointerup", () => {
    cover.remove();
    if (points.length < LEAST) {
      done(() => false);
      return;
    }
    // A point is inside if a ray from the point to the right crosses the outline an odd number of times.
    done((x, y) => {
      let inside = false;
      points.forEach(([ax, ay], i) => {
        const [bx, by] = points[(i || points.length) - 1]; // the previous corner
        const spansRow = ay > y !== by > y; // the side between the two corners crosses the height y
        if (spansRow && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      });
      return inside;
    });
  });
}
