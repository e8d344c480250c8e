// Slides. A deck is a table of rows, and a row a part of the article: a chapter, whose head is a title, a step with its claim,
// or an exercise. A chapter's rows are its parts in order; those of a lecture stand at its plan (data-rows).
"use strict";

const courseDeck = ({ chapters, chapterIs, stepIs, current, say, toEdition, stateOf }) => {
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement,
    deck = document.getElementById("deck"),
    pin = deck.querySelector('[data-do="pin"]');
  const ofSlides = /^#slides-(\w+)(?::(\d+))?(?::([\w=.,-]*))?$/;
  let name = "",
    rows = [],
    at = 0,
    place = 0; // place is where the reader was
  const on = () => root.classList.contains("presenting");

  // part finds the part of the article that a row names: "4" a chapter, "4:2" its second step, "4.1" an exercise.
  function part(row) {
    const [chapter, step] = row.split(":"),
      el = document.getElementById(`chapter-${chapter}`);
    if (step) return $$(".step", el)[step - 1];
    return el ?? document.querySelector(`[data-ex="${row}"]`);
  }
  function rowsOf(deckName) {
    const plan = document.querySelector(`#slides-${deckName}[data-rows]`),
      chapter = document.getElementById(`chapter-${deckName}`);
    if (plan) return plan.dataset.rows.split(" ").map(part);
    return chapter ? [chapter, ...$$(".step, .ex", chapter)] : [];
  }
  // before is the step whose state a row shows: its own, that before an exercise, the first of a chapter.
  function before(row, chapter) {
    const steps = $$(".step", chapter);
    return row === chapter
      ? steps[0]
      : (steps.findLast((s) => s === row || s.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) ?? steps[0]);
  }

  // show brings a row to the screen, with its figure in the row's own state, or in that of a pin.
  function show(k, state) {
    const row = rows[(at = Math.max(0, Math.min(rows.length - 1, k)))],
      chapter = row.closest(".chap"),
      step = before(row, chapter);
    for (const el of $$(".turned")) el.classList.remove("turned");
    row.classList.add("turned");
    chapterIs(chapter);
    chapter.dataset.slide = row === chapter ? "title" : row === step ? "claim" : "question";
    chapter.classList.toggle("own", row !== chapter && row.querySelector("svg.pic") !== null);
    const figure = step.dataset.figureOf,
      pictures = $$(".fig > svg", chapter),
      shows = step.dataset.shows ?? pictures[0].dataset.picture;
    for (const el of [...pictures, ...$$(".fig > [data-of]", chapter)]) {
      el.classList.toggle("away", (el.dataset.picture ?? el.dataset.of) !== shows);
    }
    step.removeAttribute("aria-current");
    stepIs(step);
    courseFigures.go(figure, state ?? step.dataset.set, true);
    if (state !== undefined) courseFigures.touch(figure);
    deck.querySelector("b").textContent = `${at + 1} of ${rows.length}`;
    if (row === chapter) say(chapter.querySelector("h2").textContent);
    else say((row.querySelector(".claim") ?? row.querySelector(".q")).textContent);
    const further = [at > 0 || state !== undefined ? at + 1 : null, state?.replaceAll(" ", ",")].filter(
      (x) => x !== null && x !== undefined,
    );
    toEdition(["#slides-" + name, ...further].join(":"));
    list();
    courseFigures.markAll();
  }
  function turn(by) {
    const next = chapters[chapters.indexOf(current()) + by],
      further = rows === lecture() ? null : rowsOf(next?.id.slice(8));
    if (at + by >= 0 && at + by < rows.length) show(at + by);
    else if (further?.length > 0) (([name, rows] = [next.id.slice(8), further]), show(by > 0 ? 0 : rows.length - 1));
  }
  const lecture = () => (document.querySelector(`#slides-${name}[data-rows]`) ? rows : null);
  // leap goes to a deck of a chapter before or after, in a lecture to its ends.
  function leap(by) {
    if (lecture()) return show(by < 0 ? 0 : rows.length - 1);
    at = by < 0 ? 0 : rows.length - 1;
    turn(by);
    if (by < 0) show(0);
  }

  // --- pins: slides with their figures as the lecturer has set them, kept on this device -----------

  const store = "sheafscope-course-pins";
  const was = courseKept.read(store);
  let pins = Array.isArray(was) ? was.filter((hash) => typeof hash === "string" && ofSlides.test(hash)) : [];
  const here = () => `#slides-${name}:${at + 1}:${stateOf(before(rows[at], current()).dataset.figureOf)}`;
  function list() {
    const buttons = pins.slice(0, 9).map((hash, k) => {
      const [, deckName, row] = ofSlides.exec(hash),
        button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: String(k + 1), onclick: () => open(hash) });
      button.setAttribute("aria-label", `Pin ${k + 1}: ${deckName}, slide ${row}`);
      button.setAttribute("aria-pressed", String(hash === here()));
      return button;
    });
    deck.querySelector(".pins").replaceChildren(...buttons);
    pin.textContent = pins.includes(here()) ? "Unpin" : "Pin";
  }
  function pinned() {
    const hash = here();
    pins = pins.includes(hash) ? pins.filter((p) => p !== hash) : [...pins, hash].slice(-9);
    courseKept.write(store, JSON.stringify(pins));
    list();
    say(pins.includes(hash) ? `Pinned as ${pins.indexOf(hash) + 1}` : "No longer pinned");
  }
  courseFigures.after.push(() => {
    if (on()) list();
  });

  // --- in and out --------------------------------------------------------------------------------

  function present(now) {
    if (now === on()) return;
    if (now) place = scrollY;
    root.classList.toggle("presenting", now);
    document.body.classList.toggle("slides", now);
    deck.hidden = !now;
    if (now) {
      scrollTo(0, 0);
      deck.focus({ preventScroll: true });
    } else {
      for (const el of $$(".turned")) el.classList.remove("turned");
      for (const c of $$("[data-slide]")) c.removeAttribute("data-slide");
      if (ofSlides.test(location.hash)) toEdition(`#${current().id}`); // so that a link to the slides opens them again
      scrollTo({ top: place, behavior: "instant" });
      document.querySelector('.bar [data-do="slides"]').focus({ preventScroll: true });
    }
  }
  // begin opens the deck of the chapter that is read, where it is read.
  function begin() {
    name = current().id.slice(8);
    rows = rowsOf(name);
    if (rows.length === 0) return; // the editor has none
    present(true);
    show(Math.max(0, rows.indexOf(current().querySelector(".step[aria-current]"))));
  }
  // open opens the slides of a link: #slides-4, #slides-4:3 the third, #slides-4:3:turn=55 with its figure in a state.
  function open(hash = location.hash) {
    const [, deckName, k, state] = ofSlides.exec(hash) ?? [],
      found = deckName ? rowsOf(deckName) : [];
    if (found.length === 0) return present(false);
    [name, rows] = [deckName, found];
    present(true);
    show(Number(k ?? 1) - 1, state?.replaceAll(",", " "));
  }

  // --- keys ----------------------------------------------------------------------------------------

  const typed = "input:not([type=range]),select,textarea";
  // After a pointer lets go, the keys are the deck's again; what one types in keeps them.
  addEventListener("pointerup", () => {
    if (on())
      setTimeout(() => {
        if (!document.activeElement?.matches(`${typed},.sym`)) deck.focus({ preventScroll: true });
      });
  });
  const leads = { PageDown: () => turn(1), PageUp: () => turn(-1), " ": () => turn(1) };
  const free = {
    // where no control has the keyboard's focus that takes the key itself
    ArrowRight: () => turn(1),
    ArrowDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowUp: () => turn(-1),
    Home: () => leap(-1),
    End: () => leap(1),
    p: pinned,
    ...Object.fromEntries([..."123456789"].map((digit) => [digit, () => pins[digit - 1] && open(pins[digit - 1])])),
  };
  addEventListener("keydown", (event) => {
    if (!on() || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
    const key = sheafscopePrefers.key(event);
    const does = leads[key] ?? (event.target.matches?.("input,select,textarea") ? null : free[key]);
    if (!does) return;
    does();
    event.preventDefault();
  });
  addEventListener("keyup", (event) => {
    if (on() && event.key === " ") event.preventDefault();
  }); // would press a button
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-turn]");
    if (button) turn(Number(button.dataset.turn));
  });
  addEventListener("hashchange", () => open());
  return { on, open, begin, pinned, leave: () => present(false) };
};
