// The exercises of the course: the reader answers first, then checks. The program judges an answer (core/coursemath). Answers are kept on
// this device.
"use strict";

const courseExercises = (() => {
  const HOLD = 300, // ms for which a dragged figure must be right
    SEEDS = 999; // number of seeds; after the last seed, "other numbers" begins again
  // The seed of the address chooses the numbers in the questions. It has at most nine digits.
  const seedText = new URLSearchParams(location.search).get("seed") ?? "";
  const seed = /^[1-9][0-9]{0,8}$/.test(seedText) ? Number(seedText) : 1;
  const store = `sheafscope-course-${seed}-2`; // the name of the stored answers to the second edition of the course
  /** Returns the stored answers with this name: by exercise, {answer, right, seed}. Entries of another form are left out. */
  const read = (name) =>
    Object.fromEntries(
      Object.entries(courseKept.read(name) ?? {}).filter(
        ([, given]) => typeof given?.answer === "string" && typeof given.right === "boolean",
      ),
    );
  /** Returns the stored answers. If there are none, returns the answers to the first edition, but only to exercises that are unchanged. */
  const stored = () => {
    const now = read(store);
    if (Object.keys(now).length > 0) return now;
    const carried = document.querySelector("[data-carried]").dataset.carried.split(" ");
    return Object.fromEntries(Object.entries(read(`sheafscope-course-${seed}`)).filter(([id]) => carried.includes(id)));
  };
  const kept = stored(); // the reader's answers by exercise: {answer, right, seed}
  /** Adds the answers of another tab. A wrong answer never replaces a right answer. */
  const join = (others) => {
    for (const [id, given] of Object.entries(others)) if (!kept[id]?.right || given.right) kept[id] = given;
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
  // The exercises by id. An exercise ex has its element el, the reader's answer ("" for none), and its seed. asked is its question from the
  // program, undefined before fill. waiting is true while the answer waits for a training. timer runs while a dragged figure is right, and
  // is 0 otherwise.
  //
  // A question has its kind (choice, number, entries, drag or graph), the options of a choice, and the name of its figure ("" for none).
  // inFigure reports that the reader answers in the figure, trains that a check trains a network.
  const all = new Map();
  /** Returns the first element of an exercise with this selector. */
  const part = (ex, selector) => ex.el.querySelector(selector);

  /** Shows the state of an exercise, open, right or wrong, with its icon and a text. */
  function setState(ex, kind, label) {
    ex.el.classList.remove("open", "right", "wrong");
    ex.el.classList.add(kind);
    const st = part(ex, ".st");
    if (st.textContent === label) return; // each label belongs to one kind, so the icon is the same
    st.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${icons[kind]}</svg>`;
    st.append(label);
  }
  /** Sets the label of the button that checks the answer, and enables or disables the button. */
  function setButton(ex, label, enabled) {
    const b = part(ex, '[data-testid="check"]');
    b.textContent = label;
    b.disabled = !enabled;
  }
  const unanswered = { drag: "Not yet there", graph: "Not yet there" }; // for exercises that are answered in a figure
  /** Opens an exercise for an answer. Its button is enabled once there is an answer, or at once if it is answered in a figure. */
  function open(ex) {
    setState(ex, "open", unanswered[ex.asked.kind] ?? "Not answered");
    part(ex, ".why").hidden = true;
    setButton(ex, ex.asked.trains ? "Run to check" : "Check", ex.answer !== "" || ex.asked.inFigure);
  }
  /** Shows in the list of chapters which exercises are done, and enables the buttons of the completion code. */
  function showProgress() {
    for (const chapter of document.querySelectorAll(".chap")) {
      const list = [...all.values()].filter((ex) => chapter.contains(ex.el)),
        left = list.filter((ex) => !kept[ex.asked?.id]?.right).length; // also exercises without their question yet
      const link = document.querySelector(`.rail a[href="#${chapter.id}"]`);
      link.parentElement.classList.toggle("done", list.length > 0 && left === 0);
      if (list.length > 0) link.title = left === 0 ? "All exercises are right" : `${left} of ${list.length} exercises left`;
    }
    for (const b of document.querySelectorAll('[data-do="code"]')) {
      b.disabled = Object.keys(kept).length === 0 && courseKit.answers().join("") === "";
    }
  }

  /**
   * Shows the program's verdict: wait (a text, the answer waits for a training), error (the answer has no meaning), or right (true or
   * false) with a reason. Only an answer that is right or wrong is kept.
   */
  function showVerdict(ex, verdict) {
    const why = part(ex, ".why");
    ex.waiting = Boolean(verdict.wait);
    if (verdict.wait) {
      setState(ex, "open", verdict.wait);
      setButton(ex, "Training…", false);
      return;
    }
    why.innerHTML = typeset(verdict.error || verdict.reason);
    why.hidden = false;
    why.dataset.right = String(verdict.right);
    if (verdict.error) {
      setState(ex, "open", "Not answered");
      setButton(ex, "Check", true);
      return;
    }
    setState(ex, verdict.right ? "right" : "wrong", verdict.right ? "Right" : "Not quite");
    setButton(ex, verdict.right ? "Checked" : "Try again", !verdict.right);
    keep(ex.asked.id, { answer: program().given(ex.asked.id, ex.answer), right: verdict.right, seed: ex.seed });
    showProgress();
  }
  /** Lets the program judge the answer to an exercise, and shows its verdict. */
  const check = (ex) => showVerdict(ex, program().judge(ex.asked.id, ex.seed, ex.answer));

  /** Chooses an option. The Tab key reaches only the chosen option, or before a choice the first option. */
  function choose(ex, answer) {
    ex.answer = answer;
    for (const o of ex.el.querySelectorAll(".opt")) {
      const isChosen = o.dataset.key === answer;
      o.setAttribute("aria-checked", String(isChosen));
      const isFirst = () => answer === "" && o === part(ex, ".opt");
      o.tabIndex = isChosen || isFirst() ? 0 : -1;
    }
    open(ex);
  }
  /** Returns the texts of all fields, and an empty text while a field is empty. */
  function typed(ex) {
    const words = [...ex.el.querySelectorAll(".opts input")].map((i) => i.value.trim());
    return words.every((w) => w !== "") ? words.join("; ") : "";
  }
  /** Shows the question of an exercise, and its stored answer. */
  function fill(ex) {
    const asked = program().ask(ex.id, ex.seed);
    ex.asked = asked;
    part(ex, ".q").innerHTML = typeset(asked.question);
    const options = [...ex.el.querySelectorAll(".opt")];
    asked.options.forEach(([key, text], k) => {
      options[k].dataset.key = key;
      options[k].innerHTML = typeset(text);
    });
    // An answer to the numbers of another seed is not shown. Old stored answers have no seed: they belong to the seed of the address.
    const last = kept[ex.id],
      before = last && (last.seed ?? seed) === ex.seed ? last : undefined;
    if (before && asked.kind === "choice") choose(ex, before.answer);
    else if (before && (asked.kind === "number" || asked.kind === "entries")) {
      // A stored answer has one text for each field. A field can hold several words: then semicolons separate the texts, else spaces.
      const words = before.answer.includes(";") ? before.answer.split(/;\s*/) : before.answer.split(" ");
      [...ex.el.querySelectorAll(".opts input")].forEach((input, k) => {
        input.value = words[k] ?? "";
      });
      ex.answer = before.answer;
    } else {
      ex.answer = typed(ex); // the reader may have typed before the program had started
    }
    open(ex);
    if (before?.right) {
      setState(ex, "right", "Right");
      setButton(ex, "Checked", false);
    }
  }

  /** Asks with the numbers of the next seed, and puts a link to this seed into the address. */
  function askOther(ex) {
    ex.seed = (ex.seed % SEEDS) + 1;
    ex.answer = "";
    for (const input of ex.el.querySelectorAll(".opts input")) input.value = "";
    fill(ex);
    if (ex.asked.figure) courseFigures.reset(ex.asked.figure);
    try {
      history.replaceState(null, "", `#${ex.el.id}-seed-${ex.seed}`);
    } catch {
      /* a page from a file keeps its address */
    }
  }
  addEventListener("course-kit", showProgress); // the ten questions have changed (kit.js)
  // Another tab has stored answers.
  addEventListener("storage", (event) => {
    if (event.key !== store) return;
    join(read(store));
    showProgress();
  });
  addEventListener("click", (event) => {
    const el = event.target.closest?.("[data-ex]"),
      ex = el && all.get(el.dataset.ex);
    if (!ex?.asked) return;
    if (event.target.closest('[data-testid="other"]')) return askOther(ex);
    const option = event.target.closest(".opt");
    if (option) choose(ex, option.dataset.key);
    if (!event.target.closest('[data-testid="check"]')) return;
    // After a wrong answer the button says "Try again" and opens the exercise. An answer in a figure is checked again at once.
    if (ex.el.classList.contains("wrong") && !ex.asked.inFigure) {
      open(ex);
      part(ex, ".opts input, .opt[aria-checked='true']")?.focus();
    } else check(ex);
  });
  addEventListener("input", (event) => {
    const el = event.target.closest?.("[data-ex]"),
      ex = el && all.get(el.dataset.ex);
    if (!ex?.asked) return;
    ex.answer = typed(ex);
    open(ex);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.(".opts input")) return;
    event.target.closest("[data-ex]").querySelector('[data-testid="check"]').click();
  });
  // A dragged figure is judged after each drawing; - is the answer "the present figure". The answer is right once the figure has been right
  // for HOLD ms. An exercise that is right, or whose figure the reader has not moved, keeps its state. Of the verdict, value is the
  // present value of the figure as text, and close reports that the figure is nearly right.
  courseFigures.listeners.push((name) => {
    const ex = [...all.values()].find((e) => e.asked?.figure === name);
    if (ex?.asked.kind !== "drag") return;
    const verdict = program().judge(ex.asked.id, ex.seed, "-");
    part(ex, ".now").textContent = verdict.value;
    if (!verdict.right) {
      clearTimeout(ex.timer);
      ex.timer = 0;
    }
    if (ex.el.classList.contains("right") || !courseFigures.figures.get(name).touched) return;
    if (verdict.right) {
      ex.timer ||= setTimeout(() => {
        ex.timer = 0;
        showVerdict(ex, program().judge(ex.asked.id, ex.seed, "-"));
      }, HOLD);
    } else {
      setState(ex, "open", verdict.close ? "Nearly" : "Not yet there");
      part(ex, ".why").innerHTML = typeset(verdict.reason);
      part(ex, ".why").hidden = false;
      part(ex, ".why").dataset.right = "false";
    }
  });

  /** Shows all exercises, one in each task of the browser, so that the page stays responsive. Calls done at the end. */
  function begin(done) {
    for (const el of document.querySelectorAll("[data-ex]")) {
      const last = kept[el.dataset.ex];
      all.set(el.dataset.ex, { id: el.dataset.ex, el, answer: "", waiting: false, timer: 0, seed: last?.seed ?? seed });
    }
    // A link may name an exercise and its seed, of up to three digits (SEEDS).
    const linked = /^#(exercise-[\w-]+)-seed-([1-9]\d{0,2})$/.exec(location.hash),
      el = linked && document.getElementById(linked[1]);
    if (el) {
      all.get(el.dataset.ex).seed = Number(linked[2]);
      el.scrollIntoView({ behavior: "instant" });
    }
    const queue = [...all.values()];
    /** Shows the next exercise. */
    const next = () => {
      const ex = queue.shift();
      if (ex) {
        fill(ex);
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
    for (const ex of all.values()) if (ex.waiting) check(ex);
  };
  /** Opens the waiting exercises again, because the stopped workers train nothing. */
  const workersStopped = () => {
    for (const ex of all.values())
      if (ex.waiting) {
        ex.waiting = false;
        open(ex);
      }
  };
  /** Returns the completion code for a name, with all answers. */
  const code = (name) => {
    /** Returns by exercise what the function f returns for its stored answer, as text. */
    const answersBy = (f) => Object.fromEntries(Object.entries(kept).map(([id, given]) => [id, String(f(given))]));
    return program().code(
      seed,
      answersBy((given) => given.answer),
      answersBy((given) => given.right),
      answersBy((given) => given.seed ?? seed),
      name,
      ...courseKit.answers(),
    );
  };
  return { begin, recheck, workersStopped, code };
})();
