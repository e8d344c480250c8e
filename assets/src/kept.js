// What is too large for the address, kept on this device for a reload: in
// IndexedDB, by a sum that the address names. Of each kind, files, edits and
// rows of pins, the newest eight sets stay, and those that an open page needs:
// it holds a lock with the sum. Without locks a page that loses its set learns
// of it from the page that took it away.

const database = "sheafscope",
  store = "graphs",
  most = 8,
  patience = 5000;

const lockOf = (sum) => `sheafscope kept ${sum}`;
const locks = new Map(); // sum → {granted, free}

/** Holds the lock of a set; the promise is kept when it is there. */
function hold(sum) {
  if (!navigator.locks) locks.set(sum, { free() {} });
  if (!locks.has(sum)) {
    const lock = {},
      until = new Promise((resolve) => {
        lock.free = resolve;
      });
    lock.granted = new Promise((resolve) => {
      const got = () => {
        resolve();
        return until;
      };
      navigator.locks.request(lockOf(sum), { mode: "shared" }, got).catch(resolve); // refused: as a browser without locks
    });
    locks.set(sum, lock);
  }
  return locks.get(sum).granted;
}

/** Holds these sets, and no others. */
export function holds(sums) {
  for (const [sum, lock] of locks) {
    if (sums.includes(sum)) continue;
    lock.free();
    locks.delete(sum);
  }
  for (const sum of sums) hold(sum);
}

/** The names of the locks that pages hold. */
const held = async () => new Set((await navigator.locks?.query())?.held.map((l) => l.name));

let opening = null,
  lost = () => {}; // lost looks after what this page needs
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1); // throws where storage is not allowed
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "sum" });
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = db.onclose = () => {
        db.close();
        opening = null;
        lost();
      };
      resolve(db);
    };
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("the storage does not answer")), patience);
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/** Runs act(store) in a transaction; the promise is kept when everything is written. */
async function transact(mode, act) {
  const db = await open();
  return new Promise((resolve, reject) => {
    const t = db.transaction(store, mode);
    let result;
    t.oncomplete = () => resolve(result);
    t.onabort = t.onerror = () => reject(t.error ?? new Error("the storage refused it"));
    act(t.objectStore(store), (value) => {
      result = value;
    });
  });
}

const why = (err) =>
  err?.name === "QuotaExceededError"
    ? "there is no room"
    : err?.name === "SecurityError" || err instanceof ReferenceError || err instanceof TypeError
      ? "the browser does not allow it"
      : `the storage failed: ${err?.message || err?.name || err}`;

const channel = globalThis.BroadcastChannel ? new BroadcastChannel("sheafscope kept") : null;

/** Tells other pages that sets are gone. */
const gone = () => channel?.postMessage("gone");

/** Reports of sets that this page needs and others have taken away. */
export function watch(emit) {
  lost = async () => {
    if (locks.size === 0) return;
    try {
      const all = await list();
      for (const sum of locks.keys()) {
        if (!written.has(sum) || all.some((g) => g.sum === sum)) continue;
        written.delete(sum);
        tell(emit, sum, all, "it was deleted in another window");
      }
    } catch (err) {
      for (const sum of locks.keys()) if (written.has(sum)) emit("kept", { key: sum, text: why(err) });
    }
  };
  if (channel) channel.onmessage = lost;
}
const written = new Set(); // the sums that this page has kept

/** Returns all sets. */
const list = () =>
  transact("readonly", (graphs, done) => {
    graphs.getAll().onsuccess = ({ target }) => done(target.result);
  });

/** Reports to the page how much is kept, and why a set is not. */
function tell(emit, sum, all, text = "") {
  emit("kept", { key: sum, index: all.length, number: all.reduce((n, g) => n + g.bytes, 0), text });
}

const kindOf = (sum) => /^[a-z]+-(?=.*-)/.exec(sum)?.[0] ?? ""; // "edits-", "row-", "" of files

/** Keeps files of a set, each {name, data}, and deletes the oldest of its kind that no page needs. */
export async function keep(emit, sum, files) {
  const slow = setTimeout(() => emit("kept", { key: sum, text: "the storage does not answer" }), patience);
  try {
    await hold(sum);
    const needed = await held(),
      bytes = files.reduce((n, f) => n + f.data.byteLength, 0);
    const set = { sum, at: Date.now(), bytes, files: files.map((f) => ({ name: f.name, data: new Blob([f.data]) })) };
    let old = [];
    const all = await transact("readwrite", (graphs, done) => {
      graphs.put(set);
      graphs.getAll().onsuccess = ({ target }) => {
        const sets = target.result.sort((a, b) => b.at - a.at);
        old = sets
          .filter((g) => kindOf(g.sum) === kindOf(sum) && g.sum !== sum)
          .slice(most - 1)
          .filter((g) => !needed.has(lockOf(g.sum)));
        for (const g of old) graphs.delete(g.sum);
        done(sets.filter((g) => !old.includes(g)));
      };
    });
    written.add(sum);
    if (old.length > 0) gone();
    tell(emit, sum, all);
  } catch (err) {
    const all = await list().catch(() => []); // refused as well
    const there = all.some((g) => g.sum === sum); // of an earlier visit: a reload finds it
    if (there) written.add(sum);
    tell(emit, sum, all, there ? "" : why(err));
  } finally {
    clearTimeout(slow);
  }
}

/** Hands the files of a set to answer(sum, files), null when they are not here. */
export async function find(sum, answer) {
  let files = null;
  try {
    await hold(sum);
    const set = await transact("readonly", (graphs, done) => {
      graphs.get(sum).onsuccess = ({ target }) => done(target.result);
    });
    if (set) files = await Promise.all(set.files.map(async (f) => ({ name: f.name, data: new Uint8Array(await f.data.arrayBuffer()) })));
  } catch {
    files = null; // the page says that they are not here
  }
  answer(sum, files);
}

/** Returns how much is kept. */
export async function count(emit) {
  lost();
  try {
    tell(emit, "", await list());
  } catch (err) {
    emit("kept", { text: why(err) });
  }
}

/** Deletes everything. */
export async function forget(emit) {
  try {
    await transact("readwrite", (graphs) => {
      graphs.clear();
    });
    written.clear();
    tell(emit, "", []);
    gone();
  } catch (err) {
    emit("kept", { text: why(err) });
  }
}
