// The article: where the reader is, steps, slides, keys, theme.
"use strict";

(() => {
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement,
    chapters = $$(".chap");
  const say = (text) => {
    document.getElementById("say").textContent = text;
  };

  // --- theme ---------------------------------------------------------------------

  const kept = (key, value) => {
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
  const turnTheme = () => {
    sheafscopePrefers.choose(root.dataset.theme === "dark" ? "light" : "dark");
    kept("sheafscope-course-theme", root.dataset.theme);
  };

  // --- links of the first edition ------------------------------------------------

  // They open the chapter on the same subject. chapter-10 was WebKB then: a link to the one of now says its edition.
  const ofNow = () => new URLSearchParams(location.search).get("edition") === "2";
  const toEdition = (hash) => {
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
  function oldLink() {
    const was = location.hash.replace("#exercise-7-1", "#exercise-7b-1").replace(/^(#\w+)-7$/, "$1-7a");
    const hash = ofNow() ? was : was.replace(/^(#\w+)-10(-1)?$/, "$1-11$2");
    if (hash === location.hash) return;
    toEdition(hash);
    document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  }
  oldLink();
  addEventListener("hashchange", () => {
    if (/-10(\W|$)/.test(location.hash) && !ofNow()) toEdition(location.hash);
  });

  // --- the chapter and the step one reads --------------------------------------------

  let current = null;
  const rail = $$(".rail li a"),
    ticks = $$(".pnav u");
  function chapterIs(chapter) {
    if (chapter === current) return;
    current = chapter;
    const k = chapters.indexOf(chapter);
    for (const c of chapters) c.classList.toggle("now", c === chapter);
    rail.forEach((a, i) => (i === k ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")));
    ticks.forEach((u, i) => {
      u.className = i < k ? "d" : i === k ? "n" : "";
    });
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
  courseFigures.after.push((name) => {
    if (current?.querySelector(`[data-figure="${name}"]`)) linkSoon();
  });

  function stepIs(step) {
    const chapter = step.closest(".chap");
    for (const s of $$(".step", chapter)) if (s !== step) s.removeAttribute("aria-current");
    if (step.hasAttribute("aria-current")) return;
    step.setAttribute("aria-current", "step");
    // The reader's hand holds the figure until the next step, keys as long as they are in it.
    courseFigures.go(step.dataset.figureOf, step.dataset.set, !courseFigures.kept(step.dataset.figureOf));
    courseFigures.mark(step.dataset.figureOf);
  }
  const oneColumn = matchMedia("(max-width:68.75em)");
  function look() {
    if (deck.on() || alone) return;
    const middle = innerHeight * 0.45;
    let best = null,
      least = Infinity;
    for (const c of chapters) {
      const box = c.getBoundingClientRect();
      if (box.bottom < middle - 200 && c !== chapters.at(-1)) continue;
      chapterIs(c);
      break;
    }
    if (!current) return;
    // In one column the figure stands over the text, and one reads below it, but not in an exercise that has a figure of its own.
    const ex = $$(".ex", current).find((e) => e.getBoundingClientRect().bottom > innerHeight * 0.6);
    for (const e of $$(".ex", current)) e.classList.toggle("at", e === ex && ex.getBoundingClientRect().top < innerHeight * 0.75);
    current.classList.toggle("past", Boolean(ex?.querySelector(".exfig")) && ex.getBoundingClientRect().top < innerHeight * 0.75);
    const below = oneColumn.matches
        ? Math.max(
            0,
            ...$$(".fig, .fig>svg", current)
              .filter((e) => getComputedStyle(e).position === "sticky")
              .map((e) => e.getBoundingClientRect().bottom),
          )
        : 0,
      line = below < innerHeight * 0.6 ? below + (innerHeight - below) * 0.45 : middle;
    const steps = $$(".step", current),
      begins = current.getBoundingClientRect().top > -60;
    for (const s of begins ? steps.slice(0, 1) : steps) {
      // where a chapter begins, its first step is read
      const box = s.getBoundingClientRect(),
        far = Math.abs((box.top + box.bottom) / 2 - line);
      if (far < least) [best, least] = [s, far];
    }
    if (best) stepIs(best);
  }
  let looking = false;
  const lookSoon = () => {
    if (looking) return;
    looking = true;
    requestAnimationFrame(() => {
      looking = false;
      look();
    });
  };
  addEventListener("scroll", lookSoon, { passive: true });
  addEventListener("resize", lookSoon);

  const goTo = (chapter) => chapter && (chapter.scrollIntoView({ behavior: "instant" }), chapterIs(chapter));
  const byTurns = (by) => goTo(chapters[Math.max(0, Math.min(chapters.length - 1, chapters.indexOf(current) + by))]);

  // --- a figure alone, and links to a figure's state -----------------------------

  // ?figure=4-ring&state=turn=40 shows that figure alone, for a frame in another page, ?figure=editor-sensors the editor's with that sheaf.
  const asked = new URLSearchParams(location.search),
    [, ofChapter, figureName] = /^(\w+)-(\w+)$/.exec(asked.get("figure") ?? "") ?? [];
  const ofEditor = ofChapter === "editor";
  const alone = document.querySelector(ofEditor ? "#editor .fig" : `#chapter-${ofChapter ?? "none"} .fig[data-figure="${figureName}"]`);
  if (alone) {
    root.classList.add("framed");
    chapterIs(alone.closest(".chap"));
  }
  // #chapter-4:2:turn=55 is the second step of chapter 4 with its figure in a state.
  const ofState = /^#(chapter-\w+):(\d+):([\w=.,-]*)$/;
  // stateOf writes the parameters of a figure in an order of their own: the program's has none.
  const stateOf = (name) =>
    Object.entries(sheafscopeCourse.methods?.show(name)?.params ?? {})
      .filter(([key]) => /^\w+$/.test(key))
      .map(([key, p]) => `${key}=${p.value}`)
      .sort()
      .join(",");
  function linkState(el) {
    const name = el.closest("[data-figure]").dataset.figure,
      chapter = el.closest(".chap");
    const steps = $$(".step", chapter),
      k = Math.max(
        0,
        steps.findIndex((s) => s.hasAttribute("aria-current")),
      );
    toEdition(`#${chapter.id}:${k + 1}:${stateOf(name)}`);
    navigator.clipboard?.writeText(location.href).catch(() => {}); // the address bar has it, as is said
    say("The link to this figure is in the address bar.");
  }
  function openState() {
    if (ofEditor) {
      courseEditor.begin(figureName);
      return;
    }
    if (alone) {
      const first = $$(".step", current)[0];
      courseFigures.go(figureName, asked.get("state") ?? first?.dataset.set ?? "", true);
      return;
    }
    const [, id, k, state] = ofState.exec(location.hash) ?? [],
      step = id && $$(".step", document.getElementById(id) ?? root)[k - 1];
    if (!step) return;
    step.scrollIntoView({ behavior: "instant", block: "center" });
    chapterIs(step.closest(".chap"));
    stepIs(step);
    courseFigures.go(step.dataset.figureOf, state.replaceAll(",", " "), true);
    courseFigures.touch(step.dataset.figureOf);
  }

  // --- paper -------------------------------------------------------------------------------

  // On paper a figure stands below the head of its chapter, before the exercises, and shows what the text there says.
  addEventListener("beforeprint", () => {
    courseFigures.paper(true);
    for (const fig of $$(".chap > .fig")) [...fig.closest(".chap").querySelectorAll(".text>:is(h2,.goal,.want)")].at(-1)?.after(fig);
  });
  addEventListener("afterprint", () => {
    for (const fig of $$(".text > .fig")) fig.closest(".chap").append(fig);
    courseFigures.paper(false);
  });

  // --- slides --------------------------------------------------------------------------

  const deck = courseDeck({ chapters, chapterIs, stepIs, current: () => current, say, toEdition, stateOf });

  // --- the teacher's table ------------------------------------------------------------------

  const table = document.getElementById("teacher-table");
  let checking = false;
  // Codes are checked in slices, between which the page answers and the button stops the work.
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
      rows = table.tBodies[0];
    const begin = button.textContent,
      first = new Map(); // equal answers → the first code with them
    let done = 0,
      last = performance.now();
    checking = true;
    save.disabled = true;
    rows.replaceChildren();
    for (const line of lines) {
      const row = document.createElement("tr");
      const { cells, each, same } = sheafscopeCourse.methods.report(line, ++done);
      if (same && first.has(same)) cells[2] += `; the same answers as code ${first.get(same)}`;
      else if (same) first.set(same, done);
      row.append(...cells.map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      row.each = each;
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
    document.getElementById("gain").textContent = sheafscopeCourse.methods.gain();
    say(done < lines.length ? `Stopped: ${done} of ${lines.length} codes are checked` : `${done} codes are checked`);
  }
  function csv() {
    // A cell that begins like a formula would be one in a spreadsheet.
    const formula = (text) => /^[=+\-@\t\r]/.test(text) && !/^[-+]?\d+(\.\d+)?$/.test(text);
    const cell = (text) => `"${(formula(text) ? "'" + text : text).replaceAll('"', '""')}"`;
    const ids = table.dataset.exercises.split(" "),
      text = $$("tr", table)
        .map((row) => [...[...row.cells].map((c) => c.textContent), ...(row.each ?? ids)].map(cell).join(","))
        .join("\r\n");
    const a = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([text], { type: "text/csv" })),
      download: "codes.csv",
    });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  }

  const replay = courseReplay({ reports, say });

  // --- buttons and keys ------------------------------------------------------------------

  const keys = document.getElementById("keys");
  keys.querySelector("dl").after(sheafscopePrefers.keysBox());
  // menu is the rail as a sheet, where the window is too narrow for it.
  function menu() {
    const sheet = document.getElementById("menu"),
      list = document.querySelector(".rail").cloneNode(true);
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
  // A teacher's list takes a line with a name.
  const codeLine = () =>
    ["student", "code"]
      .map((id) => document.getElementById(id).value.trim())
      .filter(Boolean)
      .join(": ");
  const doing = {
    menu,
    copy: () => {
      const code = document.getElementById("code"),
        button = document.querySelector('[data-do="copy"]');
      const said = (word) => {
        say((button.textContent = word));
      };
      const byHand = () => {
        code.select();
        said("Marked: copy it");
      };
      if (navigator.clipboard) navigator.clipboard.writeText(codeLine()).then(() => said("Copied"), byHand);
      else byHand();
    },
    share: () => navigator.share({ title: "Completion code", text: codeLine() }).catch(() => {}), // or the reader changed their mind

    theme: turnTheme,
    print: () => print(),
    reports,
    csv,
    replay: replay.start,
    shortcuts: () => keys.showModal(),
    code: () => {
      const name = document.getElementById("student");
      name.value = kept("sheafscope-course-name") ?? "";
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
    slides: () => (deck.on() ? deck.leave() : deck.begin()),
    pin: deck.pinned,
  };
  addEventListener("click", (event) => {
    const to = event.target.closest?.("[data-link]");
    if (to) linkState(to);
    const button = event.target.closest?.("[data-do]"),
      turn = event.target.closest?.("[data-go]");
    if (button) doing[button.dataset.do]();
    if (turn) byTurns(Number(turn.dataset.go));
  });
  addEventListener("keydown", (event) => {
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.target.matches?.("input,textarea,select") && event.target.type !== "range")
    )
      return;
    const does = {
      "?": () => keys.showModal(),
      s: doing.slides,
      Escape: () => (courseCards.opened() ? courseCards.close() : deck.leave()),
      ...(!deck.on() && { j: () => byTurns(1), k: () => byTurns(-1) }),
    }[sheafscopePrefers.key(event)];
    if (!does) return;
    does();
    if (event.key !== "Escape") event.preventDefault();
  });

  // --- the programs ------------------------------------------------------------------------

  sheafscopeCourse.ready = (methods) => {
    sheafscopeCourse.methods = methods;
    courseFigures.began();
    courseEditor.open();
    for (const step of $$(".step[aria-current]")) step.removeAttribute("aria-current");
    look();
    if (deck.on()) deck.open();
    else openState();
    // The figure that one sees comes before the exercises, which may change figures again.
    setTimeout(() =>
      courseExercises.begin(() => {
        methods.models(document.querySelector("[data-models]").dataset.models);
        courseFigures.markAll();
        root.dataset.course = "ready";
        performance.mark("sheafscope:course");
      }),
    );
  };
  sheafscopeCourse.changed = () => {
    courseFigures.markAll();
    courseExercises.changed();
    replay.changed();
  };
  look();
  deck.open();
  courseStart().catch((err) =>
    courseNotice(`The figures cannot be moved now: ${err.message ?? err}. The text can be read all the same.`, false),
  );
  sheafscopeOffline(sheafscopeVersion, courseNotice, () => "");
})();
