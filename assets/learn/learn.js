// The article of the course: this script finds the chapter and the step that the reader reads, and connects the other scripts of the course
// with them. It also has the links, the printed page, the teacher's table, the buttons, the keys, and the theme.
"use strict";

(() => {
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement,
    chapters = $$(".chap");
  const LINK_PAUSE = 100, // ms without a change before the link to the laboratory is made
    SLICE = 40, // ms of work between two tasks of the page
    // Distances from the top of the window, as shares of its height:
    LINE = 0.45, // the line at which the text is read
    UPPER = 0.6, // an exercise that ends above this line is finished
    LOWER = 0.75; // an exercise that begins above this line is read
  /** Shows a text to screen readers. */
  const announce = (text) => {
    document.getElementById("say").textContent = text;
  };

  // --- theme ---------------------------------------------------------------------

  /** Returns the stored text of a key, null without one. With a value, stores the value and returns null. */
  const stored = (key, value) => {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch {
      /* storage is refused: the theme lasts as long as the page */
    }
    return null;
  };
  sheafscopePrefers.begin("sheafscope-course-theme");
  addEventListener("load", () => setTimeout(sheafscopePrefers.watch));
  /** Switches between the light and the dark theme. */
  const switchTheme = () => {
    sheafscopePrefers.choose(root.dataset.theme === "dark" ? "light" : "dark");
    stored("sheafscope-course-theme", root.dataset.theme);
  };

  // --- links of the first edition ------------------------------------------------

  // A link of the first edition of the course opens the chapter on the same subject. Chapter 10 has different subjects in the two editions.
  // A link to chapter 10 of the second edition therefore has ?edition=2.
  const isSecondEdition = () => new URLSearchParams(location.search).get("edition") === "2";
  /** Replaces the hash of the address, with the edition where a link needs it. */
  const replaceLink = (hash) => {
    const url = new URL(location.href);
    url.hash = hash;
    url.searchParams.delete("edition");
    if (/-10(\W|$)/.test(hash)) url.searchParams.set("edition", "2");
    try {
      history.replaceState(null, "", url);
    } catch {
      /* a page from a file keeps its address */
    }
  };
  /** Follows a link of the first edition. Chapter 7 became 7a and 7b, with its exercise in 7b, and chapter 10 became chapter 11. */
  function followOldLink() {
    const renamed = location.hash.replace("#exercise-7-1", "#exercise-7b-1").replace(/^(#\w+)-7$/, "$1-7a");
    const hash = isSecondEdition() ? renamed : renamed.replace(/^(#\w+)-10(-1)?$/, "$1-11$2");
    if (hash === location.hash) return;
    replaceLink(hash);
    document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  }
  followOldLink();
  // A click on a link inside the page leads to chapter 10 of the second edition.
  addEventListener("hashchange", () => {
    if (/-10(\W|$)/.test(location.hash) && !isSecondEdition()) replaceLink(location.hash);
  });

  // --- the current chapter and step --------------------------------------------

  let current = null; // the current chapter, null before findPlace
  const rail = $$(".rail li a"),
    ticks = $$(".pnav u");
  /** Makes a chapter the current chapter: in the list of chapters, in the row of ticks (d: before, n: now), and in the links. */
  function setChapter(chapter) {
    if (chapter === current) return;
    current = chapter;
    const k = chapters.indexOf(chapter);
    for (const c of chapters) c.classList.toggle("now", c === chapter);
    rail.forEach((a, i) => (i === k ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")));
    ticks.forEach((u, i) => {
      if (i < k) u.className = "d";
      else u.className = i === k ? "n" : "";
    });
    document.querySelector(".pnav b").textContent = `${chapter.id.slice("chapter-".length)} ${chapter.dataset.name}`;
    linkSoon();
  }
  const home = document.querySelector(".brand").getAttribute("href"); // the laboratory
  /** Makes the links to the laboratory open the figure of the current chapter. Without its link, they open the laboratory alone. */
  function linkLab() {
    const figure = current?.querySelector(".fig[data-figure]")?.dataset.figure; // a figure of an exercise has no class fig
    const link = figure && sheafscopeCourse.methods ? sheafscopeCourse.methods.link(figure) : "";
    for (const a of [...$$("[data-lab]"), ...(current ? $$(".tolab", current) : [])]) a.href = link ? `${home}#${link}` : home;
  }
  let linking = 0; // timer of the pause
  /** Makes the links after a pause, because the program needs milliseconds for a link. */
  function linkSoon() {
    clearTimeout(linking);
    linking = setTimeout(linkLab, LINK_PAUSE);
  }
  courseFigures.listeners.push((name) => {
    if (current?.querySelector(`[data-figure="${name}"]`)) linkSoon();
  });

  /**
   * Makes a step the current step of its chapter, and moves its figure to the state of the step. If the step is current already, the figure
   * stays as it is.
   */
  function setStep(step) {
    const chapter = step.closest(".chap");
    for (const s of $$(".step", chapter)) if (s !== step) s.removeAttribute("aria-current");
    if (step.hasAttribute("aria-current")) return;
    step.setAttribute("aria-current", "step");
    // While the reader moves the figure by keys, or answers an exercise in it, the figure also stays: only its buttons are shown.
    courseFigures.moveTo(step.dataset.figureOf, step.dataset.set, !courseFigures.isHeld(step.dataset.figureOf));
    courseFigures.redraw(step.dataset.figureOf);
  }
  const oneColumn = matchMedia("(max-width:68.75em)");
  /** Finds the chapter and the step that are read, by the scroll position. Slides and a figure alone have no such place. */
  function findPlace() {
    if (deck.isOn() || alone) return;
    const middle = innerHeight * LINE; // the line in pixels from the top of the window, if no figure covers the window
    let nearest = null, // the step nearest to the line
      least = Infinity; // its distance in pixels
    // The current chapter is the first chapter whose end is below a point 200 pixels above the line. If there is none, the last chapter is
    // current. 200 pixels keep a chapter current until the reader is at the head of the next chapter.
    for (const c of chapters) {
      const box = c.getBoundingClientRect();
      if (box.bottom < middle - 200 && c !== chapters.at(-1)) continue;
      setChapter(c);
      break;
    }
    if (!current) return;
    // In one column, the figure of the chapter is fixed above the text. While the reader is at an exercise with a figure of its own, the
    // figure of the chapter scrolls away (class past).
    const ex = $$(".ex", current).find((e) => e.getBoundingClientRect().bottom > innerHeight * UPPER),
      isRead = () => ex.getBoundingClientRect().top < innerHeight * LOWER;
    for (const e of $$(".ex", current)) e.classList.toggle("at", e === ex && isRead());
    current.classList.toggle("past", Boolean(ex?.querySelector(".exfig")) && isRead());
    // The text is read at a line: a little above the middle of the window, or of the part of the window below the figure.
    const fixedBottoms = () =>
      $$(".fig, .fig>svg", current)
        .filter((e) => getComputedStyle(e).position === "sticky")
        .map((e) => e.getBoundingClientRect().bottom);
    const below = oneColumn.matches ? Math.max(0, ...fixedBottoms()) : 0,
      line = below < innerHeight * UPPER ? below + (innerHeight - below) * LINE : middle;
    // The step whose middle is nearest to the line is read. While the chapter begins in the window, or at most 60 pixels (the height of the
    // bar) above it, its first step is read.
    const steps = $$(".step", current),
      atBegin = current.getBoundingClientRect().top > -60;
    for (const s of atBegin ? steps.slice(0, 1) : steps) {
      const box = s.getBoundingClientRect(),
        distance = Math.abs((box.top + box.bottom) / 2 - line);
      if (distance < least) [nearest, least] = [s, distance];
    }
    if (nearest) setStep(nearest);
  }
  let finding = false;
  /** Finds the place in the next frame. */
  const findPlaceSoon = () => {
    if (finding) return;
    finding = true;
    requestAnimationFrame(() => {
      finding = false;
      findPlace();
    });
  };
  addEventListener("scroll", findPlaceSoon, { passive: true });
  addEventListener("resize", findPlaceSoon);

  /** Scrolls to a chapter, if there is one. */
  const goTo = (chapter) => {
    if (!chapter) return;
    chapter.scrollIntoView({ behavior: "instant" });
    setChapter(chapter);
  };
  /** Moves by n chapters, at most to the first or last chapter. */
  const moveBy = (n) => goTo(chapters[Math.max(0, Math.min(chapters.length - 1, chapters.indexOf(current) + n))]);

  // --- a figure alone, and links to a figure's state -----------------------------

  // ?figure=4-ring&state=turn=40 shows the figure ring of chapter 4 without the text, for a frame in another page. ?figure=editor-sensors
  // shows the figure of the editor with the sheaf sensors.
  const query = new URLSearchParams(location.search),
    [, chapterNumber, figureName] = /^(\w+)-(\w+)$/.exec(query.get("figure") ?? "") ?? [];
  // alone is the figure of the address, null without one.
  const isEditor = chapterNumber === "editor"; // then figureName is the name of a sheaf
  const alone = document.querySelector(isEditor ? "#editor .fig" : `#chapter-${chapterNumber ?? "none"} .fig[data-figure="${figureName}"]`);
  if (alone) {
    root.classList.add("framed");
    setChapter(alone.closest(".chap"));
  }
  const stateLink = /^#(chapter-\w+):(\d+):([\w=.,-]*)$/; // #chapter-4:2:turn=55 is step 2 of chapter 4 with a state of its figure
  /** Returns the parameters of a figure as the text of a link, sorted, because the program gives them in no fixed order. */
  const stateOf = (name) =>
    Object.entries(sheafscopeCourse.methods?.show(name)?.params ?? {})
      .filter(([key]) => /^\w+$/.test(key))
      .map(([key, p]) => `${key}=${p.value}`)
      .sort()
      .join(",");
  /** Puts the link to a figure in its present state into the address bar and on the clipboard. */
  function linkState(el) {
    const name = el.closest("[data-figure]").dataset.figure,
      chapter = el.closest(".chap");
    const steps = $$(".step", chapter),
      k = Math.max(
        0,
        steps.findIndex((s) => s.hasAttribute("aria-current")),
      );
    replaceLink(`#${chapter.id}:${k + 1}:${stateOf(name)}`);
    navigator.clipboard?.writeText(location.href).catch(() => {}); // without the clipboard, the address bar has the link
    announce("The link to this figure is in the address bar.");
  }
  /** Opens what the address names: the editor with a sheaf, a figure without the text, or a step with a state of its figure. */
  function openState() {
    if (isEditor) {
      courseEditor.begin(figureName);
      return;
    }
    if (alone) {
      const first = $$(".step", current)[0];
      courseFigures.moveTo(figureName, query.get("state") ?? first?.dataset.set ?? "", true);
      return;
    }
    const [, id, k, state] = stateLink.exec(location.hash) ?? [],
      step = id && $$(".step", document.getElementById(id) ?? root)[k - 1];
    if (!step) return;
    step.scrollIntoView({ behavior: "instant", block: "center" });
    setChapter(step.closest(".chap"));
    setStep(step);
    courseFigures.moveTo(step.dataset.figureOf, state.replaceAll(",", " "), true);
    courseFigures.touch(step.dataset.figureOf); // so that the step does not move the figure away from this state
  }

  // --- paper -------------------------------------------------------------------------------

  // On paper a figure is below the head of its chapter: its heading, goal and requirements. The figure has the numbers of this text.
  addEventListener("beforeprint", () => {
    courseFigures.setPaper(true);
    for (const fig of $$(".chap > .fig")) $$(".text>:is(h2,.goal,.want)", fig.closest(".chap")).at(-1)?.after(fig);
  });
  addEventListener("afterprint", () => {
    for (const fig of $$(".text > .fig")) fig.closest(".chap").append(fig);
    courseFigures.setPaper(false);
  });

  // --- slides --------------------------------------------------------------------------

  const deck = courseDeck({ chapters, setChapter, setStep, current: () => current, announce, replaceLink, stateOf });

  // --- the teacher's table ------------------------------------------------------------------

  const table = document.getElementById("teacher-table");
  let checking = false;
  /**
   * Checks the codes, one in each line of the text field, and fills the table. The work is done in slices, between which the page responds.
   * A call during the work stops the work. The program's report returns the cells of a row, each (the result of each exercise, for the
   * file), and same (the answers as a text, "" for none), by which equal answers are found.
   */
  async function reports() {
    if (checking || !sheafscopeCourse.methods) {
      checking = false;
      return;
    }
    const lines = document
      .getElementById("teacher-codes")
      .value.split("\n")
      .filter((line) => line.trim());
    const button = document.querySelector('[data-do="reports"]'),
      save = document.querySelector('[data-do="csv"]'),
      body = table.tBodies[0];
    // The table is emptied. During the work the button stops the work.
    const label = button.textContent,
      firstCodes = new Map(); // answers → number of the first code with these answers
    let done = 0,
      sliceBegin = performance.now();
    checking = true;
    save.disabled = true;
    body.replaceChildren();
    // A row for each code. A code with the answers of an earlier code says so.
    for (const line of lines) {
      const row = document.createElement("tr");
      const { cells, each, same } = sheafscopeCourse.methods.report(line, ++done);
      if (same && firstCodes.has(same)) cells[2] += `; the same answers as code ${firstCodes.get(same)}`;
      else if (same) firstCodes.set(same, done);
      row.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      row.each = each; // for the file
      body.append(row);
      // After SLICE ms of work, the page gets time for other tasks, such as a click on the button.
      if (performance.now() - sliceBegin < SLICE) continue;
      button.textContent = `Stop (${done} of ${lines.length} checked)`;
      await new Promise((next) => setTimeout(next));
      sliceBegin = performance.now();
      if (!checking) break;
    }
    checking = false;
    button.textContent = label;
    table.hidden = done === 0;
    save.disabled = done === 0;
    document.getElementById("gain").textContent = sheafscopeCourse.methods.gain();
    announce(done < lines.length ? `Stopped: ${done} of ${lines.length} codes are checked` : `${done} codes are checked`);
  }
  /** Saves the table as a CSV file, with a further column for each exercise. */
  function csv() {
    // A spreadsheet would evaluate a cell that begins like a formula. An apostrophe before the text prevents this. Numbers need none.
    const isFormula = (text) => /^[=+\-@\t\r]/.test(text) && !/^[-+]?\d+(\.\d+)?$/.test(text);
    const cell = (text) => `"${(isFormula(text) ? "'" + text : text).replaceAll('"', '""')}"`;
    const ids = table.dataset.exercises.split(" "),
      text = $$("tr", table)
        .map((row) => [...[...row.cells].map((c) => c.textContent), ...(row.each ?? ids)].map(cell).join(","))
        .join("\r\n");
    const a = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([text], { type: "text/csv" })),
      download: "codes.csv",
    });
    a.click();
    // The browser reads the address after the click.
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  }

  const replay = courseReplay({ reports, announce });

  // --- buttons and keys ------------------------------------------------------------------

  const keys = document.getElementById("keys");
  keys.querySelector("dl").after(sheafscopePrefers.keysBox());
  /** Opens a copy of the list of chapters as a dialog, for a window that is too narrow for the list beside the text. */
  function menu() {
    const sheet = document.getElementById("menu"),
      list = document.querySelector(".rail").cloneNode(true);
    // The copy has no test ids, as each test id occurs once.
    for (const el of [list, ...$$("[data-testid]", list)]) el.removeAttribute("data-testid");
    list.className = "inmenu";
    list.removeAttribute("aria-label");
    const close = Object.assign(document.createElement("button"), { className: "go", textContent: "Close", type: "button" });
    sheet.replaceChildren(list, close);
    sheet.onclick = (event) => {
      if (event.target.closest("a, button")) sheet.close();
    };
    sheet.showModal();
  }
  /** Returns the completion code with the name before it, a line of the teacher's list. */
  const codeLine = () =>
    ["student", "code"]
      .map((id) => document.getElementById(id).value.trim())
      .filter(Boolean)
      .join(": ");
  // The actions of the buttons, by data-do.
  const actions = {
    menu,
    copy: () => {
      const code = document.getElementById("code"),
        button = document.querySelector('[data-do="copy"]');
      const report = (text) => {
        button.textContent = text;
        announce(text);
      };
      // Without the clipboard, the code is selected, and the reader copies it.
      const selectCode = () => {
        code.select();
        report("Marked: copy it");
      };
      // A page from a file or without HTTPS has no clipboard.
      if (navigator.clipboard) navigator.clipboard.writeText(codeLine()).then(() => report("Copied"), selectCode);
      else selectCode();
    },
    share: () => navigator.share({ title: "Completion code", text: codeLine() }).catch(() => {}), // the reader may cancel

    theme: switchTheme,
    print: () => print(),
    reports,
    csv,
    replay: replay.start,
    shortcuts: () => keys.showModal(),
    code: () => {
      const name = document.getElementById("student");
      name.value = stored("sheafscope-course-name") ?? "";
      name.oninput = () => {
        courseKept.write("sheafscope-course-name", name.value);
        document.getElementById("code").value = courseExercises.code(name.value.trim().slice(0, 60));
      };
      name.oninput();
      document.querySelector('[data-do="copy"]').textContent = "Copy";
      document.querySelector('[data-do="share"]').hidden = !navigator.share;
      document.getElementById("codes").showModal();
      document.getElementById("code").select();
    },
    slides: () => (deck.isOn() ? deck.leave() : deck.begin()),
    pin: deck.togglePin,
  };
  addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-link]");
    if (link) linkState(link);
    const button = event.target.closest?.("[data-do]"),
      turn = event.target.closest?.("[data-go]");
    if (button) actions[button.dataset.do]();
    if (turn) moveBy(Number(turn.dataset.go));
  });
  // Keys without Alt, Control or Meta, outside text fields. On slides, j and k have no meaning.
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches?.("input,textarea,select") && event.target.type !== "range") return;
    const action = {
      "?": () => keys.showModal(),
      s: actions.slides,
      Escape: () => (courseCards.isOpen() ? courseCards.close() : deck.leave()),
      ...(!deck.isOn() && { j: () => moveBy(1), k: () => moveBy(-1) }),
    }[sheafscopePrefers.key(event)];
    if (!action) return;
    action();
    if (event.key !== "Escape") event.preventDefault(); // Escape also closes a dialog
  });

  // --- the program -------------------------------------------------------------------------

  // When the program has started, the figures are drawn. The current step is found again, because now it can move its figure.
  sheafscopeCourse.ready = (methods) => {
    sheafscopeCourse.methods = methods;
    courseFigures.observe();
    courseEditor.open();
    for (const step of $$(".step[aria-current]")) step.removeAttribute("aria-current");
    findPlace();
    if (deck.isOn()) deck.open();
    else openState();
    // The visible figure is drawn before the exercises begin, which may change figures again.
    setTimeout(() =>
      courseExercises.begin(() => {
        methods.models(document.querySelector("[data-models]").dataset.models);
        courseFigures.redrawAll();
        root.dataset.course = "ready";
        performance.mark("sheafscope:course");
      }),
    );
  };
  // A network was trained.
  sheafscopeCourse.changed = () => {
    courseFigures.redrawAll();
    courseExercises.recheck();
    replay.update();
  };
  // The text can be read before the program has started.
  findPlace();
  deck.open();
  courseStart().catch((err) =>
    courseNotice(`The figures cannot be moved now: ${err.message ?? err}. The text can be read all the same.`, false),
  );
  sheafscopeOffline(
    sheafscopeVersion,
    (text) => courseNotice(text, true),
    () => "",
  ); // its result is for the runs of the laboratory
})();
