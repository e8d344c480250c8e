// The article: where the reader is, steps, slides, keys, theme.
"use strict";

(() => {
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement, chapters = $$(".chap");
  const say = (text) => { document.getElementById("say").textContent = text; };

  // --- theme ---------------------------------------------------------------------

  const kept = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch { /* storage is refused: nothing is kept */ }
    return null;
  };
  if (kept("sheafscope-course-theme")) root.dataset.theme = kept("sheafscope-course-theme");
  const turnTheme = () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    kept("sheafscope-course-theme", root.dataset.theme);
  };

  // --- the chapter and the step one reads --------------------------------------------

  let current = null;
  const rail = $$(".rail li a"), ticks = $$(".pnav u");
  function chapterIs(chapter) {
    if (chapter === current) return;
    current = chapter;
    const k = chapters.indexOf(chapter);
    for (const c of chapters) c.classList.toggle("now", c === chapter);
    rail.forEach((a, i) => (i === k ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")));
    ticks.forEach((u, i) => { u.className = i < k ? "d" : i === k ? "n" : ""; });
    document.querySelector(".pnav b").textContent = `${chapter.id.slice(8)} ${chapter.dataset.name}`;
    linkSoon();
  }
  const home = document.querySelector(".brand").getAttribute("href"); // the laboratory
  function linkLab() {
    const figure = current?.querySelector(".fig[data-figure]")?.dataset.figure; // not one of an exercise
    const link = figure && sheafscopeCourse.methods ? sheafscopeCourse.methods.link(figure) : "";
    for (const a of [...$$("[data-lab]"), ...(current ? $$(".tolab", current) : [])]) {
      if (link || !a.matches(".tolab")) a.href = link ? `${home}#${link}` : home;
    }
  }
  let linking = 0; // when nothing has moved for a moment: a link takes milliseconds to make
  function linkSoon() {
    clearTimeout(linking);
    linking = setTimeout(linkLab, 100);
  }
  courseFigures.after.push((name) => { if (current?.querySelector(`[data-figure="${name}"]`)) linkSoon(); });

  function stepIs(step) {
    const chapter = step.closest(".chap");
    for (const s of $$(".step", chapter)) if (s !== step) s.removeAttribute("aria-current");
    if (step.hasAttribute("aria-current")) return;
    step.setAttribute("aria-current", "step");
    courseFigures.go(step.dataset.figureOf, step.dataset.set);
  }
  const oneColumn = matchMedia("(max-width:1100px)");
  function look() {
    if (root.classList.contains("presenting")) return;
    const middle = innerHeight * 0.45;
    let best = null, least = Infinity;
    for (const c of chapters) {
      const box = c.getBoundingClientRect();
      if (box.bottom < middle - 200 && c !== chapters.at(-1)) continue;
      chapterIs(c);
      break;
    }
    if (!current) return;
    // In one column the figure stands over the text, and one reads below it, but not in an exercise that has a figure of its own.
    const ex = $$(".ex", current).find((e) => e.getBoundingClientRect().bottom > innerHeight * 0.6);
    current.classList.toggle("past", Boolean(ex?.querySelector(".exfig")) && ex.getBoundingClientRect().top < innerHeight * 0.75);
    const below = oneColumn.matches ? Math.max(0, ...$$(".fig, .fig>svg", current).filter((e) => getComputedStyle(e).position === "sticky")
      .map((e) => e.getBoundingClientRect().bottom)) : 0, line = below < innerHeight * 0.6 ? below + (innerHeight - below) * 0.45 : middle;
    for (const s of $$(".step", current)) {
      const box = s.getBoundingClientRect(), far = Math.abs((box.top + box.bottom) / 2 - line);
      if (far < least) [best, least] = [s, far];
    }
    if (best) stepIs(best);
  }
  let looking = false;
  const lookSoon = () => {
    if (looking) return;
    looking = true;
    requestAnimationFrame(() => { looking = false; look(); });
  };
  addEventListener("scroll", lookSoon, { passive: true });
  addEventListener("resize", lookSoon);

  const goTo = (chapter) => chapter && (chapter.scrollIntoView({ behavior: "instant" }), chapterIs(chapter));
  const byTurns = (by) => goTo(chapters[Math.max(0, Math.min(chapters.length - 1, chapters.indexOf(current) + by))]);

  // --- slides --------------------------------------------------------------------------

  const ofSlides = /^#slides-(\d+)$/;
  let place = 0; // where the reader was
  function present(on) {
    if (on === root.classList.contains("presenting")) return;
    if (on) place = scrollY;
    root.classList.toggle("presenting", on);
    document.body.classList.toggle("slides", on);
    document.querySelector('[data-do="slides"]').textContent = on ? "Leave" : "Slides";
    if (!on) {
      if (ofSlides.test(location.hash)) history.replaceState(null, "", `#${current.id}`); // so that its link opens them again
      scrollTo({ top: place, behavior: "instant" });
    } else {
      scrollTo(0, 0);
    }
    courseFigures.markAll();
  }
  function slide(by) {
    const steps = $$(".step", current), k = steps.findIndex((s) => s.hasAttribute("aria-current")) + by;
    if (k >= 0 && k < steps.length) {
      stepIs(steps[k]);
      say(steps[k].textContent);
      return;
    }
    const chapter = chapters[chapters.indexOf(current) + by];
    if (chapter) slideChapter(chapter, by > 0 ? 0 : -1);
  }
  function slideChapter(chapter, step) {
    if (!chapter) return;
    chapterIs(chapter);
    const first = $$(".step", chapter).at(step);
    if (first) {
      first.removeAttribute("aria-current");
      stepIs(first);
    }
    courseFigures.markAll();
  }

  // #slides-4 opens the slides of chapter 4.
  function slidesOf() {
    const chapter = document.getElementById(`chapter-${ofSlides.exec(location.hash)?.[1]}`);
    present(chapter !== null);
    if (chapter) slideChapter(chapter, 0);
  }
  addEventListener("hashchange", slidesOf);

  // --- the teacher's table ------------------------------------------------------------------

  const table = document.getElementById("teacher-table");
  let checking = false;
  // Codes are checked in slices, between which the page answers and the button stops the work.
  async function reports() {
    if (checking || !sheafscopeCourse.methods) {
      checking = false;
      return;
    }
    const lines = document.getElementById("teacher-codes").value.split("\n").filter((line) => line.trim());
    const button = document.querySelector('[data-do="reports"]'), save = document.querySelector('[data-do="csv"]'), rows = table.tBodies[0];
    const begin = button.textContent;
    let done = 0, last = performance.now();
    checking = true;
    save.disabled = true;
    rows.replaceChildren();
    for (const line of lines) {
      const row = document.createElement("tr");
      row.append(...sheafscopeCourse.methods.report(line, ++done)
        .map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      rows.append(row);
      if (performance.now() - last < 40) continue;
      button.textContent = `Stop (${done} of ${lines.length} checked)`;
      await new Promise((next) => setTimeout(next));
      last = performance.now();
      if (!checking) break;
    }
    checking = false;
    button.textContent = begin;
    table.hidden = done === 0;
    save.disabled = done === 0;
    say(done < lines.length ? `Stopped: ${done} of ${lines.length} codes are checked` : `${done} codes are checked`);
  }
  function csv() {
    // A cell that begins like a formula would be one in a spreadsheet.
    const cell = (c) => `"${c.textContent.replace(/^[=+\-@\t]/, "'$&").replaceAll('"', '""')}"`;
    const text = $$("tr", table).map((row) => [...row.cells].map(cell).join(",")).join("\r\n");
    const a = Object.assign(document.createElement("a"),
      { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: "codes.csv" });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  }

  // --- buttons and keys ------------------------------------------------------------------

  const keys = document.getElementById("keys");
  const doing = {
    theme: turnTheme, print: () => print(), reports, csv, shortcuts: () => keys.showModal(),
    code: () => {
      document.getElementById("code").value = courseExercises.code();
      document.getElementById("codes").showModal();
      document.getElementById("code").select();
    },
    slides: () => present(!root.classList.contains("presenting")),
  };
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]"), turn = event.target.closest?.("[data-go]");
    if (button) doing[button.dataset.do]();
    if (turn) byTurns(Number(turn.dataset.go));
  });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("input,textarea,select")
      && event.target.type !== "range") return;
    const slides = root.classList.contains("presenting"), k = chapters.indexOf(current);
    const does = {
      "?": () => keys.showModal(), j: () => byTurns(1), k: () => byTurns(-1), s: doing.slides,
      Escape: () => (courseCards.opened() ? courseCards.close() : present(false)),
      ...(slides && {
        ArrowRight: () => slide(1), ArrowDown: () => slide(1), PageDown: () => slide(1), " ": () => slide(1),
        ArrowLeft: () => slide(-1), ArrowUp: () => slide(-1), PageUp: () => slide(-1),
        Home: () => slideChapter(chapters[k - 1], 0), End: () => slideChapter(chapters[k + 1], 0),
      }),
    }[event.key];
    if (!does) return;
    does();
    if (event.key !== "Escape") event.preventDefault();
  });

  // --- the programs ------------------------------------------------------------------------

  sheafscopeCourse.ready = (methods) => {
    sheafscopeCourse.methods = methods;
    courseFigures.began();
    courseEditor.open();
    const shown = current?.querySelector(".step[aria-current]");
    for (const step of $$(".step[aria-current]")) step.removeAttribute("aria-current");
    if (shown && root.classList.contains("presenting")) stepIs(shown);
    look();
    // The figure that one sees comes before the exercises, which may change figures again.
    setTimeout(() => courseExercises.begin(() => {
      methods.models(document.querySelector("[data-models]").dataset.models);
      courseFigures.markAll();
      root.dataset.course = "ready";
      performance.mark("sheafscope:course");
    }));
  };
  sheafscopeCourse.changed = () => {
    courseFigures.markAll();
    courseExercises.changed();
  };
  look();
  slidesOf();
  courseStart().catch((err) => courseNotice(`The figures cannot be moved now: ${err.message ?? err}. The text can be read all the same.`,
    false));
  sheafscopeOffline(sheafscopeVersion, courseNotice, () => "");
})();
