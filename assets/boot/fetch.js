// Fetches the programs, with a word to whoever waits whenever something arrives. A server that goes silent, before its answer
// or in the middle of it, fails the download.
"use strict";

const sheafscopeSilence = 15_000; // ms that a start may come no further, and a server say nothing

// It resolves with the answer, in the MIME type that streaming compilation wants even where the server does not know it.
// heard(bytes) is called at the start and with the bytes that are there so far.
async function sheafscopeFetch(address, name, heard) {
  const abort = new AbortController(),
    type = "application/wasm";
  let timer = 0,
    seen = 0;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => abort.abort(new Error(`The server has said nothing for ${sheafscopeSilence / 1000} seconds`)),
      sheafscopeSilence,
    );
    heard(seen);
  };
  alive();
  try {
    const response = await fetch(address, { signal: abort.signal });
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${name}`);
    if (!response.body) {
      clearTimeout(timer); // nobody knows how far it is
      return response;
    }
    // How far it is shows in a copy. The answer itself must go to the compiler: browsers keep what they compiled with the answer
    // that they have in their cache, and the next visit takes it from there.
    const copy = response.clone().body.getReader();
    const hear = async () => {
      for (let part = await copy.read(); !part.done; part = await copy.read()) {
        seen += part.value.byteLength;
        alive();
      }
    };
    const failed = () => {}; // the caller, who compiles the answer, receives the failure, too
    hear()
      .catch(failed)
      .finally(() => clearTimeout(timer));
    return response.headers.get("Content-Type") === type ? response : new Response(response.body, { headers: { "Content-Type": type } });
  } catch (err) {
    clearTimeout(timer);
    throw err;
  }
}
