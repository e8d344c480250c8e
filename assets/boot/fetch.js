// Fetches the programs, with a word to whoever waits whenever something arrives. A server that goes silent, before its answer
// or in the middle of it, fails the download.
"use strict";

const sheafscopeSilence = 15_000; // ms that a start may come no further, and a server say nothing

// It resolves with the answer, in the MIME type that streaming compilation wants even where the server does not know it.
// heard(bytes) is called at the start and with the bytes that are there so far.
async function sheafscopeFetch(address, name, heard) {
  const abort = new AbortController();
  let timer = 0, seen = 0;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(new Error(`The server has said nothing for ${sheafscopeSilence / 1000} seconds`)),
      sheafscopeSilence);
    heard(seen);
  };
  alive();
  try {
    const response = await fetch(address, { signal: abort.signal });
    if (!response.ok) throw new Error(`The server answered ${response.status} for ${name}`);
    if (!response.body || typeof TransformStream === "undefined") {
      clearTimeout(timer); // nobody can tell how far it is
      return response;
    }
    const meter = new TransformStream({
      transform(chunk, out) {
        seen += chunk.byteLength;
        alive();
        out.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    });
    return new Response(response.body.pipeThrough(meter), { headers: { "Content-Type": "application/wasm" } });
  } catch (err) {
    clearTimeout(timer);
    throw err;
  }
}
