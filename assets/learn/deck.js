// Slides of the course, for a lecturer. A deck is a list of rows. A row is a part of the article that one slide shows: a chapter (whose
// head is a title slide), a step, or an exercise. The rows of a chapter are its parts in order. The rows of a lecture are written at its
// plan (data-rows).
"use strict";

/**
 * Returns the functions of the slides. The article gives its chapters and functions: setChapter and setStep set the current chapter and
 * step, and current returns the current chapter. announce shows a text to screen readers, replaceLink changes the address, and stateOf
 * returns the state of a figure as the text of a link.
 */
const courseDeck = ({ chapters, setChapter, setStep, current, announce, replaceLink, stateOf }) => {
  const MOST = 9; // pins, one for each digit
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement,
    deck = document.getElementById("deck"),
    pinButton = deck.querySelector('[data-do="pin"]');
  const slidesLink = /^#slides-(\w+)(?::(\d+))?(?::([\w=.,-]*))?$/; // name of the deck, number of the slide, state of its figure
  let name = "", // of the deck: the number of a chapter, or a lecture
    rows = [], // the parts of the article, one for each slide
    rowIndex = 0, // index of the row on the screen
    scrollBefore = 0; // pixels, the scroll position of the article
  const isOn = () => root.classList.contains("presenting");

  /** Returns the part of the article that a text names: 4 is a chapter, 4:2 its second step, and 4.1 an exercise. */
  function part(row) {
    const [chapter, step] = row.split(":"),
      el = document.getElementById(`chapter-${chapter}`);
    if (step) return $$(".step", el)[step - 1];
    return el ?? document.querySelector(`[data-ex="${row}"]`);
  }
  /** Returns the rows of a deck, none for an unknown name. */
  function rowsOf(deckName) {
    const plan = document.querySelector(`#slides-${deckName}[data-rows]`),
      chapter = document.getElementById(`chapter-${deckName}`);
    if (plan) return plan.dataset.rows.split(" ").map(part);
    return chapter ? [chapter, ...$$(".step, .ex", chapter)] : [];
  }
  /** Returns the step whose state a row shows: the row itself, the step before an exercise, or the first step of a chapter. */
  function stepOf(row, chapter) {
    const steps = $$(".step", chapter),
      isBefore = (s) => s === row || s.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
    return row === chapter ? steps[0] : (steps.findLast(isBefore) ?? steps[0]);
  }

  /** Shows row k, limited to the deck. Its figure gets the state of a link or pin, or without one the state of the row. */
  function show(k, state) {
    rowIndex = Math.max(0, Math.min(rows.length - 1, k));
    const row = rows[rowIndex],
      chapter = row.closest(".chap"),
      step = stepOf(row, chapter);
    for (const el of $$(".turned")) el.classList.remove("turned");
    row.classList.add("turned");
    setChapter(chapter);
    let kind = row === step ? "claim" : "question"; // a question is an exercise
    if (row === chapter) kind = "title";
    chapter.dataset.slide = kind;
    chapter.classList.toggle("own", row !== chapter && row.querySelector("svg.pic") !== null); // the row has a picture of its own
    // Of several pictures of a figure, the slide shows the picture of its step.
    const figure = step.dataset.figureOf,
      pictures = $$(".fig > svg", chapter),
      shown = step.dataset.shows ?? pictures[0].dataset.picture;
    for (const el of [...pictures, ...$$(".fig > [data-of]", chapter)]) {
      el.classList.toggle("away", (el.dataset.picture ?? el.dataset.of) !== shown);
    }
    // A step that is current already would not move its figure.
    step.removeAttribute("aria-current");
    setStep(step);
    courseFigures.moveTo(figure, state ?? step.dataset.set, true);
    if (state !== undefined) courseFigures.touch(figure); // so that a step does not move the figure away from this state
    deck.querySelector("b").textContent = `${rowIndex + 1} of ${rows.length}`;
    if (row === chapter) announce(chapter.querySelector("h2").textContent);
    else announce((row.querySelector(".claim") ?? row.querySelector(".q")).textContent);
    // The link leaves out the number of the first slide, and the state of a figure if it equals the state of the row.
    const number = rowIndex > 0 || state !== undefined ? rowIndex + 1 : null,
      parts = [number, state?.replaceAll(" ", ",")].filter((x) => x !== null && x !== undefined);
    replaceLink(["#slides-" + name, ...parts].join(":"));
    listPins();
    courseFigures.redrawAll();
  }
  /**
   * Moves by one slide, forwards (1) or backwards (−1). At the end of a chapter, moves to the first slide of the next chapter, or backwards
   * to the last slide of the chapter before. At the end of a lecture nothing happens.
   */
  function turn(by) {
    const next = chapters[chapters.indexOf(current()) + by],
      nextRows = lecture() ? null : rowsOf(next?.id.slice("chapter-".length));
    if (rowIndex + by >= 0 && rowIndex + by < rows.length) show(rowIndex + by);
    else if (nextRows?.length > 0) {
      name = next.id.slice("chapter-".length);
      rows = nextRows;
      show(by > 0 ? 0 : rows.length - 1);
    }
  }
  /** Returns the rows if the deck is a lecture, null if it is a chapter. */
  const lecture = () => (document.querySelector(`#slides-${name}[data-rows]`) ? rows : null);
  /** Moves to the first slide of the chapter before (−1) or after (1), in a lecture to its first or last slide. */
  function leap(by) {
    if (lecture()) return show(by < 0 ? 0 : rows.length - 1);
    // Without drawing, the deck is set to its first or last row. From there, turn leads to the last slide of the chapter before, or to the
    // next chapter.
    rowIndex = by < 0 ? 0 : rows.length - 1;
    turn(by);
    if (by < 0) show(0); // of the chapter before; of this chapter, if there is none before
  }

  // --- pins: links to slides whose figures the lecturer has set, kept on this device ---------------

  const store = "sheafscope-course-pins";
  const stored = courseKept.read(store);
  // A pin is the hash of a link. Stored values of another form are ignored.
  let pins = Array.isArray(stored) ? stored.filter((hash) => typeof hash === "string" && slidesLink.test(hash)) : [];
  /** Returns the link to the slide with the present state of its figure. */
  const here = () => `#slides-${name}:${rowIndex + 1}:${stateOf(stepOf(rows[rowIndex], current()).dataset.figureOf)}`;
  /** Shows a button for each pin. */
  function listPins() {
    const buttons = pins.slice(0, MOST).map((hash, k) => {
      const [, deckName, row] = slidesLink.exec(hash),
        button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: String(k + 1), onclick: () => open(hash) });
      button.setAttribute("aria-label", `Pin ${k + 1}: ${deckName}, slide ${row}`);
      button.setAttribute("aria-pressed", String(hash === here()));
      return button;
    });
    deck.querySelector(".pins").replaceChildren(...buttons);
    pinButton.textContent = pins.includes(here()) ? "Unpin" : "Pin";
  }
  /** Pins the slide in its present state, or removes its pin. Of more than MOST pins, the newest are kept. */
  function togglePin() {
    const hash = here();
    pins = pins.includes(hash) ? pins.filter((p) => p !== hash) : [...pins, hash].slice(-MOST);
    courseKept.write(store, JSON.stringify(pins));
    listPins();
    announce(pins.includes(hash) ? `Pinned as ${pins.indexOf(hash) + 1}` : "No longer pinned");
  }
  courseFigures.listeners.push(() => {
    if (isOn()) listPins();
  });

  // --- begin and end -----------------------------------------------------------------------------

  /** Shows the slides, or with false the article, scrolled to its place before the slides. A repeated call does nothing. */
  function present(isShown) {
    if (isShown === isOn()) return;
    if (isShown) scrollBefore = scrollY;
    root.classList.toggle("presenting", isShown);
    document.body.classList.toggle("slides", isShown);
    deck.hidden = !isShown;
    if (isShown) {
      scrollTo(0, 0);
      deck.focus({ preventScroll: true });
    } else {
      for (const el of $$(".turned")) el.classList.remove("turned");
      for (const c of $$("[data-slide]")) c.removeAttribute("data-slide");
      if (slidesLink.test(location.hash)) replaceLink(`#${current().id}`); // so that a link to the slides opens them again
      scrollTo({ top: scrollBefore, behavior: "instant" });
      document.querySelector('.bar [data-do="slides"]').focus({ preventScroll: true });
    }
  }
  /** Opens the deck of the current chapter at the current step. The editor has no deck. */
  function begin() {
    name = current().id.slice("chapter-".length);
    rows = rowsOf(name);
    if (rows.length === 0) return;
    present(true);
    show(Math.max(0, rows.indexOf(current().querySelector(".step[aria-current]"))));
  }
  /**
   * Opens the slides of a link: #slides-4, #slides-4:3 (the third slide), #slides-4:3:turn=55 (with a state of its figure). Any other link
   * shows the article.
   */
  function open(hash = location.hash) {
    const [, deckName, k, state] = slidesLink.exec(hash) ?? [],
      found = deckName ? rowsOf(deckName) : [];
    if (found.length === 0) return present(false);
    name = deckName;
    rows = found;
    present(true);
    show(Number(k ?? 1) - 1, state?.replaceAll(",", " "));
  }

  // --- keys ----------------------------------------------------------------------------------------

  const textFields = "input:not([type=range]),select,textarea";
  // After a click (the browser sets the focus first, hence setTimeout) the deck gets the focus for its keys. Fields for text and symbols
  // keep the focus.
  addEventListener("pointerup", () => {
    if (isOn())
      setTimeout(() => {
        if (!document.activeElement?.matches(`${textFields},.sym`)) deck.focus({ preventScroll: true });
      });
  });
  // Keys that always have their action, and keys that leave it to the focused field or slider. p pins, and a digit opens a pin.
  const always = { PageDown: () => turn(1), PageUp: () => turn(-1), " ": () => turn(1) };
  const free = {
    ArrowRight: () => turn(1),
    ArrowDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowUp: () => turn(-1),
    Home: () => leap(-1),
    End: () => leap(1),
    p: togglePin,
    ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => pins[digit - 1] && open(pins[digit - 1])])),
  };
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!isOn() || document.querySelector("dialog[open]")) return;
    const key = sheafscopePrefers.key(event);
    const action = always[key] ?? (event.target.matches?.("input,select,textarea") ? null : free[key]);
    if (!action) return;
    action();
    event.preventDefault();
  });
  // The release of the space bar would press a focused button.
  addEventListener("keyup", (event) => {
    if (isOn() && event.key === " ") event.preventDefault();
  });
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-turn]");
    if (button) turn(Number(button.dataset.turn));
  });
  addEventListener("hashchange", () => open());
  return { isOn, open, begin, togglePin, leave: () => present(false) };
};
