// What is dropped anywhere: files, a link, a text. The browser never leaves the page for it. Before the page can take it, and on the
// course, it waits; the course hands files over to the laboratory.
"use strict";

globalThis.sheafscopeDrops = (() => {
  const database = "sheafscope-dropped",
    store = "files";
  let take = null,
    waiting = null;
  // A field takes texts and links itself.
  const field = (e) => !e.dataTransfer?.types.includes("Files") && e.target.closest?.("input,textarea,[contenteditable]");
  addEventListener("dragover", (e) => {
    if (!field(e)) e.preventDefault();
  });
  addEventListener("drop", (e) => {
    if (field(e)) return;
    e.preventDefault();
    const data = e.dataTransfer; // empty after this event
    const drop = {
      files: [...data.files],
      entries: [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean),
      text: (data.getData("text/uri-list") || data.getData("text/plain")).trim(),
    };
    if (drop.files.length === 0 && !drop.text) return;
    if (take) take(drop);
    else waiting = drop;
  });
  // run calls act with the store; its promise is kept when all is written.
  const run = (act) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1); // throws where storage is not allowed
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const t = request.result.transaction(store, "readwrite"),
          answer = act(t.objectStore(store));
        t.oncomplete = () => {
          request.result.close();
          resolve(answer.result);
        };
        t.onabort = t.onerror = () => reject(t.error);
      };
    });
  return {
    /** fn takes what is dropped from now on, and what waits. */
    hear(fn) {
      take = fn;
      if (waiting) fn(waiting);
      waiting = null;
    },
    /** Keeps files for the next page, which takes them with carried. */
    async carry(files) {
      await run((s) => s.put(files, "list"));
      sessionStorage.setItem(database, "1");
    },
    async carried() {
      try {
        if (sessionStorage.getItem(database) === null) return [];
        sessionStorage.removeItem(database);
        const files = await run((s) => s.get("list"));
        await run((s) => s.clear());
        return files ?? [];
      } catch {
        return [];
      }
    },
  };
})();
