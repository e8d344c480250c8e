// The store of file sets that are too large for the address. A set is stored in IndexedDB on this device under a checksum that the address
// contains, so that a reload finds the set. There are three kinds of sets: files, edits and rows of pins. The store keeps the newest eight
// sets of each kind, and every set that an open page needs. A page holds a lock for each needed set; the checksum is in the name of the
// lock. In a browser without locks a set may be deleted although another page needs it; a message then informs the other page.

const DATABASE = "sheafscope",
  STORE = "graphs",
  MOST = 8, // sets of each kind
  PATIENCE = 5000; // ms without an answer of the storage, after which opening it fails, and the page is informed of a slow storage

const lockName = (sum) => `sheafscope kept ${sum}`;
const locks = new Map(); // the locks of this page by checksum: granted is a promise, free releases the lock

/**
 * Holds the lock of a set with the checksum sum. Returns a promise that is fulfilled when the lock is granted or refused, undefined in a
 * browser without locks.
 */
function hold(sum) {
  // In a browser without locks an entry without a lock notes the needed set.
  if (!navigator.locks) locks.set(sum, { free() {} });
  if (!locks.has(sum)) {
    const lock = {},
      released = new Promise((resolve) => {
        lock.free = resolve;
      });
    lock.granted = new Promise((resolve) => {
      // The browser holds the lock until the returned promise is fulfilled.
      const onGranted = () => {
        resolve();
        return released;
      };
      // After a refusal the page works as in a browser without locks.
      navigator.locks.request(lockName(sum), { mode: "shared" }, onGranted).catch(resolve);
    });
    locks.set(sum, lock);
  }
  return locks.get(sum).granted;
}

/** Holds the locks of the sets with these checksums, and releases all others. */
export function holds(sums) {
  for (const [sum, lock] of locks) {
    if (sums.includes(sum)) continue;
    lock.free();
    locks.delete(sum);
  }
  for (const sum of sums) hold(sum);
}

/** Returns a promise of the names of all locks that pages of this site hold, a Set. It is empty in a browser without locks. */
const heldLocks = async () => new Set((await navigator.locks?.query())?.held.map((l) => l.name));

let opening = null, // promise of the open database
  checkLost = () => {}; // reports the sets that this page needs and that were deleted; without effect before the call of watch

/** Opens the database, once for all transactions. Returns a promise of the database. After a failure the next call tries again. */
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1); // throws if the browser does not allow storage
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "sum" });
    request.onsuccess = () => {
      const db = request.result;
      // The database is being deleted, for instance with the data of the site. Its sets may be lost.
      db.onversionchange = db.onclose = () => {
        db.close();
        opening = null;
        checkLost();
      };
      resolve(db);
    };
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("the storage does not answer")), PATIENCE);
  });
  opening.catch(() => {
    opening = null;
  });
  return opening;
}

/**
 * Runs act in a transaction of a mode, "readonly" or "readwrite". act gets the store, and a function that takes the result. The returned
 * promise is fulfilled with the result when all data are written, undefined if act has set no result. It is rejected if the transaction
 * fails.
 */
async function transact(mode, act) {
  const db = await open();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(STORE, mode);
    let result;
    transaction.oncomplete = () => resolve(result);
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the storage refused it"));
    act(transaction.objectStore(STORE), (value) => {
      result = value;
    });
  });
}

/** Returns the reason of an error of the storage, for the reader. */
function reason(err) {
  if (err?.name === "QuotaExceededError") return "there is no room";
  const noStorage = err instanceof ReferenceError || err instanceof TypeError; // the interface is missing
  if (err?.name === "SecurityError" || noStorage) return "the browser does not allow it";
  return `the storage failed: ${err?.message || err?.name || err}`;
}

// The channel between the pages of this site, null in a browser without channels. Its only message is "gone" (sets were deleted).
const channel = globalThis.BroadcastChannel ? new BroadcastChannel("sheafscope kept") : null;

/** Informs other pages that sets were deleted. */
const announceDeleted = () => channel?.postMessage("gone");

/** From this call on, reports each set that another page deletes although this page needs the set. A set that was never
 * stored is not lost. */
export function watch(emit) {
  checkLost = async () => {
    if (locks.size === 0) return;
    try {
      const all = await list();
      for (const sum of locks.keys()) {
        const intact = !written.has(sum) || all.some((set) => set.sum === sum);
        if (intact) continue;
        written.delete(sum); // the loss is reported once
        report(emit, sum, all, "it was deleted in another window");
      }
    } catch (err) {
      // Without the list of sets, each needed set counts as lost.
      for (const sum of locks.keys()) if (written.has(sum)) emit("kept", { key: sum, text: reason(err) });
    }
  };
  if (channel) channel.onmessage = checkLost;
}
const written = new Set(); // the checksums of the sets that keep has stored, or has found stored by an earlier visit

/** Returns a promise of all stored sets. */
const list = () =>
  transact("readonly", (graphs, done) => {
    graphs.getAll().onsuccess = ({ target }) => done(target.result);
  });

/** Reports the sets in the list all to the page: their count as index, their bytes as number. sum is the checksum of the set that the
 * report is about, "" for none. text is the reason why this set is not stored, "" for a stored set. */
function report(emit, sum, all, text = "") {
  emit("kept", { key: sum, index: all.length, number: all.reduce((n, set) => n + set.bytes, 0), text });
}

/** Returns the kind of a set by its checksum: "edits-" or "row-", as of "row-0a1b2c3d-512", and "" for files. A checksum of files may begin
 * with letters, but has a single "-", as "abcdefab-512". */
const kindOf = (sum) => /^[a-z]+-(?=.*-)/.exec(sum)?.[0] ?? "";

/**
 * Stores the files of a set, each {name, data}, under the checksum sum, and reports the outcome to the page. Of the sets of the same kind,
 * the newest MOST stay; an older set is deleted if no page needs it. After a failure nothing is deleted.
 */
export async function keep(emit, sum, files) {
  // The page is informed of a slow storage; the work goes on.
  const slow = setTimeout(() => emit("kept", { key: sum, text: "the storage does not answer" }), PATIENCE);
  try {
    await hold(sum); // first, so that no other page deletes the set
    const needed = await heldLocks(),
      bytes = files.reduce((n, f) => n + f.data.byteLength, 0);
    const set = { sum, at: Date.now(), bytes, files: files.map((f) => ({ name: f.name, data: new Blob([f.data]) })) };
    // One transaction stores the set and deletes the old sets, so that no other page sees the state between.
    let old = [];
    const all = await transact("readwrite", (graphs, done) => {
      graphs.put(set);
      graphs.getAll().onsuccess = ({ target }) => {
        const sets = target.result.sort((a, b) => b.at - a.at);
        old = sets
          .filter((other) => kindOf(other.sum) === kindOf(sum) && other.sum !== sum)
          .slice(MOST - 1) // with the new set, MOST sets stay
          .filter((other) => !needed.has(lockName(other.sum)));
        for (const other of old) graphs.delete(other.sum);
        done(sets.filter((other) => !old.includes(other)));
      };
    });
    written.add(sum);
    if (old.length > 0) announceDeleted();
    report(emit, sum, all);
  } catch (err) {
    // The reason is reported, unless an earlier visit has stored the same set.
    const all = await list().catch(() => []);
    const stored = all.some((set) => set.sum === sum);
    if (stored) written.add(sum);
    report(emit, sum, all, stored ? "" : reason(err));
  } finally {
    clearTimeout(slow);
  }
}

/** Calls answer(sum, files) with the files of a set, each {name, data}, or with null if they are not stored or cannot be read. In each case
 * the page then holds the lock of the set. */
export async function find(sum, answer) {
  let files = null;
  try {
    await hold(sum);
    const set = await transact("readonly", (graphs, done) => {
      graphs.get(sum).onsuccess = ({ target }) => done(target.result);
    });
    if (set) files = await Promise.all(set.files.map(async (f) => ({ name: f.name, data: new Uint8Array(await f.data.arrayBuffer()) })));
  } catch {
    files = null; // the page reports the missing files
  }
  answer(sum, files);
}

/** Reports the number and the bytes of all stored sets to the page, or why they are unknown. Lost sets are reported as well (see watch). */
export async function count(emit) {
  checkLost();
  try {
    report(emit, "", await list());
  } catch (err) {
    emit("kept", { text: reason(err) });
  }
}

/** Deletes all stored sets, also sets that open pages need, at the user's request. The outcome is reported to the page. */
export async function forget(emit) {
  try {
    await transact("readwrite", (graphs) => {
      graphs.clear();
    });
    written.clear(); // the page does not report the deleted sets as lost
    report(emit, "", []);
    announceDeleted();
  } catch (err) {
    emit("kept", { text: reason(err) });
  }
}
