// The worker: receives the compiled module and its companion, then runs the program in the role "worker". Messages before the program
// listens wait in a queue.
//
// For the program (wasm/worker), sheafscopeWorker has
//   listen(fn)  calls fn(bytes, contents) for each message of the page: bytes is a Uint8Array, contents a list of Uint8Array with the
//               contents of the message's files
//   post(bytes) sends a Uint8Array to the page and transfers its buffer
//   yield(fn)   calls fn after the messages that are already in the queue
//   files(job, contents)  promise of the answer of the program for files (wasm/filesprogram) to a job; job and answer are
//               Uint8Arrays, contents is a list of Uint8Array. The page sends this program at the first request
//   filesReady(fn)  receives the function of the program for files
//   trained()   the stored run of the opening's last scene, a Uint8Array; null if its script cannot be loaded
//   sums()      the checksums of the public data sets, a text; null if its script cannot be loaded
//   mirror      address of the folder of the public data sets beside the page, or ""
//
// The messages to the page (workers.js) are
//   ArrayBuffer, {part, total}  an answer of the program, whole or in parts; total is the number of bytes of the whole answer
//   {runs}       the script has started
//   {holds}      the worker holds its lock
//   {objectURL}  the object URL of a worker without locks
//   {request}    "files": request for the program for files
//   {mixed}      the version of this script, when the page has another version
//   {crashed}    the cause of the program's end
// The messages of the page are {bytes, contents} for the program, {module, kernel, version}, and {files} or {failure}.
"use strict";

(() => {
  const PART = 1 << 22; // bytes of a part of a longer message: the page can respond to the user between two parts
  let deliver = null; // function of listen
  const inbox = []; // messages before the call of listen

  // A message to the worker itself comes after all messages that are already in the queue.
  const channel = new MessageChannel();
  const resumes = []; // functions of yield
  channel.port1.onmessage = () => resumes.shift()();

  let serving = null, // promise of the function of the program for files, null before the first job and after a failure
    arrival = null, // {resolve, reject} of the promise serving
    filesEnded = null; // promise of the cause of that program's end
  /** Requests the program for files from the page, and returns the promise of its function, which answers a job. */
  const startFiles = () =>
    new Promise((resolve, reject) => {
      arrival = { resolve, reject };
      globalThis.postMessage({ request: "files" });
    });
  /** Starts the program for files. If the page could not load the program, the promise serving is rejected with the page's failure. */
  const filesArrived = ({ files, failure }) => {
    if (!files) {
      arrival.reject(new Error(failure));
      return;
    }
    const { reject } = arrival;
    filesEnded = runSheafscope(files, null, "files").then((cause) => `the program that reads and writes files stopped: ${cause}`);
    filesEnded.then((text) => reject(new Error(text)));
  };

  const mirror = "__MIRROR__"; // replaced by the build, "" without a mirror
  globalThis.sheafscopeWorker = {
    async files(job, contents) {
      serving ??= startFiles();
      try {
        const answer = (await serving)(job, contents);
        if (answer === undefined) throw new Error(await filesEnded); // the program has crashed
        return answer;
      } catch (err) {
        serving = null; // the next job starts the program again
        throw `${err?.message ?? err}`; // wasm/worker expects a text
      }
    },
    filesReady(fn) {
      arrival.resolve(fn);
    },
    trained() {
      try {
        if (!globalThis.sheafscopeTrained) {
          importScripts(new URL(`sgpc.js${location.search}`, globalThis.sheafscopeBase ?? location.href).href);
        }
        return Uint8Array.from(atob(globalThis.sheafscopeTrained), (c) => c.charCodeAt(0));
      } catch {
        return null; // the program trains the run itself
      }
    },
    sums() {
      try {
        if (!globalThis.sheafscopeSums) {
          importScripts(new URL(`sums.js${location.search}`, globalThis.sheafscopeBase ?? location.href).href);
        }
        return globalThis.sheafscopeSums;
      } catch {
        return null; // the next request loads the script again
      }
    },
    mirror: mirror && new URL(mirror, globalThis.sheafscopeBase ?? location.href).href,
    listen(fn) {
      deliver = fn;
      for (const { bytes, contents } of inbox.splice(0)) fn(bytes, contents);
    },
    post(bytes) {
      // A part is a copy, because its buffer is transferred.
      if (bytes.length <= PART) globalThis.postMessage(bytes.buffer, [bytes.buffer]);
      else
        for (let from = 0; from < bytes.length; from += PART) {
          const { buffer } = bytes.slice(from, from + PART);
          globalThis.postMessage({ part: buffer, total: bytes.length }, [buffer]);
        }
    },
    yield(fn) {
      resumes.push(fn);
      channel.port2.postMessage(0);
    },
  };

  // The page sends messages for the program, the program itself, and the answer to a request for the program for files. A program of
  // another version is not run.
  globalThis.onmessage = ({ data }) => {
    if (data.bytes) {
      if (deliver) deliver(data.bytes, data.contents);
      else inbox.push(data);
    } else if (data.module && data.version !== "__VERSION__") {
      globalThis.postMessage({ mixed: "__VERSION__" });
    } else if (data.module) {
      runSheafscope(data.module, data.kernel, "worker").then((cause) => globalThis.postMessage({ crashed: cause }));
    } else {
      filesArrived(data);
    }
  };

  globalThis.postMessage({ runs: true });

  // The worker holds a lock until its end, and the page waits for the lock. A page without an origin or with an insecure address has no
  // locks. The page then reads an object URL, which the browser revokes at the end of the worker. A nested worker that answers the page is
  // no alternative: Firefox 153 sometimes does not return from new Worker in a worker.
  const hold = () => {
    globalThis.postMessage({ holds: true });
    return new Promise(() => {});
  };
  const locked = globalThis.navigator.locks?.request(globalThis.name, hold) ?? Promise.reject(new Error("no locks"));
  locked.catch(() => globalThis.postMessage({ objectURL: URL.createObjectURL(new Blob(["0"])) }));
})();
