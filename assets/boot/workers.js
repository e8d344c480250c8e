// Starts workers for boot.js, and notices when one is gone. sheafscopeWorkers
// returns a function that starts one, with the program where that is there, and
// returns its handle: worker, inbox (what it said before somebody listened),
// deliver and failed (to be set), failure (the arguments of failed, when it died
// before) and stop(). It is given
//   single         what a single-file build provides, or undefined
//   address(name)  address of a file of this version
//   nowhere        why a frame without an origin gets no program, "" elsewhere
//   quiet()        for how many milliseconds no download has moved
//   program()      {module, kernel, version} for the worker, null before it is compiled
//   giveFiles(worker), mixedWorker(version, fail), lookForUpdate()  of boot.js
"use strict";

function sheafscopeWorkers({ single, quiet, address, nowhere, giveFiles, mixedWorker, lookForUpdate, program }) {
  // Why the script of a worker did not run: the browser says no more than that. Asking past the
  // cache also renews what is kept there: browsers keep a 410 for ever.
  const whyUnfetched = async () => {
    if (single) return "the browser refused it";
    try {
      const { ok, status, headers } = await fetch(address("worker.js"), { cache: "reload", signal: AbortSignal.timeout(3000) });
      const type = headers.get("Content-Type") ?? "";
      if (!ok) return `the server answered ${status}`;
      return /javascript/.test(type) ? "the server has it now" : `the server sent something else in its place (${type || "of no type"})`;
    } catch {
      return "the server could not be reached";
    }
  };

  // A page without an origin starts no worker from an address, but one from its own text.
  const workerAddress = () => {
    if (single) return single.worker();
    if (!nowhere) return address("worker.js");
    const text = `globalThis.sheafscopeBase = ${JSON.stringify(document.baseURI)}; importScripts(${JSON.stringify(address("worker.js"))});`;
    return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  };

  // watch calls gone when the worker with this handle is. The browser revokes the object
  // URLs of a worker with it; until then they can be read, also while it computes. A URL
  // counts only after it was read once: the policy of a site around the page may forbid that.
  const watch = (url, handle, gone) => {
    const reads = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    let seen = false;
    const look = async () => {
      const there = (await reads()) || (await reads());
      if (handle.over) return;
      if (seen && !there) {
        gone();
        return;
      }
      seen ||= there;
      setTimeout(look, 1000);
    };
    look();
  };

  let started = 0;
  return () => {
    const name = `sheafscope ${performance.timeOrigin} ${Math.random()} ${++started}`;
    const worker = new Worker(workerAddress(), { name });
    const handle = { worker, inbox: [], deliver: null, failed: null, failure: null, over: false };
    const fail = (text, unfetched, silent = false) => {
      if (handle.over) return;
      handle.over = true;
      clearTimeout(late);
      handle.failure = [text, unfetched, silent];
      handle.failed?.(...handle.failure);
    };
    // A worker that the browser ends says nothing. It holds a lock while it lives,
    // or, where there are no locks, an object URL.
    const gone = () => fail("the browser ended it without a word, as browsers do when memory is short", false);
    // A worker says that it runs, or, while its script may still be behind other downloads, these move.
    const begun = performance.now();
    let late = 0;
    const wait = () => {
      const left = sheafscopeSilence - Math.min(quiet(), performance.now() - begun);
      if (left > 0) late = setTimeout(wait, left);
      else fail(`it did not start within ${sheafscopeSilence / 1000} seconds`, true, true);
    };
    wait();
    let runs = false;
    worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer || data.part) {
        const said = [new Uint8Array(data.part ?? data), data.of ?? 0];
        if (handle.deliver) handle.deliver(...said);
        else handle.inbox.push(said);
      } else if (data.runs) {
        runs = true;
        clearTimeout(late);
      } else if (data.holds) {
        clearTimeout(late);
        navigator.locks.request(name, gone);
      } else if (data.objectURL) {
        clearTimeout(late);
        watch(data.objectURL, handle, gone);
      } else if (data.wants === "files") {
        giveFiles(worker);
      } else if (data.mixed !== undefined) {
        mixedWorker(data.mixed, fail);
      } else {
        fail(data.crashed, false);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (runs) {
        fail(event.message || "an error without a message", false);
        return;
      }
      lookForUpdate();
      whyUnfetched().then((text) => fail(event.message ? `it is damaged (${event.message})` : text, true));
    };
    worker.onmessageerror = () => fail("a message of the worker could not be read", false);
    const ready = program();
    if (ready) worker.postMessage(ready);
    handle.stop = () => {
      handle.over = true;
      clearTimeout(late);
      handle.deliver = () => {};
      worker.terminate();
    };
    return handle;
  };
}
