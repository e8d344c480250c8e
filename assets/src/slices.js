// What takes long of a graph with very many nodes and edges is done in slices, each a task, between which the page answers. A drawing
// by sigma is made anew in this way, too: nothing is rendered before all of it is there.
import { task } from "./frame.js";

const SLICE = 24; // ms
const SOME = 400; // steps between two looks at the clock

/** Does what an iterator does, as long as it runs. */
export function inSlices(work, runs, done) {
  if (!runs()) return;
  for (const end = performance.now() + SLICE; performance.now() < end;)
    if (work.next().done) {
      done();
      return;
    }
  task(() => inSlices(work, runs, done));
}

/** Calls f for each of a list, with rests. */
export function* each(list, f) {
  for (let k = 0; k < list.length; k++) {
    f(list[k], k);
    if (k % SOME === SOME - 1) yield;
  }
}

/** Calls f while a drawing takes no notice: it is made anew afterwards. */
export function quietly(sigma, f) {
  const none = () => sigma;
  Object.assign(sigma, { refresh: none, scheduleRefresh: none });
  try {
    f();
  } finally {
    delete sigma.refresh;
    delete sigma.scheduleRefresh;
  }
}

/** A drawing renders nothing, and knows nothing under the pointer, until it renders again. */
export function rests(sigma) {
  sigma.render = () => sigma;
  Object.assign(sigma, { itemIDsIndex: {}, hoveredNode: null, hoveredEdge: null });
}
export function rendersAgain(sigma) {
  delete sigma.render;
}

/** What the refresh of a drawing that rests does, in parts; then nodes and edges that changed meanwhile are drawn anew. */
export function* refreshing(s, changed) {
  const g = s.graph,
    later = [];
  s.clearEdgeIndices();
  s.clearNodeIndices();
  yield* each(g.nodes(), (k) => s.addNode(k));
  yield* each(g.edges(), (k) => s.addEdge(k));
  // Sigma's process finds the place of each node and edge in the programs; the programs get them afterwards.
  const names = ["addNodeToProgram", "addEdgeToProgram"];
  for (const name of names)
    s[name] = (...args) => {
      later.push([name, args]);
    };
  try {
    s.process();
  } finally {
    for (const name of names) delete s[name];
  }
  s.needToProcess = false;
  yield;
  yield* each(later, ([name, args]) => s[name](...args));
  for (const kind of ["nodes", "edges"])
    while (changed[kind].size) {
      const part = [...changed[kind]].slice(0, SOME);
      for (const k of part) changed[kind].delete(k);
      s.refresh({ partialGraph: { [kind]: part }, skipIndexation: true, schedule: true });
      yield;
    }
}
