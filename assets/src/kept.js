// The user's own graphs, kept on this device for a reload: in IndexedDB, by a
// sum that the address names. The newest eight sets of files stay, and the
// newest eight sets of edits.

const database = "sheafscope", store = "graphs", most = 8, patience = 5000;

let opening = null;
function open() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1); // throws where storage is not allowed
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: "sum" });
    request.onsuccess = () => {
      const db = request.result;
      db.onversionchange = db.onclose = () => { db.close(); opening = null; };
      resolve(db);
    };
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error("the storage does not answer")), patience);
  });
  opening.catch(() => { opening = null; });
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
    act(t.objectStore(store), (value) => { result = value; });
  });
}

const why = (err) => (err?.name === "QuotaExceededError" ? "there is no room" : err?.name === "SecurityError"
  || err instanceof ReferenceError
  || err instanceof TypeError ? "the browser does not allow it" : `the storage failed: ${err?.message || err?.name || err}`);

/** Reports to the page how much is kept. */
function tell(emit, sum, all) {
  emit("kept", { key: sum, index: all.length, number: all.reduce((n, g) => n + g.bytes, 0) });
}

/** Keeps files of a set, each {name, data}, and deletes the oldest of its kind. */
export async function keep(emit, sum, files) {
  const kind = (s) => s.startsWith("edits-");
  try {
    const bytes = files.reduce((n, f) => n + f.data.byteLength, 0);
    const set = { sum, at: Date.now(), bytes, files: files.map((f) => ({ name: f.name, data: new Blob([f.data]) })) };
    tell(emit, sum, await transact("readwrite", (graphs, done) => {
      graphs.put(set);
      graphs.getAll().onsuccess = ({ target }) => {
        const all = target.result.sort((a, b) => b.at - a.at);
        const old = all.filter((g) => kind(g.sum) === kind(sum) && g.sum !== sum).slice(most - 1);
        for (const g of old) graphs.delete(g.sum);
        done(all.filter((g) => !old.includes(g)));
      };
    }));
  } catch (err) {
    emit("kept", { key: sum, text: why(err) });
  }
}

/** Hands the files of a set to answer(sum, files), null when they are not here. */
export async function find(sum, answer) {
  let files = null;
  try {
    const set = await transact("readonly", (graphs, done) => { graphs.get(sum).onsuccess = ({ target }) => done(target.result); });
    if (set) files = await Promise.all(set.files.map(async (f) => ({ name: f.name, data: new Uint8Array(await f.data.arrayBuffer()) })));
  } catch { files = null; }
  answer(sum, files);
}

/** Returns how much is kept. */
export async function count(emit) {
  try {
    const all = await transact("readonly", (graphs, done) => { graphs.getAll().onsuccess = ({ target }) => done(target.result); });
    emit("kept", { name: "count", index: all.length, number: all.reduce((n, g) => n + g.bytes, 0) });
  } catch (err) {
    emit("kept", { name: "count", text: why(err) });
  }
}

/** Deletes everything. */
export async function forget(emit) {
  try {
    await transact("readwrite", (graphs) => { graphs.clear(); });
    tell(emit, "", []);
  } catch (err) {
    emit("kept", { text: why(err) });
  }
}
