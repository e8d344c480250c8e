// The queue of all jobs that draw. An animation frame draws at least one job, and further jobs until its budget of time is used. The other
// jobs wait for the next frame, so that no frame takes long. If the program has rendered the panels in a frame, the jobs wait one frame
// more.
const BUDGET_MS = 5; // for the jobs of a frame
// A frame after a step of the user has a larger budget. The browser then lays out and paints the page once for all pictures.
const STEP_BUDGET_MS = 24;
const LATEST_MS = 250; // longest wait for a frame; then a timer makes the call
const CHECK_MS = 50; // between two checks of the waiting calls
const MAX_ROUNDS = 20; // of drawAll, since jobs could add jobs without end

let budget = BUDGET_MS; // ms for the next frame
const jobs = new Map(); // the waiting jobs by their keys
let checkQueued = false, // a microtask will look for waiting jobs
  frameRequested = false, // a frame will call flush
  panelsTime = -1, // the time in ms of the last frame in which the panels were rendered, −1 before the first
  delayed = false; // the panels have delayed the jobs by a frame, and will not delay them again

/** Returns the time of the present frame in ms, which is the same for all calls in a frame. */
const frameTime = () => document.timeline.currentTime;

const due = new Map(); // the calls that wait for a frame or a task, each with the time of its request in ms
let timerRuns = false; // whether the timer of checkDue runs

/** Reports whether no call of soon or task waits. */
export const still = () => due.size === 0;

/** Calls f in the next animation frame. A covered window or a frame scrolled out of sight has no frames; then a timer calls f. */
export function soon(f) {
  // The frame and the timer both call once; the first call runs f.
  const once = () => {
    if (due.delete(once)) f();
  };
  due.set(once, performance.now());
  requestAnimationFrame(once);
  checkDue(LATEST_MS);
}

/** Calls f in a task of its own, independent of frames. Until then the call is in due, so that still is false. */
export function task(f) {
  const once = () => {
    if (due.delete(once)) f();
  };
  due.set(once, performance.now());
  setTimeout(once);
}

/**
 * After a time in ms, calls all functions that have waited for LATEST_MS or longer, and checks again while functions wait. One timer serves
 * all calls, since each timer costs time in every frame. In a hidden tab nothing is called: the calls wait for the frames after its return.
 */
function checkDue(ms) {
  if (timerRuns) return;
  timerRuns = true;
  setTimeout(() => {
    timerRuns = false;
    if (document.hidden) return;
    const now = performance.now();
    for (const [once, since] of due) if (now - since >= LATEST_MS) once();
    if (due.size) checkDue(CHECK_MS);
  }, ms);
}

/** Calls f in the animation frame with this number, 1 for the next. In a window without frames f is not called. */
export function after(frames, f) {
  requestAnimationFrame(() => (frames > 1 ? after(frames - 1, f) : f()));
}

/**
 * Adds a job, a function, to the queue for one of the next frames. A waiting job with the same key is replaced, and its place in the queue
 * stays. The key is a text, or an object whose field root is the drawn element. If first is true, the job becomes the first job of the
 * queue; such a job answers the user.
 */
export function draw(key, job, first = false) {
  if (first) {
    jobs.delete(key);
    const others = [...jobs];
    jobs.clear();
    jobs.set(key, job);
    for (const [k, j] of others) jobs.set(k, j);
  } else jobs.set(key, job);
  requestFlush();
}

/**
 * Requests a frame for the waiting jobs, unless a frame is requested already. The request is made at the end of the task, since the task
 * may call now, which draws the jobs at once.
 */
function requestFlush() {
  if (checkQueued || frameRequested) return;
  checkQueued = true;
  queueMicrotask(() => {
    checkQueued = false;
    if (frameRequested || !jobs.size) return;
    frameRequested = true;
    soon(flush);
  });
}

// A pressed element gets no click if the element is drawn anew before the release. The picture of a pressed element therefore waits.
let pressed = null; // the pressed control, null without a pressed control. A field for text is no control.
addEventListener(
  "pointerdown",
  ({ target }) => {
    const isControl = target instanceof Element && !target.matches("input,textarea");
    pressed = isControl ? target.closest("button,a,summary,label,tr,li") : null;
  },
  true,
);
/** Forgets the pressed control in a later task, after its click. */
const release = () =>
  setTimeout(() => {
    pressed = null;
    if (jobs.size) requestFlush();
  });
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, release, true);
addEventListener("blur", release); // of the window

/** Notes that the panels are rendered in this frame. */
export function panels() {
  panelsTime = frameTime();
}

/** Reports whether the next jobs answer a step of the user, and therefore have the larger budget. */
export const whole = () => budget > BUDGET_MS;

/** Lets the next frame draw all jobs within a budget in ms, even if the panels are rendered in that frame. The budget stays until the queue
 * is empty. */
export function wholly(ms = STEP_BUDGET_MS) {
  budget = ms;
  delayed = true;
}

/** Draws the jobs at once, within the budget of a step. Jobs beyond the budget wait for the next frame. */
export function now() {
  wholly();
  flush();
}

/**
 * Draws jobs in the order of the queue until the budget is used, at least one. Jobs whose element (key.root) contains the pressed control
 * keep their places in the queue.
 */
function flush() {
  frameRequested = false;
  // After the panels the jobs wait for one frame more, but only once: the panels may be rendered in every frame.
  if (panelsTime === frameTime() && !delayed) {
    delayed = true;
    requestFlush();
    return;
  }
  delayed = false;
  const end = performance.now() + budget;
  let held = 0; // jobs that wait for the release of the pointer
  for (const [key, job] of jobs) {
    if (pressed && key.root?.contains(pressed)) {
      held++;
      continue;
    }
    jobs.delete(key);
    guard(job);
    if (performance.now() >= end) break;
  }
  if (jobs.size > held) requestFlush();
  else budget = BUDGET_MS; // all jobs are drawn, or held until release calls requestFlush
}

/** Draws all jobs now, in any time, before the page is printed or saved. A job can add further jobs, which are drawn in the next round. */
export function drawAll() {
  for (let rounds = 0; jobs.size && rounds < MAX_ROUNDS; rounds++)
    for (const [key, job] of [...jobs]) {
      jobs.delete(key);
      guard(job);
    }
}

/** Calls f. An error is written to the console, so that the other pictures are still drawn. */
export function guard(f) {
  try {
    f();
  } catch (e) {
    console.error("a picture failed:", e);
  }
}
