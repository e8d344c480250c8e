// The list of claims of the paper, with the verdict of each claim on the shown run (inspector.ClaimRow of web/view). Each row has a
// filled bar for the measured side of the claim's inequality, and an open bar with a tick for the promised side. Where the inequality is
// wrong, the excess over the promise has the accent colour, and a lack is a dashed line.
import { button, h, el, text, line, rect, lin, fix, num } from "./dom.js";

// Pixels of the picture of a row and of the tally above the list:
const ROW_WIDTH = 176,
  ROW_HEIGHT = 30,
  BAR_START = 56, // x coordinate at which bars start, behind the names of the sides
  BAR_END = 132, // x coordinate before the values of the sides
  TALLY_WIDTH = 568, // if the width of the box is unknown
  TALLY_HEIGHT = 8;

// An index: "_{ij}", "_w", or a digit, "max" or "min" after λ.
const INDEX = /_\{([^}]*)\}|_([A-Za-z0-9+]+)|(?<=λ)(\d|max|min)/g;
/** Appends the text s to an element. Indices of s, written as in "λ2", "c_w" or "x_{ij}", become subscripts. */
function appendIndexed(parent, s) {
  let end = 0; // end of the appended part of s
  for (const match of s.matchAll(INDEX)) {
    parent.append(s.slice(end, match.index));
    h("sub", "", parent, match[1] ?? match[2] ?? match[3]);
    end = match.index + match[0].length;
  }
  parent.append(s.slice(end));
}

/**
 * Draws the claims in the list m into a box: a tally of the verdicts, and a row for each claim. A verdict is "fails", "holds", "empty" (the
 * run does not satisfy the assumptions of the claim) or "open" (the run lacks the inputs of the check).
 */
export function claims(box, m, emit) {
  const tally = box.firstElementChild || h("div", "tally", box),
    list = box.children[1] || h("ol", "claims", box);
  const count = { fails: 0, empty: 0, open: 0, holds: 0 };
  for (const c of m) count[c.verdict]++;
  // The tally: a bar with a part for each claim, sorted by verdict in the order of the list below, and a key below the bar.
  tally.replaceChildren();
  const width = tally.clientWidth || TALLY_WIDTH,
    label = `${count.fails} fail here, ${count.holds} hold here`,
    bar = el("svg", { viewBox: `0 0 ${width} ${TALLY_HEIGHT}`, role: "img", "aria-label": label }, tally),
    partWidth = width / Math.max(1, m.length),
    key = h("p", "names", tally);
  let part = 0; // index of the next part of the bar
  for (const [verdict, cls, name] of [
    ["fails", "f-a", "fail here"],
    ["empty", "f-t2", "outside their assumptions"],
    ["open", "f-r", "not evaluated"],
    ["holds", "f-t3", "hold here"],
  ]) {
    for (let i = 0; i < count[verdict]; i++, part++) rect(bar, part * partWidth, 0, partWidth - 2, TALLY_HEIGHT, cls);
    if (!count[verdict]) continue;
    const entry = h("span", "n-" + verdict, key),
      square = el("svg", { viewBox: "0 0 8 8", "aria-hidden": "true" }, entry);
    rect(square, 0, 0, 8, 8, cls);
    entry.append(`${count[verdict]} ${name}`);
  }
  // The rows. The field here of a claim reports that the shown run is the claim's known case of failure. The list scrolls to this claim
  // once: box.dataset.here is the id of the claim at the last call, "" for none.
  list.replaceChildren(...m.map((c) => row(c, emit)));
  const here = m.find((c) => c.here && c.verdict !== "open");
  if (here && box.dataset.here !== here.id) list.querySelector(".here").scrollIntoView({ block: "center" });
  box.dataset.here = here ? here.id : "";
}

/**
 * Returns the row of claim c: its verdict, its name and statement (text), the picture of its two sides, and notes. An open claim has no
 * picture, since its sides are unknown.
 */
function row(c, emit) {
  const item = h("li", "claim" + (c.here ? " here" : ""));
  Object.assign(item.dataset, { claim: c.id, verdict: c.verdict });
  if (c.here) item.setAttribute("aria-current", "true");
  const [badge, meaning] = {
    fails: ["✕ fails", "Measured on this run, the promise is broken"],
    holds: ["✓ holds", "The promise holds on this run; that proves nothing for others"],
    empty: ["∅ outside", "What the claim assumes is not so here: it says nothing about this run"],
    open: ["not evaluated", "This run lacks what the check needs"],
  }[c.verdict];
  h("span", "badge " + c.verdict, item, badge).title = meaning;
  const middle = h("div", "", item),
    statement = h("p", "nm", middle);
  appendIndexed(h("b", "", statement), c.name);
  appendIndexed(statement, c.text);
  const side = h("div", "side", item);
  if (c.verdict !== "open") drawSides(side, c);
  appendNotes(middle, c, emit);
  return item;
}

/**
 * Draws the two sides of claim c, left ≤ right, left ≥ right or left = right, as bars with their names and values. Left is the measured
 * side. Of an equality no difference is marked. A negative side has no bar.
 */
function drawSides(parent, c) {
  const label = `${c.leftName} ${num(c.left)}, ${c.rightName} ${num(c.right)}`,
    s = el("svg", { viewBox: `0 0 ${ROW_WIDTH} ${ROW_HEIGHT}`, role: "img", "aria-label": label }, parent);
  const largest = Math.max(c.left, c.right, 1e-12) * 1.02, // with a margin of 2 %, and above zero
    scale = lin(0, largest, BAR_START, BAR_END),
    X = (v) => scale(Math.max(v, 0)), // x coordinate of the end of a bar
    marked = c.verdict !== "holds"; // verdict "empty": outside its assumptions, a wrong inequality is marked as well
  // The upper line is the measured side, and the lower line the promised side. The tick of the promised side crosses both lines.
  text(s, 0, 11, c.leftName, "k");
  text(s, 0, 26, c.rightName, "");
  rect(s, BAR_START, 4, X(c.left) - BAR_START, 7, "f-t2");
  const excess = c.relation === "<=" && c.left > c.right,
    lack = c.relation === ">=" && c.left < c.right;
  if (marked && excess) rect(s, X(c.right), 4, X(c.left) - X(c.right), 7, "f-a");
  rect(s, BAR_START + 0.5, 19.5, Math.max(0, X(c.right) - BAR_START - 1), 6, "box b3");
  if (marked && lack) el("path", { d: `M${X(c.left) + 1} 7.5H${X(c.right)}`, class: "ln lna thin dash" }, s);
  line(s, X(c.right), 1, X(c.right), 28, "ln thin");
  // The two values of a failed claim differ, so their texts must differ as well.
  const sameText = c.verdict === "fails" && num(c.left) === num(c.right),
    valueText = (v) => (sameText ? fix(v, 5) : num(v));
  text(s, ROW_WIDTH, 11, valueText(c.left), "e s");
  text(s, ROW_WIDTH, 26, valueText(c.right), "e k");
}

/**
 * Appends the notes of claim c to an element; an empty note is left out. where is the true statement, and small is the smallest
 * counterexample. answer is an objection that the authors could make, and reply is our reply. case is the title of a known run in which the
 * claim fails, and shows is the reason. link is true if the page offers a link to that run, because the claim does not fail on the shown
 * run.
 */
function appendNotes(parent, c, emit) {
  // Numbers such as 1e-05 are written 1e−5.
  const note = (t, cls = "tx") => appendIndexed(h("p", cls, parent), t.replace(/(\d)e-0?(\d)/g, "$1e−$2"));
  // Outside its assumptions a claim neither holds nor fails on this run. Its note is about other runs.
  if (c.where) note(c.verdict === "empty" ? `In general: ${c.where}` : c.where);
  if (c.small) note(c.small, "tx small");
  if (c.answer) note(`The authors could answer: ${c.answer} Our reply: ${c.reply}`);
  if (c.here && c.verdict === "fails") note(`This run is its case, ${c.case}: ${c.shows}.`, "tx case");
  if (!c.link || !c.case) return;
  const linkLine = h("p", "tx", parent);
  button(linkLine, "where", "Show me where it fails", () => emit("case", { text: c.id }));
  appendIndexed(h("span", "", linkLine), `  ${c.case}`);
}
