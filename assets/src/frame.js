// The one queue of everything that draws. A frame draws pictures until its share
// of time is used up, at least one; the rest waits for the next frame, so that
// no frame gets long. A frame in which the panels rendered draws none.
const SHARE = 5; // ms
// A step of the user is drawn in one frame, which is laid out, painted and sent to the screen once, unless that gets long.
const WHOLE = 24; // ms
let share = SHARE;

const jobs = new Map();
let queued = false,
  waiting = false,
  panelsAt = -1,
  put = false;

const clock = () => document.timeline.currentTime;

const LATEST = 250; // ms
const due = new Map(); // what waits for a frame: a mark of each, and since when it waits
let watching = false;

/** Reports whether nothing waits to be drawn. */
export const still = () => due.size === 0;

/** Calls f in the next animation frame. A window behind others, or a frame scrolled away, gets none: it is called by a timer then. */
export function soon(f) {
  const once = () => {
    if (due.delete(once)) f();
  };
  due.set(once, performance.now());
  requestAnimationFrame(once);
  watch(LATEST);
}

/** Calls f in a task of its own, which waits for no frame. */
export function task(f) {
  const once = () => {
    if (due.delete(once)) f();
  };
  due.set(once, performance.now());
  setTimeout(once);
}

// One timer is for all that waits: one of its own would cost each frame more than an empty one takes.
function watch(ms) {
  if (watching) return;
  watching = true;
  setTimeout(() => {
    watching = false;
    const now = performance.now();
    for (const [once, since] of document.hidden ? [] : due) if (now - since >= LATEST) once();
    if (due.size && !document.hidden) watch(50);
  }, ms);
}

/** Calls f in so many animation frames. A window that is not drawn gets none, and then nothing is called. */
export function after(frames, f) {
  requestAnimationFrame(() => (frames > 1 ? after(frames - 1, f) : f()));
}

/** Draws in one of the next frames; a newer job of the same key takes the older one's place. What answers the user goes first. */
export function draw(key, job, first = false) {
  if (first) {
    jobs.delete(key);
    const rest = [...jobs];
    jobs.clear();
    jobs.set(key, job);
    for (const [k, j] of rest) jobs.set(k, j);
  } else jobs.set(key, job);
  later();
}

// What is drawn before the task ends, by now, needs no frame more.
function later() {
  if (queued || waiting) return;
  queued = true;
  queueMicrotask(() => {
    queued = false;
    if (waiting || !jobs.size) return;
    waiting = true;
    soon(flush);
  });
}

// What a picture makes anew gets no click when it was pressed before: its picture waits until it is let go.
let pressed = null;
addEventListener(
  "pointerdown",
  ({ target }) => {
    pressed = target instanceof Element && !target.matches("input,textarea") ? target.closest("button,a,summary,label,tr,li") : null;
  },
  true,
);
const letGo = () =>
  setTimeout(() => {
    // after the click
    pressed = null;
    if (jobs.size) later();
  });
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, letGo, true);
addEventListener("blur", letGo); // of the window

/** The panels are rendered in this frame. */
export function panels() {
  panelsAt = clock();
}

/** Whether all of this frame is drawn at once. */
export const whole = () => share > SHARE;

/** The next frame draws all that waits, for at most so long. */
export function wholly(ms = WHOLE) {
  share = ms;
  put = true;
}

/** Draws what waits in this frame, as what answers the user. */
export function now() {
  wholly();
  flush();
}

function flush() {
  waiting = false;
  // Put off at most once: the panels may render in every frame.
  if (panelsAt === clock() && !put) {
    put = true;
    later();
    return;
  }
  put = false;
  const end = performance.now() + share;
  let held = 0;
  for (const [key, job] of jobs) {
    if (pressed && key.root?.contains(pressed)) {
      held++;
      continue;
    }
    jobs.delete(key);
    guard(job);
    if (performance.now() >= end) break;
  }
  if (jobs.size > held) later();
  else share = SHARE;
}

/** Draws all that waits, now: the page is about to be printed. */
export function drawAll() {
  for (let rounds = 0; jobs.size && rounds < 20; rounds++)
    for (const [key, job] of [...jobs]) {
      jobs.delete(key);
      guard(job);
    }
}

/** A picture that fails must not take the page with it. */
export function guard(f) {
  try {
    f();
  } catch (e) {
    console.error("a picture failed:", e);
  }
}
