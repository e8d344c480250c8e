// Work on a very large graph in slices. Each slice is a task of the browser, and between two slices the page responds. Sigma's drawing of
// such a graph is prepared in slices as well, and is rendered only when it is complete.
import { task } from "./frame.js";

const SLICE = 24; // ms of work in a slice
const STEPS = 400; // steps of work between two pauses of a generator, after which the time is checked

/**
 * Runs the generator work in slices, and then calls done. isCurrent is called before each slice: if it returns false, the work is
 * abandoned, and done is not called.
 */
export function inSlices(work, isCurrent, done) {
  if (!isCurrent()) return;
  for (const end = performance.now() + SLICE; performance.now() < end;)
    if (work.next().done) {
      done();
      return;
    }
  task(() => inSlices(work, isCurrent, done));
}

/**
 * Returns a generator that calls f with each element of a list and its index, and pauses after every STEPS elements. An object that has
 * only a length counts as a list of undefined elements.
 */
export function* each(list, f) {
  for (let k = 0; k < list.length; k++) {
    f(list[k], k);
    if (k % STEPS === STEPS - 1) yield;
  }
}

/** Calls f, and meanwhile lets sigma ignore requests of a new drawing. The caller requests the drawing afterwards. */
export function quietly(sigma, f) {
  const ignore = () => sigma;
  Object.assign(sigma, { refresh: ignore, scheduleRefresh: ignore });
  try {
    f();
  } finally {
    // Without its own properties the object has the methods of its class again.
    delete sigma.refresh;
    delete sigma.scheduleRefresh;
  }
}

/** Stops the rendering of sigma until resumeRendering. Meanwhile no item reacts to the pointer, since items may no longer exist. */
export function pauseRendering(sigma) {
  sigma.render = () => sigma;
  Object.assign(sigma, { itemIDsIndex: {}, hoveredNode: null, hoveredEdge: null });
}
/** Ends pauseRendering. */
export function resumeRendering(sigma) {
  delete sigma.render;
}

/**
 * Returns a generator that does the work of refresh of the sigma object s, while the rendering is paused. changed has the sets nodes and
 * edges, to which the caller adds the keys of items that change during this work; they are drawn again at the end. The generator uses
 * private methods and fields of sigma.
 */
export function* refreshing(s, changed) {
  const g = s.graph,
    calls = [];
  // The indexes of sigma: nodes before edges, whose ends they are.
  s.clearEdgeIndices();
  s.clearNodeIndices();
  yield* each(g.nodes(), (k) => s.addNode(k));
  yield* each(g.edges(), (k) => s.addEdge(k));
  // Sigma's process gives each item its index, and passes it to a WebGL program. The slow second part is recorded here and done in slices.
  const names = ["addNodeToProgram", "addEdgeToProgram"];
  for (const name of names)
    s[name] = (...args) => {
      calls.push([name, args]);
    };
  try {
    s.process();
  } finally {
    for (const name of names) delete s[name];
  }
  s.needToProcess = false;
  yield;
  yield* each(calls, ([name, args]) => s[name](...args));
  // The items that have changed during the work. Further items can be added to changed between two slices.
  for (const kind of ["nodes", "edges"])
    while (changed[kind].size) {
      const part = [...changed[kind]].slice(0, STEPS);
      for (const k of part) changed[kind].delete(k);
      s.refresh({ partialGraph: { [kind]: part }, skipIndexation: true, schedule: true });
      yield;
    }
}
