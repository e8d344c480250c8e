// The list of claims: what was measured (filled bar) against what was promised
// (open bar with the tick); the excess is accent, a missing part dashed.
import { button, h, el, text, line, rect, lin, fix, num } from "./dom.js";

const MARK = /_\{([^}]*)\}|_([A-Za-z0-9+]+)|(?<=λ)(\d|max|min)/g;
/** Appends a text whose indices are written as in "λ2" or "c_w", lowered as in print. */
function indices(to, s) {
  let from = 0;
  for (const q of s.matchAll(MARK)) {
    to.append(s.slice(from, q.index));
    h("sub", "", to, q[1] ?? q[2] ?? q[3]);
    from = q.index + q[0].length;
  }
  to.append(s.slice(from));
}

export function claims(box, m, emit) {
  const tally = box.firstElementChild || h("div", "tally", box),
    list = box.children[1] || h("ol", "claims", box);
  const count = { fails: 0, empty: 0, open: 0, holds: 0 };
  for (const c of m) count[c.verdict]++;
  tally.replaceChildren();
  const W = tally.clientWidth || 568,
    g = el("svg", { viewBox: `0 0 ${W} 8`, role: "img", "aria-label": `${count.fails} fail here, ${count.holds} hold here` }, tally),
    u = W / Math.max(1, m.length),
    key = h("p", "names", tally);
  let k = 0;
  for (const [q, cls, word] of [
    ["fails", "f-a", "fail here"],
    ["empty", "f-t2", "outside their assumptions"],
    ["open", "f-r", "not evaluated"],
    ["holds", "f-t3", "hold here"],
  ]) {
    for (let i = 0; i < count[q]; i++, k++) rect(g, k * u, 0, u - 2, 8, cls);
    if (!count[q]) continue;
    const s = h("span", "n-" + q, key),
      sq = el("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" }, s);
    rect(sq, 0, 0, 8, 8, cls);
    s.append(`${count[q]} ${word}`);
  }
  list.replaceChildren(...m.map((c) => row(c, emit)));
  const here = m.find((c) => c.here && c.verdict !== "open");
  if (here && box.dataset.here !== here.id) list.querySelector(".here").scrollIntoView({ block: "center" }); // the requested case
  box.dataset.here = here ? here.id : "";
}

function row(c, emit) {
  const li = h("li", "claim" + (c.here ? " here" : ""));
  Object.assign(li.dataset, { claim: c.id, verdict: c.verdict });
  if (c.here) li.setAttribute("aria-current", "true");
  const [badge, means] = {
    fails: ["✕ fails", "Measured on this run, the promise is broken"],
    holds: ["✓ holds", "The promise holds on this run; that proves nothing for others"],
    empty: ["∅ outside", "What the claim assumes is not so here: it says nothing about this run"],
    open: ["not evaluated", "This run lacks what the check needs"],
  }[c.verdict];
  h("span", "badge " + c.verdict, li, badge).title = means;
  const mid = h("div", "", li),
    p = h("p", "nm", mid);
  indices(h("b", "", p), c.name);
  indices(p, c.text);
  const side = h("div", "side", li),
    s = el(
      "svg",
      { viewBox: "0 0 176 30", role: "img", "aria-label": `${c.leftName} ${num(c.left)}, ${c.rightName} ${num(c.right)}` },
      side,
    ),
    mx = Math.max(c.left, c.right, 1e-12) * 1.02,
    at = lin(0, mx, 56, 132),
    X = (v) => at(Math.max(v, 0)),
    bad = c.verdict !== "holds"; // outside its assumptions a bound that is passed is passed, too
  if (c.verdict === "open") {
    s.remove();
    finish();
    return li;
  }
  text(s, 0, 11, c.leftName, "k");
  text(s, 0, 26, c.rightName, "");
  rect(s, 56, 4, X(c.left) - 56, 7, "f-t2");
  if (bad && c.relation === "<=" && c.left > c.right) rect(s, X(c.right), 4, X(c.left) - X(c.right), 7, "f-a");
  rect(s, 56.5, 19.5, Math.max(0, X(c.right) - 57), 6, "box b3");
  if (bad && c.relation === ">=" && c.left < c.right)
    el("path", { d: `M${X(c.left) + 1} 7.5H${X(c.right)}`, class: "ln lna thin dash" }, s);
  line(s, X(c.right), 1, X(c.right), 28, "ln thin");
  // what differs must be seen to
  const near = c.verdict === "fails" && num(c.left) === num(c.right),
    say = (v) => (near ? fix(v, 5) : num(v));
  text(s, 176, 11, say(c.left), "e s");
  text(s, 176, 26, say(c.right), "e k");
  finish();
  return li;
  function finish() {
    const note = (t, cls = "tx") => {
      const q = h("p", cls, mid);
      indices(q, t.replace(/(\d)e-0?(\d)/g, "$1e−$2"));
      return q;
    };
    if (c.where) note(c.verdict === "empty" ? `In general: ${c.where}` : c.where); // here it is neither
    if (c.small) note(c.small, "tx small");
    if (c.answer) note(`The authors could answer: ${c.answer} Our reply: ${c.reply}`);
    if (c.here && c.verdict === "fails") note(`This run is its case, ${c.case}: ${c.shows}.`, "tx case");
    if (!c.link || !c.case) return;
    const q = h("p", "tx", mid);
    button(q, "where", "Show me where it fails", () => emit("case", { text: c.id }));
    indices(h("span", "", q), `  ${c.case}`);
  }
}
