// Exercises: predict, then check. What is right is said by the program
// (core/coursemath); what was answered stays on this device.
"use strict";

const courseExercises = (() => {
  const seedText = new URLSearchParams(location.search).get("seed") ?? "";
  const seed = /^[1-9][0-9]{0,8}$/.test(seedText) ? Number(seedText) : 1;
  const store = `sheafscope-course-${seed}-2`; // of the second edition
  // What is kept on this device: id → {answer, right, seed}; whatever else stands there is left out.
  const read = (name) =>
    Object.fromEntries(
      Object.entries(courseKept.read(name) ?? {}).filter(([, k]) => typeof k?.answer === "string" && typeof k.right === "boolean"),
    );
  const stored = () => {
    const now = read(store);
    if (Object.keys(now).length > 0) return now;
    // Answers of the first edition to exercises that have stayed as they were.
    const carried = document.querySelector("[data-carried]").dataset.carried.split(" ");
    return Object.fromEntries(Object.entries(read(`sheafscope-course-${seed}`)).filter(([id]) => carried.includes(id)));
  };
  const kept = stored();
  // join takes answers of another tab: a wrong one never in place of a right one.
  const join = (others) => {
    for (const [id, k] of Object.entries(others)) if (!kept[id]?.right || k.right) kept[id] = k;
  };
  // Only this answer: another tab may have kept others meanwhile.
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
  const all = new Map(); // id → {el, asked, answer, waiting}
  const part = (x, name) => x.el.querySelector(name);

  function state(x, kind, word) {
    x.el.classList.remove("open", "right", "wrong");
    x.el.classList.add(kind);
    const st = part(x, ".st");
    if (st.textContent === word) return;
    st.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true">${icons[kind]}</svg>`;
    st.append(word);
  }
  function button(x, word, on) {
    const go = part(x, '[data-testid="check"]');
    go.textContent = word;
    go.disabled = !on;
  }
  const first = { drag: "Not yet there", graph: "Not yet there" };
  function open(x) {
    state(x, "open", first[x.asked.kind] ?? "Not answered");
    part(x, ".why").hidden = true;
    button(x, x.asked.trains ? "Run to check" : "Check", x.answer !== "" || x.asked.inFigure);
  }
  function progress() {
    for (const chapter of document.querySelectorAll(".chap")) {
      const list = [...all.values()].filter((x) => chapter.contains(x.el)),
        left = list.filter((x) => !kept[x.asked?.id]?.right).length;
      const a = document.querySelector(`.rail a[href="#${chapter.id}"]`);
      a.parentElement.classList.toggle("done", list.length > 0 && left === 0);
      if (list.length > 0) a.title = left === 0 ? "All exercises are right" : `${left} of ${list.length} exercises left`;
    }
    for (const b of document.querySelectorAll('[data-do="code"]')) {
      b.disabled = Object.keys(kept).length === 0 && courseKit.answers().join("") === "";
    }
  }

  function verdict(x, v) {
    const why = part(x, ".why");
    x.waiting = Boolean(v.wait);
    if (v.wait) {
      state(x, "open", v.wait);
      button(x, "Training…", false);
      return;
    }
    why.innerHTML = typeset(v.error || v.reason);
    why.hidden = false;
    why.dataset.right = String(v.right);
    if (v.error) {
      state(x, "open", "Not answered");
      button(x, "Check", true);
      return;
    }
    state(x, v.right ? "right" : "wrong", v.right ? "Right" : "Not quite");
    button(x, v.right ? "Checked" : "Try again", !v.right);
    keep(x.asked.id, { answer: program().given(x.asked.id, x.answer), right: v.right, seed: x.seed });
    progress();
  }
  const check = (x) => verdict(x, program().judge(x.asked.id, x.seed, x.answer));

  function choose(x, answer) {
    x.answer = answer;
    for (const o of x.el.querySelectorAll(".opt")) {
      const on = o.dataset.key === answer;
      o.setAttribute("aria-checked", String(on));
      o.tabIndex = on || (answer === "" && o === part(x, ".opt")) ? 0 : -1;
    }
    open(x);
  }
  // typed is what stands in the fields, "" until all of them are filled in.
  function typed(x) {
    const words = [...x.el.querySelectorAll(".opts input")].map((i) => i.value.trim());
    return words.every((w) => w !== "") ? words.join("; ") : "";
  }
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
      x.answer = typed(x); // while the program was still to come
    }
    open(x);
    if (before?.right) {
      state(x, "right", "Right");
      button(x, "Checked", false);
    }
  }

  // other asks with other numbers, and puts a link to them into the address.
  function other(x) {
    x.seed = (x.seed % 999) + 1;
    x.answer = "";
    for (const input of x.el.querySelectorAll(".opts input")) input.value = "";
    fill(x);
    if (x.asked.figure) courseFigures.renew(x.asked.figure);
    try {
      history.replaceState(null, "", `#${x.el.id}-seed-${x.seed}`);
    } catch {
      /* a page from a file keeps its address */
    }
  }
  addEventListener("course-kit", progress);
  addEventListener("storage", (event) => {
    if (event.key !== store) return;
    join(read(store));
    progress();
  });
  addEventListener("click", (event) => {
    const el = event.target.closest?.("[data-ex]"),
      x = el && all.get(el.dataset.ex);
    if (!x?.asked) return;
    if (event.target.closest('[data-testid="other"]')) return other(x);
    const option = event.target.closest(".opt");
    if (option) choose(x, option.dataset.key);
    if (!event.target.closest('[data-testid="check"]')) return;
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
  // A drag is judged while it goes on, and right when it has been so for 300 ms.
  courseFigures.after.push((name) => {
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
        verdict(x, program().judge(x.asked.id, x.seed, "-"));
      }, 300);
    } else {
      state(x, "open", v.close ? "Nearly" : "Not yet there");
      part(x, ".why").innerHTML = typeset(v.reason);
      part(x, ".why").hidden = false;
      part(x, ".why").dataset.right = "false";
    }
  });

  // begin asks the exercises one by one, so that the page answers in between, and calls done at the end.
  function begin(done) {
    for (const el of document.querySelectorAll("[data-ex]")) {
      const k = kept[el.dataset.ex];
      all.set(el.dataset.ex, { id: el.dataset.ex, el, answer: "", waiting: false, timer: 0, seed: k?.seed ?? seed });
    }
    const linked = /^#(exercise-[\w-]+)-seed-([1-9]\d{0,2})$/.exec(location.hash),
      el = linked && document.getElementById(linked[1]);
    if (el) {
      all.get(el.dataset.ex).seed = Number(linked[2]);
      el.scrollIntoView({ behavior: "instant" });
    }
    const left = [...all.values()];
    const next = () => {
      const x = left.shift();
      if (x) {
        fill(x);
        setTimeout(next);
      } else {
        progress();
        done();
      }
    };
    next();
  }
  const changed = () => {
    for (const x of all.values()) if (x.waiting) check(x);
  };
  // rested: the workers are gone, and nobody waits for them.
  const rested = () => {
    for (const x of all.values())
      if (x.waiting) {
        x.waiting = false;
        open(x);
      }
  };
  const code = (name) => {
    const by = (f) => Object.fromEntries(Object.entries(kept).map(([id, k]) => [id, String(f(k))]));
    return program().code(
      seed,
      by((k) => k.answer),
      by((k) => k.right),
      by((k) => k.seed ?? seed),
      name,
      ...courseKit.answers(),
    );
  };
  return { begin, changed, rested, code };
})();
