const coming = {}; // promises of the scripts on their way

/** Fetches a script of the page that is not needed at the start, once; a single file has it already. */
export const part = (name) =>
  (coming[name] ??= fetched(name).finally(() => {
    delete coming[name];
  }));

function fetched(name) {
  const has = () => globalThis.sheafscopeParts?.[name];
  if (has()) return Promise.resolve();
  const s = document.createElement("script");
  s.src = document.querySelector('script[src*="islands.js"]').src.replace("islands.js", name);
  return new Promise((done, failed) => {
    s.onload = () => {
      if (has() === globalThis.sheafscopeBoot?.version) {
        done();
        return;
      }
      delete globalThis.sheafscopeParts?.[name];
      failed(new Error("The server has gone on to another version of the page. Reload it; graph, settings and position stay."));
    };
    s.onerror = () => {
      s.remove();
      failed(new Error("A part of the page could not be fetched. Check the connection and try again."));
    };
    document.head.append(s);
  });
}
