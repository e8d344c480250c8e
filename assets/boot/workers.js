// Start and supervision of workers, for the laboratory (boot.js) and the course.
"use strict";

/**
 * Returns a function that starts a worker and returns its handle. The handle has
 *   worker         the Worker
 *   inbox          the arguments of deliver for messages before deliver was set
 *   deliver        function(bytes, total) for each message of the worker, set by the caller; total is the number of bytes of a message
 *                  in parts, 0 for a whole message
 *   failed         function(text, unfetched, silent) for the end of the worker, set by the caller, called at most once
 *   failure        the arguments of failed after the end of the worker, else null
 *   ended          whether the worker has ended or was stopped
 *   stop()         terminates the worker, after which neither deliver nor failed of the caller is called
 * The parameters are
 *   single         sheafscopeSingle of a single file, else undefined
 *   address(name)  address of a file of this version
 *   nowhere        the reason why a frame without an origin gets no program, "" for other pages
 *   quiet()        milliseconds since the last progress of a download
 *   program()      {module, kernel, version} for the worker, null before the compilation
 *   giveFiles(worker), mixedWorker(version, fail), lookForUpdate()  functions of boot.js
 */
function sheafscopeWorkers({ single, quiet, address, nowhere, giveFiles, mixedWorker, lookForUpdate, program }) {
  const ANSWER = 3000, // ms to wait for the server's answer about a script
    POLL = 1000; // ms between two reads of an object URL

  /**
   * Returns the reason why the script of a worker did not run. The browser reports no reason, so the script is requested again. The request
   * bypasses the cache, because browsers keep an answer 410 for ever.
   */
  const whyUnfetched = async () => {
    if (single) return "the browser refused it";
    try {
      const { ok, status, headers } = await fetch(address("worker.js"), { cache: "reload", signal: AbortSignal.timeout(ANSWER) });
      const type = headers.get("Content-Type") ?? "";
      if (!ok) return `the server answered ${status}`;
      return /javascript/.test(type) ? "the server has it now" : `the server sent something else in its place (${type || "of no type"})`;
    } catch {
      return "the server could not be reached";
    }
  };

  /** Returns the address of the worker's script. A page without an origin may start a worker only from a text, which loads the script. */
  const workerAddress = () => {
    if (single) return single.worker();
    if (!nowhere) return address("worker.js");
    const text = `globalThis.sheafscopeBase = ${JSON.stringify(document.baseURI)}; importScripts(${JSON.stringify(address("worker.js"))});`;
    return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  };

  /**
   * Calls gone when the worker of a handle has ended. url is an object URL of the worker, which the browser revokes at the worker's end.
   * The page can read the URL until then, even while the worker computes. The policy of an embedding site may forbid every read, so a
   * failed read counts only after a successful read.
   */
  const watch = (url, handle, gone) => {
    const canRead = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    let wasRead = false;
    /** Reads the URL, after a failure once more, and repeats this after a pause until the worker has ended. */
    const look = async () => {
      const exists = (await canRead()) || (await canRead());
      if (handle.ended) return;
      if (wasRead && !exists) {
        gone();
        return;
      }
      wasRead ||= exists;
      setTimeout(look, POLL);
    };
    look();
  };

  let started = 0;
  return () => {
    const name = `sheafscope ${performance.timeOrigin} ${Math.random()} ${++started}`; // also the name of the worker's lock
    const worker = new Worker(workerAddress(), { name });
    const handle = { worker, inbox: [], deliver: null, failed: null, failure: null, ended: false };
    /** Reports the end of the worker, once: the reason, unfetched (the script never ran), and silent (no message within the limit). */
    const fail = (text, unfetched, silent = false) => {
      if (handle.ended) return;
      handle.ended = true;
      clearTimeout(startTimer);
      handle.failure = [text, unfetched, silent];
      handle.failed?.(...handle.failure);
    };
    // A browser that ends a worker sends no event. The worker therefore holds a lock, or, in a browser without locks, an object URL.
    const gone = () => fail("the browser ended it without a word, as browsers do when memory is short", false);
    // The time limit of the start. The worker's script may wait behind other downloads, whose progress extends the limit.
    const startedAt = performance.now();
    let startTimer = 0;
    const wait = () => {
      const left = sheafscopeSilence - Math.min(quiet(), performance.now() - startedAt);
      if (left > 0) startTimer = setTimeout(wait, left);
      else fail(`it did not start within ${sheafscopeSilence / 1000} seconds`, true, true);
    };
    wait();
    let runs = false; // whether the script of the worker has started
    // The messages of the worker are listed in worker.js. The first message ends the time limit of the start.
    worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer || data.part) {
        const message = [new Uint8Array(data.part ?? data), data.total ?? 0];
        if (handle.deliver) handle.deliver(...message);
        else handle.inbox.push(message);
      } else if (data.runs) {
        runs = true;
        clearTimeout(startTimer);
      } else if (data.holds) {
        clearTimeout(startTimer);
        navigator.locks.request(name, gone); // granted at the end of the worker
      } else if (data.objectURL) {
        clearTimeout(startTimer);
        watch(data.objectURL, handle, gone);
      } else if (data.request === "files") {
        giveFiles(worker);
      } else if (data.mixed !== undefined) {
        mixedWorker(data.mixed, fail);
      } else {
        fail(data.crashed, false);
      }
    };
    // An error before the start of the script has a message if the script is damaged, and none if it did not arrive.
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
    // Before the compilation, the caller sends the program later.
    const ready = program();
    if (ready) worker.postMessage(ready);
    handle.stop = () => {
      handle.ended = true;
      clearTimeout(startTimer);
      handle.deliver = () => {};
      worker.terminate();
    };
    return handle;
  };
}
