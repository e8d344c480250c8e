// Exercises: the reader predicts, then checks. The program judges an answer (core/coursemath). Answers are kept on this device.
"use strict";

const courseExercises = (() => {
  const HOLD = 300, // ms for which a dragged figure must be right
    SEEDS = 999; // number of seeds that "other numbers" goes through
  const seedText = new URLSearchParams(location.search).get("seed") ?? "";
  const seed = /^[1-9][0-9]{0,8}$/.test(seedText) ? Number(seedText) : 1;
  const store = `sheafscope-course-${seed}-2`; // of the second edition
  /** Returns the stored answers with this name: by exercise, {answer, right, seed}. Entries of another form are left out. */
  const read = (name) =>
    Object.fromEntries(
      Object.entries(courseKept.read(name) ?? {}).filter(([, k]) => typeof k?.answer === "string" && typeof k.right === "boolean"),
    );
  /** Returns the stored answers, else those of the first edition to exercises that are unchanged. */
  const stored = () => {
    const now = read(store);
    if (Object.keys(now).length > 0) return now;
    const carried = document.querySelector("[data-carried]").dataset.carried.split(" ");
    return Object.fromEntries(Object.entries(read(`sheafscope-course-${seed}`)).filter(([id]) => carried.includes(id)));
  };
  const kept = stored();
  /** Adds the answers of another tab. A wrong answer never replaces a right one. */
  const join = (others) => {
    for (const [id, k] of Object.entries(others)) if (!kept[id]?.right || k.right) kept[id] = k;
  };
  /** Stores one answer, with the answers that another tab has stored meanwhile. */
  const keep = (id, given) => {
    join(stored());
    if (!kept[id]?.right || given.right) kept[id] = given;
    courseKept.write(store, JSON.stringify(kept));
  };
  const program = () => sheafscopeCourse.methods;
  const icons = {
    open: '<circle cx="8" cy="8" r="5.5"/>',
    right: '<path d="M3 8.5 6.5 12 13 4.5"/>',
    wrong: '<path d="M12.5 5.5A5.2 5.2 0 1 0 13.2 9M12.8 2.5v3.2H9.6"/>',
  };
  // The exercises by id. An exercise x has its element el, the question asked by the program, the reader's answer, its seed, waiting (for a
  // training), and the timer of a drag.
  const all = new Map();
  const part = (x, selector) => x.el.querySelector(selector);

  /** Shows the state of an exercise, open, right or wrong, with its icon and a text. */
  function setState(x, kind, label) {
    x.el.classList.remove("open", "right", "wrong");
    x.el.classList.add(kind);
    const st = part(x, ".st");
    if (st.textContent === label) return;
    st.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${icons[kind]}</svg>`;
    st.append(label);
  }
  /** Sets the label of the button that checks the answer, and enables or disables the button. */
  function setButton(x, label, enabled) {
    const b = part(x, '[data-testid="check"]');
    b.textContent = label;
    b.disabled = !enabled;
  }
  const unanswered = { drag: "Not yet there", graph: "Not yet there" };
  /** Opens an exercise for an answer. */
  function open(x) {
    setState(x, "open", unanswered[x.asked.kind] ?? "Not answered");
    part(x, ".why").hidden = true;
    setButton(x, x.asked.trains ? "Run to check" : "Check", x.answer !== "" || x.asked.inFigure);
  }
  /** Shows in the list of chapters which exercises are done, and enables the buttons of the completion code. */
  function showProgress() {
    for (const chapter of document.querySelectorAll(".chap")) {
      const list = [...all.values()].filter((x) => chapter.contains(x.el)),
        left = list.filter((x) => !kept[x.asked?.id]?.right).length;
      const link = document.querySelector(`.rail a[href="#${chapter.id}"]`);
      link.parentElement.classList.toggle("done", list.length > 0 && left === 0);
      if (list.length > 0) link.title = left === 0 ? "All exercises are right" : `${left} of ${list.length} exercises left`;
    }
    for (const b of document.querySelectorAll('[data-do="code"]')) {
      b.disabled = Object.keys(kept).length === 0 && courseKit.answers().join("") === "";
    }
  }

  /** Shows the program's verdict v: that the answer waits for a training, an error, or right or wrong with the reason. Keeps the answer. */
  function showVerdict(x, v) {
    const why = part(x, ".why");
    x.waiting = Boolean(v.wait);
    if (v.wait) {
      setState(x, "open", v.wait);
      setButton(x, "Training…", false);
      return;
    }
    why.innerHTML = typeset(v.error || v.reason);
    why.hidden = false;
    why.dataset.right = String(v.right);
    if (v.error) {
      setState(x, "open", "Not answered");
      setButton(x, "Check", true);
      return;
    }
    setState(x, v.right ? "right" : "wrong", v.right ? "Right" : "Not quite");
    setButton(x, v.right ? "Checked" : "Try again", !v.right);
    keep(x.asked.id, { answer: program().given(x.asked.id, x.answer), right: v.right, seed: x.seed });
    showProgress();
  }
  /** Checks the answer of an exercise. */
  const check = (x) => showVerdict(x, program().judge(x.asked.id, x.seed, x.answer));

  /** Chooses an option. Only the chosen option, or the first one before a choice, is reached by the Tab key. */
  function choose(x, answer) {
    x.answer = answer;
    for (const o of x.el.querySelectorAll(".opt")) {
      const on = o.dataset.key === answer;
      o.setAttribute("aria-checked", String(on));
      const isFirst = () => answer === "" && o === part(x, ".opt");
      o.tabIndex = on || isFirst() ? 0 : -1;
    }
    open(x);
  }
  /** Returns the texts of all fields, and an empty text while a field is empty. */
  function typed(x) {
    const words = [...x.el.querySelectorAll(".opts input")].map((i) => i.value.trim());
    return words.every((w) => w !== "") ? words.join("; ") : "";
  }
  /** Shows the question of an exercise, and the stored answer to it. */
  function fill(x) {
    const a = program().ask(x.id, x.seed);
    x.asked = a;
    part(x, ".q").innerHTML = typeset(a.question);
    const options = [...x.el.querySelectorAll(".opt")];
    a.options.forEach(([key, text], k) => {
      options[k].dataset.key = key;
      options[k].innerHTML = typeset(text);
    });
    const before = kept[x.id] && (kept[x.id].seed ?? seed) === x.seed ? kept[x.id] : undefined;
    if (before && a.kind === "choice") choose(x, before.answer);
    else if (before && (a.kind === "number" || a.kind === "entries")) {
      const words = before.answer.includes(";") ? before.answer.split(/;\s*/) : before.answer.split(" ");
      [...x.el.querySelectorAll(".opts input")].forEach((input, k) => {
        input.value = words[k] ?? "";
      });
      x.answer = before.answer;
    } else {
      x.answer = typed(x); // the reader may have typed before the program had started
    }
    open(x);
    if (before?.right) {
      setState(x, "right", "Right");
      setButton(x, "Checked", false);
    }
  }

  /** Asks with other numbers, and puts a link to them into the address. */
  function askOther(x) {
    x.seed = (x.seed % SEEDS) + 1;
    x.answer = "";
    for (const input of x.el.querySelectorAll(".opts input")) input.value = "";
    fill(x);
    if (x.asked.figure) courseFigures.reset(x.asked.figure);
    try {
      history.replaceState(null, "", `#${x.el.id}-seed-${x.seed}`);
    } catch {
      /* a page from a file keeps its address */
    }
  }
  addEventListener("course-kit", showProgress);
  addEventListener("storage", (event) => {
    if (event.key !== store) return;
    join(read(store));
    showProgress();
  });
  addEventListener("click", (event) => {
    const el = event.target.closest?.("[data-ex]"),
      x = el && all.get(el.dataset.ex);
    if (!x?.asked) return;
    if (event.target.closest('[data-testid="other"]')) return askOther(x);
    const option = event.target.closest(".opt");
    if (option) choose(x, option.dataset.key);
    if (!event.target.closest('[data-testid="check"]')) return;
    // After a wrong answer the button says "Try again" and opens the exercise.
    if (x.el.classList.contains("wrong") && !x.asked.inFigure) {
      open(x);
      part(x, ".opts input, .opt[aria-checked='true']")?.focus();
    } else check(x);
  });
  addEventListener("input", (event) => {
    const el = event.target.closest?.("[data-ex]"),
      x = el && all.get(el.dataset.ex);
    if (!x?.asked) return;
    x.answer = typed(x);
    open(x);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.(".opts input")) return;
    event.target.closest("[data-ex]").querySelector('[data-testid="check"]').click();
  });
  // A dragged figure is judged after each drawing. The answer is right once the figure has been right for HOLD ms.
  courseFigures.listeners.push((name) => {
    const x = [...all.values()].find((e) => e.asked?.figure === name);
    if (x?.asked.kind !== "drag") return;
    const v = program().judge(x.asked.id, x.seed, "-");
    part(x, ".now").textContent = v.value;
    if (!v.right) {
      clearTimeout(x.timer);
      x.timer = 0;
    }
    if (x.el.classList.contains("right") || !courseFigures.figures.get(name).touched) return;
    if (v.right) {
      x.timer ||= setTimeout(() => {
        x.timer = 0;
        showVerdict(x, program().judge(x.asked.id, x.seed, "-"));
      }, HOLD);
    } else {
      setState(x, "open", v.close ? "Nearly" : "Not yet there");
      part(x, ".why").innerHTML = typeset(v.reason);
      part(x, ".why").hidden = false;
      part(x, ".why").dataset.right = "false";
    }
  });

  /** Shows all exercises, one in each task of the browser, so that the page stays responsive. Calls done at the end. */
  function begin(done) {
    for (const el of document.querySelectorAll("[data-ex]")) {
      const k = kept[el.dataset.ex];
      all.set(el.dataset.ex, { id: el.dataset.ex, el, answer: "", waiting: false, timer: 0, seed: k?.seed ?? seed });
    }
    // A link may name an exercise and its seed.
    const linked = /^#(exercise-[\w-]+)-seed-([1-9]\d{0,2})$/.exec(location.hash),
      el = linked && document.getElementById(linked[1]);
    if (el) {
      all.get(el.dataset.ex).seed = Number(linked[2]);
      el.scrollIntoView({ behavior: "instant" });
    }
    const queue = [...all.values()];
    /** Shows the next exercise. */
    const next = () => {
      const x = queue.shift();
      if (x) {
        fill(x);
        setTimeout(next);
      } else {
        showProgress();
        done();
      }
    };
    next();
  }
  /** Checks the waiting exercises again after a training. */
  const recheck = () => {
    for (const x of all.values()) if (x.waiting) check(x);
  };
  /** Opens the waiting exercises, because the workers were stopped. */
  const workersStopped = () => {
    for (const x of all.values())
      if (x.waiting) {
        x.waiting = false;
        open(x);
      }
  };
  /** Returns the completion code for a name, with all answers. */
  const code = (name) => {
    const answersBy = (f) => Object.fromEntries(Object.entries(kept).map(([id, k]) => [id, String(f(k))]));
    return program().code(
      seed,
      answersBy((k) => k.answer),
      answersBy((k) => k.right),
      answersBy((k) => k.seed ?? seed),
      name,
      ...courseKit.answers(),
    );
  };
  return { begin, recheck, workersStopped, code };
})();
