// A lesson in progress, in boxes over the page. A step of a lesson has
//   title, text   of its box
//   at, side      the part of the page at which the box points, and the side of the part on which the box is, by default the left
//   pin           a saved state of the page, as an object; without one, the step has the pin of the nearest earlier step with a pin
//   draw          a function that returns a picture for the box, or undefined
//   task          a request to the reader (say), a function that reports whether it is fulfilled (done), and the text once it is (then)
// Every step restores its state, so a reader may change anything and still continue. While the page is presented, the keys → and ← move
// through the steps. At the end of a lesson with the field back, the page has its state before the lesson. From any other lesson that opens
// another graph, the browser's Back leads to this state.
import { driver } from "driver.js";
import { button, h } from "../src/dom.js";
import { facts, paragraphs } from "./words.js";

const CHECK = 400, // ms between two checks of parts that change without a frame of the page
  FRAME = 60, // ms in which the panels follow a new state
  WAIT = 50, // ms between two checks whether a part is visible
  CHECKS = 200; // most checks whether a part is visible

let current = null; // the Walk of the current lesson, null without a lesson
let requests = 0; // number of the last request for a lesson, from 1

/** Begins a lesson and ends the current one. Of several requests at once, only the last request has an effect. */
export async function begin(lesson, emit) {
  const request = ++requests;
  await pause(0); // other requests of the same task come first
  if (request !== requests) return;
  current?.end();
  const walk = new Walk(lesson, emit);
  current = walk;
  await walk.goTo(0);
}

/** Returns the functions of the page: state, recipe, pause and on. */
const page = () => globalThis.sheafscope;
/** Returns the element of a part of the page, given by a selector that begins with a class, or by a test id. Returns null for none. */
const find = (part) => document.querySelector(part.startsWith(".") ? part : `[data-testid="${part}"]`);
/** Reports whether an element is visible. */
const isVisible = (e) => Boolean(e?.getClientRects().length) && getComputedStyle(e).visibility !== "hidden";
const phoneTabs = [".rail", ".graph", ".insp", ".strip"]; // the panels in the order of their tabs on a phone

/**
 * A lesson in progress. stepIndex is the index of the current step, −1 before the first. before is the state of the page before the
 * lesson, and pin the saved state on the page. trouble is the message of a state that could not be shown, else "". turning is true while
 * another state is prepared.
 */
class Walk {
  /** Builds the driver, which draws the box of a step, and listens to keys and frames. */
  constructor(lesson, emit) {
    this.lesson = lesson;
    this.emit = emit;
    this.stepIndex = -1;
    this.request = 0; // number of the last requested step
    this.earlier = []; // the state of the page at each step, as it was shown
    // The keys of the driver are off, because this class handles them. Each step of the driver has its index k. A description that is not
    // empty makes the driver build its element.
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
      onNextClick: () => this.goTo(this.stepIndex + 1),
      onPrevClick: () => this.goTo(this.stepIndex - 1),
      onCloseClick: () => this.end(),
      onDoneClick: () => this.end(),
      onPopoverRender: (p) => this.render(p),
    });
    this.keys = (e) => this.onKey(e);
    addEventListener("keydown", this.keys, true);
    this.unlisten = page().on("frame", () => this.refresh());
    this.clock = setInterval(() => this.refresh(), CHECK); // a new panel or a map turned by hand causes no frame
  }

  /** Returns the element at which a step points, undefined if none is visible. */
  target(step) {
    const e = step.at ? find(step.at) : null;
    return isVisible(e) ? e : undefined;
  }

  /**
   * Shows step k: first the state of the page, then the text. A later request replaces this request: isCurrent() is false from then on.
   * Before the first step nothing happens, and after the last step the lesson ends.
   */
  async goTo(k) {
    if (k < 0) return;
    if (k >= this.lesson.steps.length) return this.end();
    const request = ++this.request,
      isCurrent = () => current === this && request === this.request;
    this.setBusy(true);
    try {
      await this.prepare(k, isCurrent);
    } catch (err) {
      this.trouble = String(err?.message ?? err);
    }
    if (!isCurrent()) return;
    this.stepIndex = k;
    this.earlier[k] = page().state();
    await this.unfold(k);
    if (!isCurrent()) return;
    // A part behind a tab is drawn after the tab is chosen. A part that stays hidden is waited for 10 seconds (CHECKS × WAIT) at most.
    const part = this.lesson.steps[k].at,
      isHidden = () => part && !isVisible(find(part));
    for (let n = 0; n < CHECKS && isCurrent() && isHidden(); n++) await pause(WAIT);
    if (!isCurrent()) return;
    this.scrollTo(part && find(part));
    this.setBusy(false);
    if (this.driver.isActive()) this.driver.moveTo(k);
    else this.driver.drive(k);
    // driver.js adds this attribute to any element, and few roles allow the attribute.
    this.target(this.lesson.steps[k])?.removeAttribute("aria-expanded");
  }

  /**
   * Shows the saved state of step k. A step without a saved state has the state of the nearest earlier step with a state; the first step
   * always has one. Nothing is changed once isCurrent() is false. The promise resolves when the page is no longer busy, or the step no
   * longer current.
   */
  async prepare(k, isCurrent) {
    const { pin } = this.lesson.steps.slice(0, k + 1).findLast((s) => s.pin),
      api = page();
    this.trouble = "";
    if (api.state().busy) await api.pause();
    if (!isCurrent()) return;
    // Before the first step: keeps the state of the page. A lesson on another graph gets an entry in the history of the browser, so that
    // the Back button restores the reader's graph. Inside another page (embedded), the history belongs to that page.
    if (!this.before) {
      this.before = api.recipe();
      const otherGraph = !this.lesson.back && this.before.graph !== pin.graph;
      if (otherGraph && !document.documentElement.classList.contains("embedded")) history.pushState(null, "", location.hash);
    }
    this.pin = pin;
    this.openState(pin);
    // A pause comes before the first check, because the page does not become busy at once.
    do await pause(FRAME);
    while (isCurrent() && api.state().busy);
  }

  /** Returns a saved state with all its parts. v is the version of the form. Colors and layout that the state leaves out have defaults. */
  recipe(pin) {
    return { ...pin, v: this.before.v, view: { nodes: "prediction", edges: "kappa", layout: "force", ...pin.view } };
  }

  /** Shows a saved state on the page. */
  openState(pin) {
    this.emit("pins", { kind: "show", text: JSON.stringify(this.recipe(pin)) });
  }

  /**
   * Makes the part of step k visible on a phone: folds or unfolds the bar, or chooses the tab of its panel. more is the button that folds
   * and unfolds the bar; the button is visible only on a phone. For a visible part outside the bar, only the bar is folded.
   */
  async unfold(k) {
    const { at } = this.lesson.steps[k],
      e = at && find(at),
      more = document.querySelector(".bar .phone-only[aria-expanded]"),
      inBar = () => e?.closest(".bar");
    if (isVisible(more) && more.ariaExpanded === "true" && !inBar()) {
      more.click();
      await pause(FRAME);
    }
    if (!at || isVisible(e)) return;
    if (isVisible(more) && inBar()) return more.click();
    // A part that is not drawn yet is in the inspector.
    const tab = phoneTabs.findIndex((p) => (e ? e.closest(p) : p === ".insp"));
    if (tab >= 0) document.querySelectorAll(".tabs [role=tab]")[tab]?.click();
  }

  /** Scrolls to an element that its panel cuts off. An element higher than the panel is shown from its upper end. */
  scrollTo(e) {
    const panel = e?.closest(".view,.strip,.rail");
    if (!panel || panel === e) return;
    const a = e.getBoundingClientRect(),
      b = panel.getBoundingClientRect();
    if (a.top < b.top || a.bottom > b.bottom) e.scrollIntoView({ block: a.height < b.height ? "center" : "start" });
  }

  /** Completes the box of a step, whose elements are p. The driver calls it for every new box. */
  render(p) {
    this.words = p.description;
    this.text = null; // the HTML in the box, which refresh writes; null for a new box
    p.description.setAttribute("aria-live", "polite");
    this.shown = this.target(this.lesson.steps[this.stepIndex]); // the element at which the box points, undefined for none
    p.wrapper.dataset.points = this.shown ? "yes" : "no";
    // The driver uses header and footer elements, which screen readers would announce as parts of the page.
    for (const e of [p.title, p.footer]) e.setAttribute("role", "presentation");
    p.wrapper.dataset.at = this.lesson.steps[this.stepIndex].at ?? "";
    p.closeButton.textContent = "✕";
    p.closeButton.setAttribute("aria-label", "End the lesson");
    p.title.before(h("p", "lesson-name", null, this.lesson.name));
    // A step may have a picture below its text. The first step offers the saved states of the lesson as pins.
    const { draw } = this.lesson.steps[this.stepIndex];
    if (draw) p.description.after(draw());
    if (this.stepIndex === 0) {
      const keep = button(null, "lesson-keep#lesson-keep", "Keep as pins", () => this.keep(keep));
      keep.title = "Its moments go behind your own pins, for Present, a link or a file";
      p.description.after(keep);
    }
    this.refresh();
    queueMicrotask(() => p.nextButton.focus({ preventScroll: true })); // the driver would focus the first button, which closes the box
  }

  /** Returns the saved states of the lesson with their titles. */
  pins() {
    return this.lesson.steps.filter((s) => s.pin).map(({ title, pin }) => ({ name: title, recipe: this.recipe(pin) }));
  }

  /** Adds the saved states of the lesson behind the reader's own pins, once: afterwards the button is disabled. */
  keep(button) {
    const pins = this.pins();
    this.emit("pins", { kind: "row", text: JSON.stringify({ ...pins[0].recipe, view: { pins } }) });
    button.disabled = true;
    button.textContent = "Kept as pins";
  }

  /** Updates the text of the step with the present numbers. While no box is shown, or the next step is prepared, nothing happens. */
  refresh() {
    const step = this.lesson.steps[this.stepIndex];
    if (!this.words?.isConnected || !step) return;
    if (this.turning) return;
    // The box points again at a part whose element was replaced, or drawn after the box.
    const e = this.target(step),
      replaced = e && e !== this.shown && !this.shown?.isConnected;
    if (replaced) {
      this.driver.moveTo(this.stepIndex);
      return;
    }
    const s = page().state();
    if (!s.graph) return; // the page has no graph
    const entries = facts(s, this.earlier),
      textOf = (text) => (typeof text === "function" ? text(s, this.earlier, entries) : text);
    let text = this.trouble || textOf(step.text);
    const hasTask = step.task && !this.trouble;
    if (hasTask) text += "\n\n" + (step.task.done(s, this.earlier) ? "✓ " + textOf(step.task.then) : "→ " + step.task.say);
    // Equal texts are not written again, so that a screen reader does not repeat them.
    const now = paragraphs(text, entries),
      all = now.map((p) => p.outerHTML).join("");
    if (all === this.text) return;
    this.text = all;
    this.words.replaceChildren(...now);
  }

  /** Marks the box while the next state is prepared. Its text is not updated during this time. */
  setBusy(busy) {
    this.turning = busy;
    document.querySelector(".driver-popover.lesson")?.classList.toggle("turning", busy);
  }

  /** Escape ends the lesson. In its box, and while the page is presented, arrow keys move to another step. Other keys go to the page. */
  onKey(e) {
    if (e.target.type === "range" && e.key !== "Escape") return; // a slider uses the arrow keys itself
    const inside = e.target.closest?.(".driver-popover.lesson") || document.documentElement.classList.contains("present");
    if (e.key === "Escape") this.end();
    else if (inside && e.key === "ArrowRight") this.goTo(this.stepIndex + 1);
    else if (inside && e.key === "ArrowLeft") this.goTo(this.stepIndex - 1);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Ends the lesson. A lesson with back restores the state before it, unless the reader has opened another graph. */
  end() {
    if (current === this) current = null;
    this.request++; // a step that is being prepared is not shown
    clearInterval(this.clock);
    removeEventListener("keydown", this.keys, true);
    this.unlisten?.();
    this.driver.destroy();
    globalThis.vuguLost = true; // the driver removed attributes that the next rendering must write again
    if (this.lesson.back && this.pin?.graph === page().recipe().graph) this.openState(this.before);
    find("learn")?.focus();
  }
}

/** Waits for a number of milliseconds. */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
