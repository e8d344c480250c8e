// The one queue of everything that draws. A frame draws pictures until its share
// of time is used up, at least one; the rest waits for the next frame, so that
// no frame gets long. A frame in which the panels rendered draws none.
const SHARE = 5; // ms

const jobs = new Map();
let raf = 0, panelsAt = -1, put = false;

const clock = () => document.timeline.currentTime;

/** Draws in one of the next frames; a newer job of the same key takes the older one's place. What answers the user goes first. */
export function draw(key, job, first = false) {
  if (first) {
    jobs.delete(key);
    const rest = [...jobs];
    jobs.clear();
    jobs.set(key, job);
    for (const [k, j] of rest) jobs.set(k, j);
  } else jobs.set(key, job);
  raf ||= requestAnimationFrame(flush);
}

/** The panels are rendered in this frame. */
export function panels() { panelsAt = clock(); }

function flush() {
  raf = 0;
  // Put off at most once: the panels may render in every frame.
  if (panelsAt === clock() && !put) {
    put = true;
    raf = requestAnimationFrame(flush);
    return;
  }
  put = false;
  const end = performance.now() + SHARE;
  for (const [key, job] of jobs) {
    jobs.delete(key);
    guard(job);
    if (performance.now() >= end) break;
  }
  if (jobs.size) raf ||= requestAnimationFrame(flush);
}

/** Draws all that waits, now: the page is about to be printed. */
export function drawAll() {
  for (let rounds = 0; jobs.size && rounds < 20; rounds++) for (const [key, job] of [...jobs]) {
    jobs.delete(key);
    guard(job);
  }
}

/** A picture that fails must not take the page with it. */
export function guard(f) {
  try { f(); } catch (e) { console.error("a picture failed:", e); }
}
