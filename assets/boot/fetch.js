// Download of the programs with progress reports. A silent server fails the download, before its answer or within it.
"use strict";

const sheafscopeSilence = 15_000; // ms without progress after which a start or a download fails

/**
 * Fetches a program. The promise resolves with the answer when its body begins to arrive. The MIME type of the answer fits streaming
 * compilation, even if the server sends another type. report(bytes) is called at the start with 0, and after each arrival with the number
 * of all received bytes. The promise rejects for an answer with an error, or after sheafscopeSilence ms without any. A later silence of
 * this length ends the body of the answer with an error.
 */
async function sheafscopeFetch(address, name, report) {
  const abort = new AbortController(),
    type = "application/wasm";
  let timer = 0,
    received = 0;
  /** Restarts the timer, which aborts a silent download, and reports the progress. */
  const progress = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => abort.abort(new Error(`The server has said nothing for ${sheafscopeSilence / 1000} seconds`)),
      sheafscopeSilence,
    );
    report(received);
  };
  progress();
  try {
    const response = await fetch(address, { signal: abort.signal });
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${name}`);
    if (!response.body) {
      clearTimeout(timer); // the progress of such an answer cannot be measured
      return response;
    }
    // The progress is measured at a copy. The compiler gets the answer itself: browsers cache the compiled program with the cached answer,
    // and the next visit needs no compilation.
    const copy = response.clone().body.getReader();
    const measure = async () => {
      for (let part = await copy.read(); !part.done; part = await copy.read()) {
        received += part.value.byteLength;
        progress();
      }
    };
    const ignore = () => {}; // the caller gets the same failure when it compiles the answer
    measure()
      .catch(ignore)
      .finally(() => clearTimeout(timer));
    return response.headers.get("Content-Type") === type ? response : new Response(response.body, { headers: { "Content-Type": type } });
  } catch (err) {
    clearTimeout(timer);
    throw err;
  }
}
