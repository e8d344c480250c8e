// Lasso: a free-hand outline over the graph; gives back a test of what lies inside.
import { h, el } from "./dom.js";

export function lasso(host, done) {
  host.querySelector(".lasso")?.remove();
  const cover = h("div", "lasso", host),
    svg = el("svg", { width: "100%", height: "100%" }, cover),
    shape = el("path", { class: "ln lna dash", fill: "none" }, svg);
  const pts = [];
  const at = (e) => {
    const b = host.getBoundingClientRect();
    return [e.clientX - b.left, e.clientY - b.top];
  };
  const draw = () => shape.setAttribute("d", pts.map((p, i) => (i ? "L" : "M") + p[0].toFixed(0) + " " + p[1].toFixed(0)).join("") + "Z");
  cover.addEventListener("pointerdown", (e) => {
    pts.length = 0;
    pts.push(at(e));
    cover.setPointerCapture(e.pointerId);
    e.stopPropagation();
  });
  cover.addEventListener("pointermove", (e) => {
    if (!pts.length) return;
    pts.push(at(e));
    draw();
  });
  cover.addEventListener("pointerup", () => {
    cover.remove();
    if (pts.length < 4) {
      done(() => false);
      return;
    }
    done((x, y) => {
      let inside = false;
      for (let i = 0, j = pts.length - 1; i < pts.length; j = i++) {
        const [ax, ay] = pts[i],
          [bx, by] = pts[j];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      }
      return inside;
    });
  });
}
