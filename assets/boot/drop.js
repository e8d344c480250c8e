// Drag and drop: the user drops files, a link or a text anywhere on the page. The browser never leaves the page for a drop. Of the drops
// before the page has a handler, the last one is kept for the handler. The course passes dropped files to the laboratory through the
// storage of the browser.
"use strict";

globalThis.sheafscopeDrops = (() => {
  const database = "sheafscope-dropped", // also the session's key that marks stored files
    store = "files";
  let handler = null, // function that receives drops
    pending = null; // last drop before there was a handler
  /** Reports whether text or a link is dragged over a text field. The browser then puts it into the field. */
  const isForField = (e) => !e.dataTransfer?.types.includes("Files") && e.target.closest?.("input,textarea,[contenteditable]");
  addEventListener("dragover", (e) => {
    if (!isForField(e)) e.preventDefault();
  });
  addEventListener("drop", (e) => {
    if (isForField(e)) return;
    e.preventDefault();
    const data = e.dataTransfer; // the browser empties it after this event, so its content is copied now
    const drop = {
      files: [...data.files],
      entries: [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean), // dropped folders are read from these
      text: (data.getData("text/uri-list") || data.getData("text/plain")).trim(),
    };
    if (drop.files.length === 0 && !drop.text) return; // a drop of something else, such as a part of the page
    if (handler) handler(drop);
    else pending = drop;
  });
  /**
   * Calls act with the object store of the database, which is created at the first use. act returns a request. The promise resolves with
   * the result of the request when the transaction is complete. It rejects where storage is not allowed, or if the transaction fails.
   */
  const transact = (act) =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(database, 1); // throws where storage is not allowed
      opening.onupgradeneeded = () => opening.result.createObjectStore(store);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(store, "readwrite"),
          request = act(transaction.objectStore(store));
        transaction.oncomplete = () => {
          opening.result.close();
          resolve(request.result);
        };
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      };
    });
  return {
    /** Sets the handler of all later drops, a function of {files, entries, text}. A pending drop is handled at once. */
    hear(fn) {
      handler = fn;
      if (pending) fn(pending);
      pending = null;
    },
    /** Stores files for the next page, which reads them by carried. The promise rejects if the browser refuses the storage. */
    async carry(files) {
      await transact((s) => s.put(files, "list"));
      sessionStorage.setItem(database, "1");
    },
    /**
     * Returns the files that the previous page stored by carry, and deletes them. Without stored files, or if the browser refuses the
     * storage, the list is empty.
     */
    async carried() {
      try {
        if (sessionStorage.getItem(database) === null) return [];
        sessionStorage.removeItem(database);
        const files = await transact((s) => s.get("list"));
        await transact((s) => s.clear());
        return files ?? [];
      } catch {
        return [];
      }
    },
  };
})();
