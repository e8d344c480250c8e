// The parts of the page: scripts that are fetched when they are first needed.
const requests = {}; // the promises of scripts that have been requested and are not loaded yet, by name

/**
 * Loads the script with the file name name, and returns a promise that is fulfilled when the script has run. After a failure the promise is
 * rejected with an error for the reader, and the next call tries again. A page in a single file contains all scripts.
 */
export const part = (name) =>
  (requests[name] ??= load(name).finally(() => {
    delete requests[name];
  }));

/** Inserts the element of a script, unless the script has already run, and returns the promise of part. Each script registers its version
 * in sheafscopeParts. A script of another version than the page is refused. */
function load(name) {
  const version = () => globalThis.sheafscopeParts?.[name];
  if (version()) return Promise.resolve();
  const script = document.createElement("script");
  script.src = document.querySelector('script[src*="islands.js"]').src.replace("islands.js", name);
  return new Promise((resolve, reject) => {
    script.onload = () => {
      if (version() === globalThis.sheafscopeBoot?.version) {
        resolve();
        return;
      }
      delete globalThis.sheafscopeParts?.[name];
      reject(new Error("The server has gone on to another version of the page. Reload it; graph, settings and position stay."));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("A part of the page could not be fetched. Check the connection and try again."));
    };
    document.head.append(script);
  });
}
