// Starts workers for boot.js, and notices when one is gone. sheafscopeWorkers
// returns a function that starts one, with the program unless told that another follows, and
// returns its handle: worker, inbox (what
// it said before somebody listened), deliver and failed (to be set), failure
// (the arguments of failed, when it died before), fail(...failure) and stop(). It is given
//   single         what a single-file build provides, or undefined
//   address(name)  address of a file of this version
//   nowhere        why a frame without an origin gets no program, "" elsewhere
//   program()      {module, kernel, version} for the worker, null before it is compiled
//   giveFiles(worker), mixedWorker(version, fail), lookForUpdate()  of boot.js
"use strict";

function sheafscopeWorkers({ single, address, nowhere, giveFiles, mixedWorker, lookForUpdate, program }) {
  // Why the script of a worker did not run: the browser tells no more than that. Asking past the
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

  // feel asks the worker inside a worker every 0.4 seconds whether it is there, and
  // calls gone when it has left five questions in a row without an answer.
  const feel = (worker, handle, gone) => {
    const { port1, port2 } = new MessageChannel();
    let alive = false, asked = 0;
    port1.onmessage = () => {
      alive = true;
      asked = 0;
    };
    const timer = setInterval(() => {
      if (handle.over || alive && asked >= 5) {
        clearInterval(timer);
        port1.close();
        if (!handle.over) gone();
        return;
      }
      asked++;
      port1.postMessage(0);
    }, 400);
    worker.postMessage({ pulse: port2 }, [port2]);
  };

  const startMs = 30_000; // how long a worker may take to say that it is there
  let started = 0;
  return (own = true) => {
    const name = `sheafscope ${performance.timeOrigin} ${Math.random()} ${++started}`;
    const worker = new Worker(workerAddress(), { name });
    const handle = { worker, inbox: [], deliver: null, failed: null, failure: null, over: false };
    const fail = (...failure) => {
      if (handle.over) return;
      handle.over = true;
      clearTimeout(late);
      handle.failure = failure;
      handle.failed?.(...failure);
    };
    // A worker that the browser ends says nothing. It holds a lock while it lives,
    // or, where there are no locks, has a worker of its own that answers.
    const gone = () => fail("the browser ended it without a word, as browsers do when memory is short", false);
    const late = setTimeout(() => fail("it did not start within 30 seconds", true), startMs);
    let runs = false;
    worker.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) {
        if (handle.deliver) handle.deliver(new Uint8Array(data));
        else handle.inbox.push(new Uint8Array(data));
      } else if (data.runs) {
        runs = true;
      } else if (data.holds) {
        clearTimeout(late);
        navigator.locks.request(name, gone);
      } else if (data.wants === "pulse") {
        clearTimeout(late);
        feel(worker, handle, gone);
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
    const ready = own && program();
    if (ready) worker.postMessage(ready);
    handle.fail = fail;
    handle.stop = () => {
      handle.over = true;
      clearTimeout(late);
      handle.deliver = () => {};
      worker.terminate();
    };
    return handle;
  };
}
