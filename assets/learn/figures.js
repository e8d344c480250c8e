// Live figures: shows the program's output, and sends it what the reader does.
// A figure's parts are marked in the article (web/tool/pages): data-figure,
// data-picture, data-v (a number in a sentence), data-p (a parameter's control).
"use strict";

const courseFigures = (() => {
  const figures = new Map(); // name → {el, near, dirty, touched, params}
  for (const el of document.querySelectorAll("[data-figure]")) {
    figures.set(el.dataset.figure, { el, near: false, dirty: true, touched: false, params: {} });
  }
  const marks = new Map(); // "edge.turn" → elements
  const controls = new Map();
  for (const el of document.querySelectorAll("[data-v]"))
    (marks.get(el.dataset.v) ?? marks.set(el.dataset.v, []).get(el.dataset.v)).push(el);
  for (const el of document.querySelectorAll("[data-p]"))
    (controls.get(el.dataset.p) ?? controls.set(el.dataset.p, []).get(el.dataset.p)).push(el);
  const program = () => sheafscopeCourse.methods;
  const values = {}; // of all figures, for the cards
  const after = []; // called with a figure's name when it was drawn

  // A number of a step that is not being read stands as in the state of its step; one that must be trained first has none.
  let onPaper = false; // where no step is being read
  const frozen = (el) => {
    const at = el.dataset.at;
    return at === undefined || at === "…" || (!onPaper && el.closest(".step").hasAttribute("aria-current")) ? undefined : at;
  };
  const setText = (el, text) => {
    const now = frozen(el) ?? text;
    if (el.textContent === now) return;
    el.textContent = now;
    el.classList.toggle("unknown", now === "…"); // a blank on paper
    if (!el.matches(".live")) return;
    el.classList.add("lit"); // and goes out slowly
    setTimeout(() => el.classList.remove("lit"), 150);
  };

  function draw(name) {
    const f = figures.get(name),
      view = program().show(name);
    f.dirty = false;
    if (!view) return;
    f.params = view.params;
    for (const [picture, markup] of Object.entries(view.pictures)) {
      const svg = document.getElementById(`pic-${name}-${picture}`);
      if (!svg || svg.drawn === markup) continue;
      const { h, g } = svg.contains(document.activeElement) ? document.activeElement.dataset : {};
      svg.innerHTML = svg.drawn = markup;
      if (h ?? g) svg.querySelector(h ? `[data-h="${h}"]` : `[data-g="${g}"]`)?.focus({ preventScroll: true });
    }
    for (const [key, text] of Object.entries(view.values)) {
      values[`${name}.${key}`] = text;
      for (const el of marks.get(`${name}.${key}`) ?? []) setText(el, text);
    }
    for (const [key, p] of Object.entries(view.params))
      for (const el of controls.get(`${name}.${key}`) ?? []) {
        if (el.type === "range") {
          if (Number(el.value) !== p.value) el.value = p.value;
          el.setAttribute("aria-valuetext", p.text);
        } else if (el.dataset.value !== undefined) {
          const on = Math.round(p.value) === Number(el.dataset.value);
          el.setAttribute("aria-checked", String(on));
          el.tabIndex = on ? 0 : -1;
        } else {
          el.setAttribute("aria-valuenow", p.value);
          el.setAttribute("aria-valuetext", p.text);
        }
      }
    for (const b of document.querySelectorAll(`[data-run="${name}"]`)) b.disabled = view.busy;
    f.el.dataset.busy = view.busy;
    f.el.dataset.live = "true";
    for (const fn of after) fn(name);
  }

  let waiting = false;
  function mark(name) {
    const f = figures.get(name);
    if (f) f.dirty = true;
    if (waiting || !program()) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      for (const [n, g] of figures) if (g.dirty && g.near) draw(n);
    });
  }
  // renew draws a figure whose sheaf is another one now.
  const renew = (name) => {
    figures.get(name).touched = false;
    mark(name);
  };
  const markAll = () => {
    for (const n of figures.keys()) mark(n);
  };

  // touch: the reader has taken the figure over, and steps leave it alone.
  function touch(name) {
    const f = figures.get(name);
    if (!f || f.touched) return;
    f.touched = true;
    moved(name);
  }
  // moved offers to put a figure back to the state of the step that is read.
  function moved(name) {
    for (const step of document.querySelectorAll(`[data-figure-of="${name}"][aria-current]`)) {
      step.classList.add("moved");
      for (const b of step.querySelectorAll(".show")) b.hidden = false;
    }
  }
  function set(full, value, mine = true) {
    const [name, param] = full.split(".");
    if (!program() || !figures.has(name)) return;
    if (mine) {
      stop(name);
      touch(name);
    }
    program().set(name, param, value);
    mark(name);
  }

  const assigned = (state) =>
    state
      .split(/\s+/)
      .filter(Boolean)
      .map((s) => s.split("="))
      .map(([k, v]) => [k, Number(v)]);
  // grab moves a number of the text, with what its sentence supposes of the figure.
  function grab(el, value) {
    const [name] = el.dataset.p.split(".");
    for (const [k, v] of assigned(el.dataset.with)) program()?.set(name, k, v, 0);
    set(el.dataset.p, value);
  }

  // --- steps bring a figure to their state ------------------------------------

  const slow = matchMedia("(prefers-reduced-motion: reduce)");
  const moving = new Map(); // name → what ends its movement: where it is, a walk at its end, or all at its end
  // whole is a step's state with what other steps set and it does not: that begins as the figure does.
  function whole(name, state) {
    const params = program().show(name).params,
      out = {};
    for (const step of document.querySelectorAll(`.step[data-figure-of="${name}"]`)) {
      for (const [k] of assigned(step.dataset.set)) if (k in params) out[k] = params[k].start;
    }
    for (const [k, v] of assigned(state)) if (k in params && Number.isFinite(v)) out[k] = v;
    return Object.entries(out);
  }
  function go(name, state, force) {
    const f = figures.get(name);
    if (!f || !program()) return;
    if (!force) {
      // the reader has it
      moved(name);
      return;
    }
    if (force) {
      f.touched = false;
      for (const step of document.querySelectorAll(`[data-figure-of="${name}"]`)) {
        step.classList.remove("moved");
        for (const b of step.querySelectorAll(".show")) b.hidden = true;
      }
    }
    const from = program().show(name).params,
      wanted = whole(name, state);
    if (wanted.length === 0) return;
    moving.get(name)?.();
    // What the step names as a walk begins anew, and slowly.
    const walks = assigned(state)
      .map(([k]) => k)
      .filter((k) => from[k]?.walk);
    const begin = performance.now(),
      long = (k) => (slow.matches ? 0 : walks.includes(k) ? 2400 : 240);
    const end = Math.max(...wanted.map(([k]) => long(k)));
    let stopped = false;
    moving.set(name, (atEnd = false) => {
      if (!stopped) for (const [k, v] of wanted) if (atEnd || walks.includes(k)) program().set(name, k, v, 0);
      stopped = true;
    });
    const frame = () => {
      if (stopped) return;
      const passed = performance.now() - begin;
      for (const [k, v] of wanted) {
        const share = Math.min(1, passed / long(k)),
          walked = walks.includes(k); // NaN and Infinity where nothing moves
        if (!(share < 1) || from[k].jump) program().set(name, k, v, 0);
        else if (walked) program().set(name, k, v * share, 1);
        else program().set(name, k, from[k].value + (v - from[k].value) * (1 - (1 - share) ** 3), 1);
      }
      mark(name);
      if (passed < end) requestAnimationFrame(frame);
      else stopped = true;
    };
    frame();
  }

  // paper takes each figure to the state of its first step, where the chapter's head has its numbers, and back: on paper the text and
  // the figures say the same.
  const before = new Map();
  function paper(on) {
    if (!program() || on === onPaper) return;
    onPaper = on;
    for (const [name, f] of figures) {
      const step = document.querySelector(`.step[data-figure-of="${name}"]`);
      if (!step || !f.el.dataset.live) continue;
      stop(name, true);
      if (on)
        before.set(
          name,
          Object.entries(program().show(name).params).map(([k, p]) => [k, p.value]),
        );
      for (const [k, v] of on ? whole(name, step.dataset.set) : before.get(name)) program().set(name, k, v, 0);
      draw(name);
    }
  }

  // --- dragging -----------------------------------------------------------------

  const place = (svg, event) => {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [p.x, p.y];
  };
  const stop = (name, atEnd) => moving.get(name)?.(atEnd);
  let held = null; // {svg, name, picture, handle, id}
  addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.("[data-figure] svg.pic");
    if (!svg || !program() || event.button > 0) return;
    const name = svg.closest("[data-figure]").dataset.figure,
      grip = event.target.closest("[data-h]");
    if (!grip) return;
    held = { svg, name, picture: svg.dataset.picture, handle: grip.dataset.h };
    grip.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    stop(name);
    touch(name);
  });
  addEventListener("pointermove", (event) => {
    const over = held || event.pointerType !== "mouse" ? null : event.target.closest?.("svg[data-hover]");
    if (over && program()) {
      const name = over.closest("[data-figure]").dataset.figure;
      program().point(name, over.dataset.picture, "", ...place(over, event));
      mark(name);
    }
    if (!held) return;
    program().point(held.name, held.picture, held.handle, ...place(held.svg, event));
    mark(held.name);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      held = null;
    });
  addEventListener("click", (event) => {
    const svg = event.target.closest?.("[data-figure] svg.pic");
    if (!svg || !program() || event.target.closest("[data-h], .sym")) return;
    const name = svg.closest("[data-figure]").dataset.figure;
    program().point(name, svg.dataset.picture, "", ...place(svg, event));
    mark(name);
  });

  // Numbers in the text that one drags: four pixels are a step.
  let number = null;
  addEventListener("pointerdown", (event) => {
    const el = event.target.closest?.(".grab");
    if (!el || !program()) return;
    const [name, param] = el.dataset.p.split("."),
      p = figures.get(name)?.params[param];
    if (!p) return;
    number = { el, x: event.clientX, value: p.value, step: p.step };
    el.setPointerCapture(event.pointerId);
    stop(name);
  });
  addEventListener("pointermove", (event) => {
    if (number) grab(number.el, number.value + Math.round((event.clientX - number.x) / 4) * number.step);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      number = null;
    });

  addEventListener("input", (event) => {
    if (event.target.matches('input[type="range"][data-p]')) set(event.target.dataset.p, event.target.valueAsNumber);
  });
  addEventListener("click", (event) => {
    const choice = event.target.closest?.("button[data-p]");
    if (choice) set(choice.dataset.p, Number(choice.dataset.value));
    const run = event.target.closest?.("[data-run]");
    if (run && program()) {
      moving.get(run.dataset.run)?.(true); // a movement that went on would change what is trained
      touch(run.dataset.run);
      program().run(run.dataset.run);
      mark(run.dataset.run);
    }
    const show = event.target.closest?.(".show");
    if (show) go(show.closest(".step").dataset.figureOf, show.closest(".step").dataset.set, true);
  });

  // --- the keyboard ---------------------------------------------------------------

  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  addEventListener("keydown", (event) => {
    const arrow = arrows[event.key],
      el = document.activeElement;
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey || !el || !program()) return;
    const times = event.shiftKey ? 10 : 1;
    if (el.dataset.h !== undefined && el.closest("[data-figure]")) {
      const name = el.closest("[data-figure]").dataset.figure;
      stop(name);
      touch(name);
      program().nudge(name, el.dataset.h, arrow[0] * times, arrow[1] * times);
      mark(name);
    } else if (el.matches(".grab")) {
      const [name, param] = el.dataset.p.split("."),
        p = figures.get(name).params[param];
      grab(el, p.value + (arrow[0] + arrow[1]) * times * p.step);
    } else if (el.getAttribute("role") === "radio") {
      const all = [...el.parentElement.querySelectorAll('[role="radio"]')],
        next = all[(all.indexOf(el) + arrow[0] - arrow[1] + all.length) % all.length];
      next.focus();
      next.click();
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  });

  // --- which figures are near the screen; training rests when none has been for two minutes ---

  let rest = 0,
    training = false;
  function restSoon() {
    const trained = [...figures.values()].some((f) => f.near && f.el.closest(".chap").querySelector("[data-run],[data-trains]"));
    clearTimeout(rest);
    if (!trained && !training)
      rest = setTimeout(() => {
        program()?.rest();
        courseExercises.rested();
        markAll();
      }, 120_000);
  }
  // hold keeps the workers from their rest, for the teachers' table.
  function hold(on) {
    training = on;
    restSoon();
  }
  const watch = new IntersectionObserver(
    (entries) => {
      // The chapter is watched: on a phone a figure has no box of its own.
      for (const e of entries)
        for (const [name, f] of figures)
          if (e.target.contains(f.el)) {
            f.near = e.isIntersecting;
            if (f.near) mark(name);
          }
      restSoon();
    },
    { rootMargin: "60% 0px" },
  );
  const began = () => {
    for (const c of document.querySelectorAll(".chap")) watch.observe(c);
  };

  // kept reports whether steps leave a figure alone: keys are in it, or the reader answers an exercise there (data-answered).
  const kept = (name) => {
    const f = figures.get(name);
    return Boolean(f?.el.querySelector(":focus-visible") || (f?.touched && f.el.dataset.answered !== undefined));
  };
  return { kept, figures, values, after, mark, markAll, renew, set, go, touch, paper, began, hold };
})();
