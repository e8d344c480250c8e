// Why a node is called what it is, over the whole page: its score taken apart by source, with the messages and a column
// for each class; below, what becomes of it when something is taken away.
import { h, el, text, line, mark, glyph, meter, button } from "../src/dom.js";
import { math } from "../src/math.js";
import { bar, pulls, wayBox } from "../src/pulls.js";

const NARROW = 720,
  FIRST = 232, // of the first column with the scroll bar beside the last
  BESIDE = 1100; // from here on the picture stands beside the table

/** Where a probability comes from, without calibration and with it. */
const PROBABILITY = ["softmax of the scores", "softmax of the scores, calibrated"];
const calibrated = (m) => Boolean(m.columns[0].softmax);

/** The number of an edge that leaves the middle of the star at angle a: clockwise of its line, so that no two of them meet. */
function beside(g, a, label) {
  const c = Math.cos(a),
    s = Math.sin(a),
    off = 9 + 11 * Math.abs(s);
  text(g, 162 + 68 * c - off * s, 136 + 68 * s + off * c, label, "c halo k");
}

/** Probabilities before and after, a line a class; with more also those of the runs trained anew. */
function marks(box, list, more) {
  const cls = more ? "unow two" : "unow",
    wide = more ? 96 : 190,
    X = (v) => 5 + (wide - 10) * v;
  if (more) {
    const head = h("div", cls + " uhead", box);
    for (const t of ["", "", "at once", "trained anew"]) h("span", "", head, t);
  }
  list.forEach((a, k) => {
    const row = h("div", cls + (a.wins ? " wins" : ""), box),
      name = h("span", "", row),
      s = el("svg", { width: wide, height: 16, "aria-hidden": "true" }, row);
    name.append(glyph(a.slot), a.name);
    const pair = (q, y, r) => {
      line(s, 5, y, wide - 5, y, "grid");
      line(s, X(q.was), y, X(q.is), y, "ulink");
      el("circle", { cx: X(q.was), cy: y, r, class: "uwas" }, s);
      el("circle", { cx: X(q.is), cy: y, r, class: "uis" }, s);
      h("span", q.wins ? "won" : "", row, q.t);
    };
    if (more) {
      pair(a, 4, 2.5);
      pair(more[k], 12, 2.5);
    } else pair(a, 8, 4);
  });
}

export class Unrolled {
  constructor(r, emit) {
    this.root = r;
    this.emit = emit;
    this.opened = new Set();
    r.addEventListener("click", (e) => this.click(e.target.closest("button")));
    for (const kind of ["pointerover", "focusin"])
      r.addEventListener(kind, (e) => this.hover(e.target.closest?.("[data-key]")?.dataset.key));
    r.addEventListener("change", (e) => {
      const text = e.target.value;
      e.target.value = "";
      if (text) this.emit("without", { kind: "name", text });
    });
    r.addEventListener("pointerleave", () => this.hover());
    r.addEventListener("keydown", (e) => {
      const key = globalThis.sheafscopePrefers.key(e);
      if (key === "[" || key === "]") {
        e.stopPropagation();
        this.emit("pick", { kind: "node", index: key === "[" ? this.m.prev : this.m.next });
      }
    });
  }
  click(b) {
    const d = b?.dataset;
    if (!d) return;
    if (d.node !== undefined) this.emit("pick", { kind: "node", index: +d.node });
    else if (d.open !== undefined) {
      if (!this.opened.delete(d.open)) this.opened.add(d.open);
      this.draw(this.m);
      this.root.querySelector(`[data-open="${d.open}"]`)?.focus();
    } else if (d.take !== undefined) this.emit("without", { kind: d.take, a: +d.a, b: +d.b, name: d.maps });
    else if (d.flip !== undefined) this.emit("withoutflip", { index: +d.flip });
    else if (d.emit !== undefined) this.emit(d.emit, { on: false, kind: d.kind });
  }
  hover(key) {
    if (this.lit === key) return;
    this.lit = key;
    for (const e of this.root.querySelectorAll("[data-key]")) e.classList.toggle("hov", key !== undefined && e.dataset.key === key);
  }
  resized(m) {
    this.bar = null;
    this.draw(m);
  }
  /** Only the progress of a training has moved: what may be under the pointer stays. */
  moved(m) {
    const rest = (q) => JSON.stringify({ ...q, whatif: { ...q.whatif, train: q.whatif.train.on } });
    if (!this.bar?.isConnected || !m?.whatif?.train.on || rest(m) !== rest(this.m)) return false;
    this.m = m;
    this.meter(m.whatif.train);
    return true;
  }
  draw(m) {
    if (this.moved(m)) return;
    const again = this.m?.node === m?.node,
      focus = again && this.root.contains(document.activeElement) ? JSON.stringify({ ...document.activeElement.dataset }) : "";
    const typed = again ? this.root.querySelector(".uif input")?.value : "";
    this.m = m;
    if (!m) {
      this.root.replaceChildren();
      return;
    }
    if (!m.rows) {
      this.root.replaceChildren(this.head(m));
      return;
    }
    const flow = this.root.querySelector(".uflow"),
      scroll = again && flow ? flow.scrollTop : 0,
      wide = this.root.clientWidth || 1440,
      narrow = wide < NARROW,
      below = !narrow && wide < BESIDE;
    this.root.classList.toggle("narrow", narrow);
    this.root.classList.toggle("below", below);
    this.root.replaceChildren(
      this.head(m),
      ...(narrow ? [this.list(m)] : below ? [this.table(m, wide), this.side(m)] : [this.side(m), this.table(m, wide - 324)]),
      this.whatIf(m, typed),
    );
    if (scroll) this.root.querySelector(".uflow").scrollTop = scroll;
    if (focus)
      for (const b of this.root.querySelectorAll("button,input"))
        if (JSON.stringify({ ...b.dataset }) === focus) {
          b.focus();
          break;
        }
    const key = this.lit;
    this.lit = null;
    this.hover(key ?? undefined);
  }
  button(parent, label, data, cls = "btn") {
    const b = button(parent, cls, label);
    Object.assign(b.dataset, data);
    return b;
  }
  head(m) {
    const head = h("header", "utitle"),
      words = h("div", "", head),
      p = h("p", "");
    h("h1", "", words, m.title);
    for (const s of m.lead ?? []) h(s.b ? "b" : "span", "", p, s.t);
    words.append(p);
    p.setAttribute("aria-live", "polite");
    const nav = h("nav", "", head);
    nav.setAttribute("aria-label", "Nodes");
    if (m.rows) {
      this.button(nav, "‹ " + m.prevname, { node: m.prev }).title = "Node before";
      this.button(nav, m.nextname + " ›", { node: m.next }).title = "Node after";
    }
    this.button(nav, "Close", { emit: "unroll", testid: "unrolled-close" });
    return head;
  }
  /** The node among its neighbours, and its features. */
  side(m) {
    const box = h("section", "uside"),
      near = m.rows.filter((r) => r.edge >= 0 && !r.in),
      s = el("svg", { viewBox: "0 0 324 286", width: 324, height: 286, role: "img", "aria-label": "The node and its neighbours" });
    box.tabIndex = 0; // it scrolls
    box.setAttribute("aria-label", "The node, its neighbours and features");
    h("div", "phead", box, `Node ${m.name} and ${near.length === 1 ? "its neighbour" : near.length + " of its neighbours"}`);
    const most = Math.max(...near.map((r) => Math.abs(r.pull)), 1e-9),
      off = new Set((m.whatif?.edges ?? []).filter((t) => t.off).map((t) => t.name)),
      put = [];
    near.forEach((r, k) => {
      const a = -Math.PI / 2 + (2 * Math.PI * k) / near.length,
        x = 162 + 104 * Math.cos(a),
        y = 132 + 104 * Math.sin(a),
        g = el("g", { "data-key": r.key }, s);
      const l = line(g, 162, 132, x, y, off.has(r.name) ? "cut" : r.same ? "se" : "de");
      l.style.strokeWidth = 1 + (2 * Math.abs(r.pull)) / most;
      put.push(() => {
        mark(g, r.slot, x, y, 7);
        text(g, x + (x < 150 ? -12 : 12), y - 8, r.name, "halo s" + (x < 150 ? " e" : ""));
        beside(g, a, r.says);
      });
    });
    put.forEach((f) => f());
    mark(s, m.slot, 162, 132, 10);
    el("circle", { cx: 162, cy: 132, r: 18, class: "selring" }, s);
    text(s, 16, 262, m.pair[0].toUpperCase() + m.pair.slice(1), "k");
    text(s, 16, 277, "Solid: same class; dashed: another class", "k");
    box.append(s);
    const head = h("div", "phead", box, "Its features");
    h("small", "", head, m.pair);
    const vals = m.words.map((w) => w.v),
      low = Math.min(0, ...vals),
      px = 130 / Math.max(1e-9, Math.max(0, ...vals) - low),
      zero = 150 - low * px,
      w = el(
        "svg",
        { width: 324, height: 23 * m.words.length + 4, role: "img", "aria-label": m.words.map((q) => `${q.name} ${q.text}`).join(", ") },
        box,
      );
    if (!m.words.length) h("p", "note", box, "It has none.");
    m.words.forEach((q, i) => {
      text(w, 16, 23 * i + 16, q.name, "k");
      line(w, zero, 23 * i, zero, 23 * i + 23, "ax");
      bar(w, zero, 23 * i + 12, q.v, q.text, px, "i");
    });
    return box;
  }
  table(m, across) {
    const box = h("section", "uflow"),
      t = h("table", "utable", box),
      head = h("tr", "", h("thead", "", t)),
      body = h("tbody", "", t),
      shown = m.rows.filter((r) => !r.in || this.opened.has(r.in));
    box.tabIndex = 0;
    box.setAttribute("aria-label", "Score by source and class");
    h("caption", "sr", t, m.title);
    const th = (label, sub) => {
      const c = h("th", "", head);
      c.scope = "col";
      if (label) h("b", "", c, label);
      if (sub) h("small", "", c, sub);
      return c;
    };
    th("From", "by " + m.pair);
    const sample = m.way && m.rows.find((r) => r.way),
      wide = sample ? wayBox(sample.way, m.top, m.d) : null;
    if (wide) {
      const c = th(),
        names = [["x_j"], ["\\hat{R}_{ji}"], "on the edge", ["\\hat{R}_{ij}^⊤"], "back", "arrives"],
        row = h("span", "ways", c);
      c.title =
        "Means over the channels; colour by the square root of the size. What arrives has come by all paths of the diffusion: " +
        "it is not the product before it.";
      row.style.width = wide.width + "px";
      names.forEach((n, k) => {
        const e = h("span", "", row);
        e.style.left = wide.at[k] + "px";
        e.append(typeof n === "string" ? n : math(n[0]));
      });
    }
    const room = Math.max(110, (across - FIRST - (wide ? wide.width + 60 : 0)) / m.columns.length - 12);
    const span = m.columns.map((_, c) => [Math.max(0, ...shown.map((r) => -r.v[c])), Math.max(0, ...shown.map((r) => r.v[c]))]),
      px = Math.min(...span.map(([a, b]) => (room - 92) / Math.max(1e-9, a + b)));
    m.columns.forEach((c) => {
      const cell = th(c.name, c.role);
      cell.prepend(glyph(c.slot));
    });
    for (const r of shown) {
      const row = h("tr", r.in ? "inner" : "", body),
        name = h("th", "", row);
      row.dataset.key = r.key;
      name.scope = "row";
      if (r.slot > -2) name.append(glyph(r.slot));
      if (r.key === "more" || r.key === "far") {
        const b = this.button(name, r.name, { open: r.key }, "where");
        b.setAttribute("aria-expanded", this.opened.has(r.key));
      } else if (r.node >= 0 && r.node !== m.node) this.button(name, r.name, { node: r.node }, "where");
      else h("b", "", name, r.name);
      if (r.sub) h("small", "", name, r.sub);
      if (wide) {
        const c = h("td", "", row);
        if (r.way) c.append(wayBox(r.way, m.top, m.d).s);
        else
          c.append(
            h("small", "", null, r.key === "self" ? "no map: what it keeps of its own" : r.key === "far" ? "over two edges and more" : ""),
          );
      }
      r.v.forEach((v, c) => {
        const cell = h("td", "", row),
          s = el("svg", { width: room, height: 44, "aria-hidden": "true" }, cell),
          zero = 46 + span[c][0] * px;
        line(s, zero, 0, zero, 44, "ax");
        bar(s, zero, 22, v, r.t[c], px, "i");
        h("span", "sr", cell, r.t[c]);
      });
    }
    const foot = h("tfoot", "", t),
      sum = h("tr", "sum#unrolled-sum", foot),
      prob = h("tr", "", foot);
    Object.assign(sum.dataset, { score: m.score, sum: m.sum });
    const rows = [
      [sum, "Score", "each column adds up to it", "score"],
      [prob, "Probability", PROBABILITY[+calibrated(m)], "prob"],
    ];
    for (const [row, label, sub, key] of rows) {
      const name = h("th", "", row);
      name.scope = "row";
      h("b", "", name, label);
      h("small", "", name, sub);
      if (wide) h("td", "", row);
      m.columns.forEach((c, k) => {
        const cell = h("td", "", row),
          v = h("b", "", cell, c[key]);
        v.style.marginLeft = Math.max(0, 46 + span[k][0] * px - 16) + "px";
        if (key === "prob" && c.softmax) h("small", "", cell, `softmax ${c.softmax}`).style.marginLeft = v.style.marginLeft;
      });
    }
    h("p", "note", box, m.note);
    return box;
  }
  /** The same as a list, for a narrow page. */
  list(m) {
    const box = h("section", "uflow"),
      rows = h("div", "pulls", box);
    const sum = h("p", "usum#unrolled-sum", box, `Score ${m.columns[0].score} for ${m.to}, ${m.columns[1].score} for ${m.from}.`);
    const both = m.columns.slice(0, 2).map((c) => `${c.name} ${c.prob}` + (c.softmax ? ` (softmax ${c.softmax})` : ""));
    h("p", "uprob", box, `Probability, ${PROBABILITY[+calibrated(m)]}: ${both.join(", ")}.`);
    h("p", "uaxis", box, `← ${m.from} · ${m.to} →`);
    rows.before(box.lastChild);
    pulls(rows, m, true);
    Object.assign(sum.dataset, { score: m.score, sum: m.sum });
    h("p", "note", box, m.note);
    return box;
  }
  /** The change trained from the start: a button, how far it is, or what came of it. */
  training(head, t) {
    h("span", "push", head);
    const row = h("span", "rbusy", head);
    if (t.on) {
      this.bar = row;
      this.meter = meter(row, "Progress of the training", "retrain-progress");
      this.meter(t);
      this.button(row, "Cancel", { emit: "lab", kind: "cancel", testid: "retrain-cancel" }, "where");
    } else this.button(row, "With retraining", { emit: "retrain", testid: "whatif-retrain" }).disabled = t.off;
  }
  trained(box, t) {
    const p = h("p", "uans#retrain-answer", box);
    for (const s of t.say ?? []) h(s.b ? "b" : "span", "", p, s.t);
    if (t.note) p.append(h("small", "", null, " " + t.note));
  }
  whatIf(m, typed) {
    const q = m.whatif,
      box = h("section", "uif");
    if (!q) return box;
    const left = h("div", "", box),
      head = h("div", "phead", left, "What if"),
      dl = h("dl", "", left);
    h("small", "", head, "click to change, again to put back");
    h("span", "push", head);
    if (q.any) this.button(head, "Reset", { emit: "reset", testid: "whatif-reset" }, "where");
    const row = (name, fill) => {
      h("dt", "", dl, name);
      fill(h("dd", "", dl));
    };
    const chips =
      (list, take, id, word, none = "none") =>
      (dd) => {
        if (!list.length) dd.textContent = none;
        for (const t of list) {
          const b = this.button(
            dd,
            "",
            { take, a: t.pair[0], b: take === "label" ? 0 : t.pair[1], testid: id },
            "uchip" + (t.off ? (take === "edge" || take === "word" ? " off" : " add") : ""),
          );
          if (t.slot > -2) b.append(glyph(t.slot));
          h("span", "", b, (take === "join" ? "+ " : "") + t.name);
          b.setAttribute("aria-pressed", Boolean(t.off));
          b.setAttribute("aria-label", word + t.name);
        }
      };
    row("Edges", chips(q.edges, "edge", "whatif-edge", "without the edge to "));
    row("New edge", (dd) => {
      chips(q.joins, "join", "whatif-join", "with an edge to ", "")(dd);
      const to = h("input", "#whatif-join-to", dd);
      to.placeholder = "node";
      to.setAttribute("aria-label", "Edge to the node");
      to.value = typed ?? "";
      if (q.refuse) h("small", "", dd, q.refuse).setAttribute("role", "alert");
    });
    row("Features", chips(q.words, "word", "whatif-word", "without feature "));
    if (q.labels.length) row("Labels", chips(q.labels, "label", "whatif-label", "next class for training node "));
    if (q.maps)
      row("Sheaf", (dd) => {
        const g = h("span", "usg#whatif-sheaf", dd);
        g.setAttribute("role", "group");
        g.setAttribute("aria-label", "Maps");
        for (const [v, label] of [
          ["learned", "learned"],
          ["identity", "identities"],
          ["zero", "none"],
        ]) {
          const b = this.button(g, label, { take: "maps", a: 0, b: 0, maps: v }, "uchip" + (q.maps === v ? " on" : ""));
          b.setAttribute("aria-pressed", q.maps === v);
        }
      });
    const mid = h("div", "", box),
      mh = h("div", "phead", mid, "Answer"),
      say = h("p", "uans#whatif-answer", mid);
    h("small", "", mh, q.train.on ? "at once" : "at once, without retraining");
    for (const s of q.say) h(s.b ? "b" : "span", "", say, s.t);
    this.training(mh, q.train);
    this.trained(mid, q.train);
    marks(mid, q.now, q.train.now);
    const right = h("div", "", box),
      rh = h("div", "phead", right, "Smallest change that flips it");
    if (q.find) {
      h("span", "push", rh);
      this.button(rh, "Search", { emit: "findflips" });
    }
    if (q.searching) h("p", "note", right, "Looking …");
    const ul = h("ul", "uflips#flip-list", right);
    (q.flips ?? []).forEach((f, k) => {
      const b = this.button(h("li", "", ul), "", { flip: k }, f.on ? "on" : ""),
        to = h("span", "");
      h("span", "", b, f.name);
      to.append(glyph(f.slot), f.class);
      b.append(to);
      h("b", "", b, f.prob);
    });
    if (q.tried) h("p", "note", right, q.tried);
    return box;
  }
}
