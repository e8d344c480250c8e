// A lesson is a row of pins: moments with a name (title), a saved state (pin, as a link has it; without one that of the step before)
// and words, which point at a part of the page and have its numbers. A step shows its moment whatever was done before, so that a reader
// may play with everything and still go on or back. While the page is presented → and ← go through the row, as through one's own.
// A lesson with back ends with what was on the screen before; from another the browser's Back leads there.
import { driver } from "driver.js";
import { button, h } from "../src/dom.js";
import { facts, paragraphs } from "./words.js";

let walk = null; // the lesson that is under way

let chosen = 0;

/** Begins a lesson; one that is under way ends. Of several that are chosen at once the last begins, and no other does anything. */
export async function begin(lesson, emit) {
  const turn = ++chosen;
  await pause(0);
  if (turn !== chosen) return;
  walk?.end();
  const me = (walk = new Walk(lesson, emit));
  await me.to(0);
}

const page = () => globalThis.sheafscope;
const find = (at) => document.querySelector(at.startsWith(".") ? at : `[data-testid="${at}"]`);
const seen = (e) => Boolean(e?.getClientRects().length) && getComputedStyle(e).visibility !== "hidden";
const phoneTabs = [".rail", ".graph", ".insp", ".strip"]; // in the order of the tabs

class Walk {
  constructor(lesson, emit) {
    this.lesson = lesson;
    this.emit = emit;
    this.at = -1;
    this.turn = 0;
    this.earlier = []; // the state at each step, as it was shown
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.driver = driver({
      animate: !still,
      smoothScroll: false,
      overlayOpacity: 0.28,
      stagePadding: 4,
      stageRadius: 6,
      popoverOffset: 12,
      popoverClass: "lesson",
      allowKeyboardControl: false,
      showButtons: ["next", "previous", "close"],
      showProgress: true,
      progressText: "{{current}} of {{total}}",
      nextBtnText: "Next",
      prevBtnText: "Back",
      doneBtnText: "Done",
      steps: lesson.steps.map((s, k) => ({
        element: () => this.target(s),
        popover: { title: s.title, description: " ", side: s.side ?? "left", align: "start" },
        data: { k },
      })),
      onNextClick: () => this.to(this.at + 1),
      onPrevClick: () => this.to(this.at - 1),
      onCloseClick: () => this.end(),
      onDoneClick: () => this.end(),
      onPopoverRender: (p) => this.render(p),
    });
    this.keys = (e) => this.key(e);
    addEventListener("keydown", this.keys, true);
    this.off = page().on("frame", () => this.fresh());
    this.clock = setInterval(() => this.fresh(), 400); // for what is no frame: a panel, a map turned by hand
  }

  target(step) {
    const e = step.at ? find(step.at) : null;
    return seen(e) ? e : undefined;
  }

  /** Goes to a step: first the page, then the words. The newest wish counts. */
  async to(k) {
    if (k < 0) return;
    if (k >= this.lesson.steps.length) return this.end();
    const turn = ++this.turn,
      now = () => walk === this && turn === this.turn;
    this.busy(true);
    try {
      await this.prepare(k, now);
    } catch (err) {
      this.trouble = String(err?.message ?? err);
    }
    if (!now()) return;
    this.at = k;
    this.earlier[k] = page().state();
    await this.show(k);
    if (!now()) return;
    const at = this.lesson.steps[k].at;
    for (let n = 0; n < 200 && now() && at && !seen(find(at)); n++) await pause(50); // what was behind a tab is drawn first
    if (!now()) return;
    this.uncover(at && find(at));
    this.busy(false);
    if (this.driver.isActive()) this.driver.moveTo(k);
    else this.driver.drive(k);
    this.target(this.lesson.steps[k])?.removeAttribute("aria-expanded"); // of driver.js, for any part; few roles allow it
  }

  /** Shows the moment of step k: its own, or that of a step before. */
  async prepare(k, now) {
    const { pin } = this.lesson.steps.slice(0, k + 1).findLast((s) => s.pin),
      api = page();
    this.trouble = "";
    if (api.state().busy) await api.pause();
    if (!now()) return; // another lesson, or a later step: this one may change nothing any more
    if (!this.before) {
      this.before = api.recipe();
      if (!this.lesson.back && this.before.graph !== pin.graph && !document.documentElement.classList.contains("embedded"))
        history.pushState(null, "", location.hash);
    }
    this.open((this.pin = pin));
    do await pause(60);
    while (now() && api.state().busy); // the panels follow in a frame
  }

  /** A saved state of the lesson, or that of before, as a link has it. What a pin leaves out of the graph's looks is as at first. */
  recipe(pin) {
    return { ...pin, v: this.before.v, view: { nodes: "prediction", edges: "kappa", layout: "force", ...pin.view } };
  }

  open(pin) {
    this.emit("pins", { kind: "show", text: JSON.stringify(this.recipe(pin)) });
  }

  /** On a phone the part stands behind a tab, or behind the button that unfolds the bar. */
  async show(k) {
    const { at } = this.lesson.steps[k],
      e = at && find(at),
      more = document.querySelector(".bar .phone-only[aria-expanded]");
    if (seen(more) && more.ariaExpanded === "true" && !e?.closest(".bar")) {
      more.click();
      await pause(60);
    }
    if (!at || seen(e)) return;
    if (seen(more) && e?.closest(".bar")) return more.click();
    const tab = phoneTabs.findIndex((p) => (e ? e.closest(p) : p === ".insp"));
    if (tab >= 0) document.querySelectorAll(".tabs [role=tab]")[tab]?.click();
  }

  /** Scrolls a part that is cut by the edge of its panel to the middle. */
  uncover(e) {
    const panel = e?.closest(".view,.strip,.rail");
    if (!panel || panel === e) return;
    const a = e.getBoundingClientRect(),
      b = panel.getBoundingClientRect();
    if (a.top < b.top || a.bottom > b.bottom) e.scrollIntoView({ block: a.height < b.height ? "center" : "start" });
  }

  /** Writes the words; they follow the numbers. */
  render(p) {
    this.words = p.description;
    this.text = null;
    p.description.setAttribute("aria-live", "polite");
    this.shown = this.target(this.lesson.steps[this.at]);
    p.wrapper.dataset.points = this.shown ? "yes" : "no";
    // Driver makes header and footer of them: they are no banner and no foot of the page.
    for (const e of [p.title, p.footer]) e.setAttribute("role", "presentation");
    p.wrapper.dataset.at = this.lesson.steps[this.at].at ?? "";
    p.closeButton.textContent = "✕";
    p.closeButton.setAttribute("aria-label", "End the lesson");
    p.title.before(h("p", "lesson-name", null, this.lesson.name));
    const { draw } = this.lesson.steps[this.at];
    if (draw) p.description.after(draw());
    if (this.at === 0) {
      const keep = button(null, "lesson-keep#lesson-keep", "Keep as pins", () => this.keep(keep));
      keep.title = "Its moments go behind your own pins, for Present, a link or a file";
      p.description.after(keep);
    }
    this.fresh();
    queueMicrotask(() => p.nextButton.focus({ preventScroll: true })); // not the cross, which comes first
  }

  pins() {
    return this.lesson.steps.filter((s) => s.pin).map(({ title, pin }) => ({ name: title, recipe: this.recipe(pin) }));
  }

  /** Puts the row behind the reader's own pins: once. */
  keep(button) {
    const pins = this.pins();
    this.emit("pins", { kind: "row", text: JSON.stringify({ ...pins[0].recipe, view: { pins } }) });
    button.disabled = true;
    button.textContent = "Kept as pins";
  }

  fresh() {
    const step = this.lesson.steps[this.at];
    if (!this.words?.isConnected || !step || this.turning) return;
    const e = this.target(step);
    if (e && e !== this.shown && !this.shown?.isConnected) {
      this.driver.moveTo(this.at);
      return;
    } // drawn anew, or late
    const s = page().state();
    if (!s.graph) return;
    const known = facts(s, this.earlier),
      say = (words) => (typeof words === "function" ? words(s, this.earlier, known) : words);
    let text = this.trouble || say(step.text);
    const task = step.task && !this.trouble;
    if (task) text += "\n\n" + (step.task.done(s, this.earlier) ? "✓ " + say(step.task.then) : "→ " + step.task.say);
    const now = paragraphs(text, known),
      all = now.map((p) => p.outerHTML).join("");
    if (all === this.text) return;
    this.text = all;
    this.words.replaceChildren(...now);
  }

  busy(on) {
    this.turning = on;
    document.querySelector(".driver-popover.lesson")?.classList.toggle("turning", on);
  }

  key(e) {
    if (e.target.type === "range" && e.key !== "Escape") return; // its own keys
    const inside = e.target.closest?.(".driver-popover.lesson") || document.documentElement.classList.contains("present");
    if (e.key === "Escape") this.end();
    else if (inside && e.key === "ArrowRight") this.to(this.at + 1);
    else if (inside && e.key === "ArrowLeft") this.to(this.at - 1);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  end() {
    if (walk === this) walk = null;
    this.turn++;
    clearInterval(this.clock);
    removeEventListener("keydown", this.keys, true);
    this.off?.();
    this.driver.destroy();
    globalThis.vuguLost = true; // attributes of what it pointed at, which the next rendering writes again
    if (this.lesson.back && this.pin?.graph === page().recipe().graph) this.open(this.before); // else a reader chose another one
    find("learn")?.focus();
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
