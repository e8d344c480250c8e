// The live figures of the course: they show the output of the program, and send the reader's actions to the program. The article marks the
// parts of a figure (web/tool/pages): data-figure (its element), data-picture, data-v (a number in a sentence), data-p (a control of a
// parameter), and data-run (a button that trains). The program marks the handles of a picture (data-h). A step of the article has the name
// of its figure (data-figure-of) and the state that it shows (data-set), such as "turn=40 walk=2".
"use strict";

const courseFigures = (() => {
  const WALK = 2400, // ms of the movement of a parameter that a step names as a walk
    MOVE = 240, // ms of the movement of another parameter
    LIGHT = 150, // ms for which a new number is lit before it fades
    REST = 120_000, // ms without a trained figure near the screen before the workers are stopped
    STEP = 4; // pixels of a drag for one step of a number
  // By name: the element el, near (the screen), dirty (to be drawn), and touched (changed by the reader, so that steps do not move it).
  // params has the parameters by name. Of a parameter, value is the present value as a number, text the value for a screen reader, start
  // the value at the start, and step the smallest change. walk and jump say how steps of the article move it (moveTo).
  const figures = new Map();
  for (const el of document.querySelectorAll("[data-figure]")) {
    figures.set(el.dataset.figure, { el, near: false, dirty: true, touched: false, params: {} });
  }
  const numbers = new Map(); // elements of a value, by a name such as ring.turn
  const controls = new Map(); // elements of a parameter, by its full name, for example ring.walk
  // Adds an element to the list of a key.
  const add = (map, key, el) => (map.get(key) ?? map.set(key, []).get(key)).push(el);
  for (const el of document.querySelectorAll("[data-v]")) add(numbers, el.dataset.v, el);
  for (const el of document.querySelectorAll("[data-p]")) add(controls, el.dataset.p, el);
  const program = () => sheafscopeCourse.methods;
  const values = {}; // the texts of all values by their full names, for the cards
  const listeners = []; // functions that are called with the name of a figure after its drawing

  let onPaper = false; // whether the page is printed, so that no step is current
  /**
   * Returns the fixed text (data-at) of a number: in a step that is not current, the value in the state of that step. Returns undefined for
   * a number that follows its figure: a number without a fixed text, in the current step, or whose value needs a training (…).
   */
  const fixedText = (el) => {
    const fixed = el.dataset.at;
    if (fixed === undefined || fixed === "…") return undefined;
    return !onPaper && el.closest(".step").hasAttribute("aria-current") ? undefined : fixed;
  };
  /** Writes the text of a number, unless its text is fixed. A changed live number is lit for a moment. */
  const setText = (el, text) => {
    const now = fixedText(el) ?? text;
    if (el.textContent === now) return;
    el.textContent = now;
    el.classList.toggle("unknown", now === "…"); // the style sheet prints a blank
    if (!el.matches(".live")) return;
    el.classList.add("lit");
    setTimeout(() => el.classList.remove("lit"), LIGHT);
  };

  /** Draws a figure: pictures, numbers and controls, then calls the listeners. A figure that the program does not know stays as it is. */
  function draw(name) {
    const figure = figures.get(name),
      view = program().show(name);
    figure.dirty = false;
    if (!view) return;
    figure.params = view.params;
    for (const [picture, markup] of Object.entries(view.pictures)) {
      const svg = document.getElementById(`pic-${name}-${picture}`);
      if (!svg || svg.drawn === markup) continue; // drawn is the last markup
      // The handle (h) or the symbol (g) with the focus gets the focus again.
      const { h, g } = svg.contains(document.activeElement) ? document.activeElement.dataset : {};
      svg.innerHTML = markup;
      svg.drawn = markup;
      if (h ?? g) svg.querySelector(h ? `[data-h="${h}"]` : `[data-g="${g}"]`)?.focus({ preventScroll: true });
    }
    for (const [key, text] of Object.entries(view.values)) {
      values[`${name}.${key}`] = text;
      for (const el of numbers.get(`${name}.${key}`) ?? []) setText(el, text);
    }
    // A control is a slider, a choice between values, or a number in the text.
    for (const [key, p] of Object.entries(view.params))
      for (const el of controls.get(`${name}.${key}`) ?? []) {
        if (el.type === "range") {
          if (Number(el.value) !== p.value) el.value = p.value;
          el.setAttribute("aria-valuetext", p.text);
        } else if (el.dataset.value !== undefined) {
          const isChosen = Math.round(p.value) === Number(el.dataset.value);
          el.setAttribute("aria-checked", String(isChosen));
          el.tabIndex = isChosen ? 0 : -1; // the Tab key reaches one of the values
        } else {
          el.setAttribute("aria-valuenow", p.value);
          el.setAttribute("aria-valuetext", p.text);
        }
      }
    // While a training of the figure proceeds (busy), its buttons start no other. live marks a figure that was drawn.
    for (const b of document.querySelectorAll(`[data-run="${name}"]`)) b.disabled = view.busy;
    figure.el.dataset.busy = view.busy;
    figure.el.dataset.live = "true";
    for (const fn of listeners) fn(name);
  }

  let waiting = false; // whether a frame is requested
  /** Marks a figure as changed. In the next frame, all changed figures near the screen are drawn. */
  function redraw(name) {
    const f = figures.get(name);
    if (f) f.dirty = true;
    if (waiting || !program()) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      for (const [n, g] of figures) if (g.dirty && g.near) draw(n);
    });
  }
  /** Redraws a figure that has the numbers of a new exercise. The figure counts as unchanged by the reader. */
  const reset = (name) => {
    figures.get(name).touched = false;
    redraw(name);
  };
  /** Marks all figures as changed. Far from the screen, a figure is drawn when it comes near. */
  const redrawAll = () => {
    for (const n of figures.keys()) redraw(n);
  };

  /** Marks a figure as changed by the reader, so that steps do not move it. */
  function touch(name) {
    const f = figures.get(name);
    if (!f || f.touched) return;
    f.touched = true;
    offerReset(name);
  }
  /** Shows, in the current step of a figure, the buttons that move the figure back to the state of this step. */
  function offerReset(name) {
    for (const step of document.querySelectorAll(`[data-figure-of="${name}"][aria-current]`)) {
      step.classList.add("moved");
      for (const b of step.querySelectorAll(".show")) b.hidden = false;
    }
  }
  /** Sets a parameter to the reader's value, and ends a movement of the figure. The full name of the parameter has the form ring.turn. */
  function set(full, value) {
    const [name, param] = full.split(".");
    if (!program() || !figures.has(name)) return;
    stop(name);
    touch(name);
    program().set(name, param, value);
    redraw(name);
  }

  /** Returns the pairs [parameter, value] of a state, for example "turn=40 walk=2". */
  const assigned = (state) =>
    state
      .split(/\s+/)
      .filter(Boolean)
      .map((s) => s.split("="))
      .map(([k, v]) => [k, Number(v)]);
  /** Sets a number of the text to a value. First the figure gets the parameters that the sentence supposes (data-with). */
  function setNumber(el, value) {
    const [name] = el.dataset.p.split(".");
    for (const [k, v] of assigned(el.dataset.with)) program()?.set(name, k, v, 0);
    set(el.dataset.p, value);
  }

  // --- steps move a figure to their state --------------------------------------

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const moving = new Map(); // by name, the function that ends the movement of a figure
  /**
   * Returns the pairs [parameter, value] of a state. A parameter that the state leaves out, but any step of the figure sets, has its value
   * at the start. Unknown parameters are left out.
   */
  function complete(name, state) {
    const params = program().show(name).params,
      result = {};
    for (const step of document.querySelectorAll(`.step[data-figure-of="${name}"]`)) {
      for (const [k] of assigned(step.dataset.set)) if (k in params) result[k] = params[k].start;
    }
    for (const [k, v] of assigned(state)) if (k in params && Number.isFinite(v)) result[k] = v;
    return Object.entries(result);
  }
  /**
   * Moves a figure to a state. The figure then counts as unchanged by the reader (touched). Without force, the figure stays as it is, and
   * only the buttons that would move it are shown.
   */
  function moveTo(name, state, force) {
    const f = figures.get(name);
    if (!f || !program()) return;
    if (!force) {
      offerReset(name);
      return;
    }
    f.touched = false;
    for (const step of document.querySelectorAll(`[data-figure-of="${name}"]`)) {
      step.classList.remove("moved");
      for (const b of step.querySelectorAll(".show")) b.hidden = true;
    }
    const from = program().show(name).params,
      target = complete(name, state);
    if (target.length === 0) return;
    moving.get(name)?.(); // ends the last movement
    // A parameter that the state names as a walk moves slowly, and from its beginning.
    const walks = assigned(state)
      .map(([k]) => k)
      .filter((k) => from[k]?.walk);
    const begin = performance.now(),
      duration = (k) => {
        if (still.matches) return 0;
        return walks.includes(k) ? WALK : MOVE;
      };
    const longest = Math.max(...target.map(([k]) => duration(k))); // ms
    let stopped = false;
    // The function that ends the movement early. It sets the walks to their end, and with atEnd all parameters. Without atEnd, parameters
    // other than walks keep their present values. After the end of the movement it does nothing.
    moving.set(name, (atEnd = false) => {
      if (!stopped) for (const [k, v] of target) if (atEnd || walks.includes(k)) program().set(name, k, v, 0);
      stopped = true;
    });
    /**
     * Moves all parameters to their values at the present time. A walk moves evenly from 0 to its value v. Other parameters move from their
     * present values, and slow down at the end. A parameter with jump has no values in between. The last argument of set is 1 on the way.
     */
    const frame = () => {
      if (stopped) return;
      const elapsed = performance.now() - begin;
      for (const [k, v] of target) {
        const share = Math.min(1, elapsed / duration(k)), // without a movement, NaN or 1
          isWalk = walks.includes(k);
        // !(share < 1) is true also for NaN.
        if (!(share < 1) || from[k].jump) program().set(name, k, v, 0);
        else if (isWalk) program().set(name, k, v * share, 1);
        else program().set(name, k, from[k].value + (v - from[k].value) * (1 - (1 - share) ** 3), 1);
      }
      redraw(name);
      if (elapsed < longest) requestAnimationFrame(frame);
      else stopped = true;
    };
    frame();
  }

  const before = new Map(); // by name, the pairs [parameter, value] of a figure before printing
  /**
   * Moves all figures to the states of their first steps for printing, or with false back. The head of a chapter has the numbers of these
   * states, so that figures and text agree on paper. Figures that were never drawn are left out.
   */
  function setPaper(isPaper) {
    if (!program() || isPaper === onPaper) return;
    onPaper = isPaper;
    for (const [name, f] of figures) {
      const step = document.querySelector(`.step[data-figure-of="${name}"]`);
      if (!step || !f.el.dataset.live) continue;
      stop(name, true);
      if (isPaper)
        before.set(
          name,
          Object.entries(program().show(name).params).map(([k, p]) => [k, p.value]),
        );
      for (const [k, v] of isPaper ? complete(name, step.dataset.set) : before.get(name)) program().set(name, k, v, 0);
      draw(name);
    }
  }

  // --- dragging -----------------------------------------------------------------

  /** Returns the point of an event in units of a picture, with y downwards. */
  const pointOf = (svg, event) => {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [p.x, p.y];
  };
  /** Ends the movement of a figure, if any. With atEnd all parameters get the values at its end. */
  const stop = (name, atEnd) => moving.get(name)?.(atEnd);
  let held = null; // the dragged handle, with its picture and the name of its figure
  addEventListener("pointerdown", (event) => {
    const svg = event.target.closest?.("[data-figure] svg.pic");
    if (!svg || !program() || event.button > 0) return; // button 0 is the left button, or a finger
    const name = svg.closest("[data-figure]").dataset.figure,
      grip = event.target.closest("[data-h]"); // the handle, whose name is data-h
    if (!grip) return;
    held = { svg, name, picture: svg.dataset.picture, handle: grip.dataset.h };
    grip.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    event.preventDefault();
    stop(name);
    touch(name);
  });
  addEventListener("pointermove", (event) => {
    // Some pictures follow the pointer of a mouse without a drag.
    const hovered = held || event.pointerType !== "mouse" ? null : event.target.closest?.("svg[data-hover]");
    if (hovered && program()) {
      const name = hovered.closest("[data-figure]").dataset.figure;
      program().point(name, hovered.dataset.picture, "", ...pointOf(hovered, event));
      redraw(name);
    }
    if (!held) return;
    program().point(held.name, held.picture, held.handle, ...pointOf(held.svg, event));
    redraw(held.name);
  });
  for (const end of ["pointerup", "pointercancel"])
    addEventListener(end, () => {
      held = null;
    });
  // A click on a picture, but on no handle or symbol, is a point for the program.
  addEventListener("click", (event) => {
    const svg = event.target.closest?.("[data-figure] svg.pic");
    if (!svg || !program() || event.target.closest("[data-h], .sym")) return;
    const name = svg.closest("[data-figure]").dataset.figure;
    program().point(name, svg.dataset.picture, "", ...pointOf(svg, event));
    redraw(name);
  });

  // --- numbers in the text can be dragged -------------------------------------------

  let number = null; // the dragged number, its value and pixel at the start, and its step
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
    if (number) setNumber(number.el, number.value + Math.round((event.clientX - number.x) / STEP) * number.step);
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
      moving.get(run.dataset.run)?.(true); // a movement would change the trained figure
      touch(run.dataset.run);
      program().run(run.dataset.run);
      redraw(run.dataset.run);
    }
    const show = event.target.closest?.(".show");
    if (show) moveTo(show.closest(".step").dataset.figureOf, show.closest(".step").dataset.set, true);
  });

  // --- the keyboard ---------------------------------------------------------------

  // The direction of an arrow key, with y upwards.
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  addEventListener("keydown", (event) => {
    const arrow = arrows[event.key],
      el = document.activeElement;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!arrow || !el || !program()) return;
    const times = event.shiftKey ? 10 : 1; // steps of a parameter or handle for one press
    // A handle, a number in the text, or a choice between values has the focus. Any other element uses the arrow keys itself.
    if (el.dataset.h !== undefined && el.closest("[data-figure]")) {
      const name = el.closest("[data-figure]").dataset.figure;
      stop(name);
      touch(name);
      program().nudge(name, el.dataset.h, arrow[0] * times, arrow[1] * times);
      redraw(name);
    } else if (el.matches(".grab")) {
      const [name, param] = el.dataset.p.split("."),
        p = figures.get(name).params[param];
      setNumber(el, p.value + (arrow[0] + arrow[1]) * times * p.step);
    } else if (el.getAttribute("role") === "radio") {
      // An arrow key chooses the next value, as in a group of radio buttons.
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

  // --- figures near the screen ------------------------------------------------------

  let restTimer = 0, // of the end of the workers
    keptWorkers = false; // whether the teacher's table needs the workers
  /**
   * Starts anew the wait of two minutes (REST), after which the workers are stopped. There is no wait while a figure near the screen needs
   * training, or while the workers are kept.
   */
  function restSoon() {
    const trained = [...figures.values()].some((f) => f.near && f.el.closest(".chap").querySelector("[data-run],[data-trains]"));
    clearTimeout(restTimer);
    if (!trained && !keptWorkers)
      restTimer = setTimeout(() => {
        program()?.rest();
        courseExercises.workersStopped();
        redrawAll();
      }, REST);
  }
  /** Keeps the workers for the teacher's table, or with false lets them be stopped again. */
  function keepWorkers(isKept) {
    keptWorkers = isKept;
    restSoon();
  }
  // The chapters are observed, because on a phone a figure has no box of its own. A chapter is near within 0.6 heights of the window.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const e of entries)
        for (const [name, f] of figures)
          if (e.target.contains(f.el)) {
            f.near = e.isIntersecting;
            if (f.near) redraw(name);
          }
      restSoon();
    },
    { rootMargin: "60% 0px" },
  );
  /** Begins to observe the chapters. */
  const observe = () => {
    for (const c of document.querySelectorAll(".chap")) observer.observe(c);
  };

  /** Reports whether a new step leaves a figure as it is: the reader moves it by keys, or answers an exercise in it (data-answered). */
  const isHeld = (name) => {
    const f = figures.get(name);
    return Boolean(f?.el.querySelector(":focus-visible") || (f?.touched && f.el.dataset.answered !== undefined));
  };
  return { isHeld, figures, values, listeners, redraw, redrawAll, reset, set, moveTo, touch, setPaper, observe, keepWorkers };
})();
