// The worker: gets the compiled module and its companion as its first message, then runs the
// program in the role "worker". Messages that arrive before the program
// listens wait in a queue.
//
// For the program (wasm/worker) it provides sheafscopeWorker:
//   listen(fn)  fn(bytes, contents) is called for each message of the page with a
//               Uint8Array and a list of such, the contents of its files
//   post(bytes) sends a Uint8Array to the page; its buffer is given away
//   yield(fn)   calls fn after the messages that are already waiting
//   files(job, contents)  promise of the answer of the program for files
//               (wasm/filesprogram), given and answered in Uint8Arrays. The page sends that program when it is first needed
//   trained()   the run that is stored beside the page, in a Uint8Array; null where its script does not come
//   sums()      the checksums of the public data sets, a text; null where their script does not come
//   mirror      address of the folder of the public data sets beside the page, or ""
"use strict";

(() => {
  // A longer message goes in parts of so many bytes: the page answers between them.
  const PART = 1 << 22;
  let deliver = null;
  const inbox = [];

  const channel = new MessageChannel();
  const resumes = [];
  channel.port1.onmessage = () => resumes.shift()();

  // The program for files: serving is the promise of its function, coming what
  // settles it while the program is on its way, filesEnded why it ended.
  let serving = null,
    coming = null,
    filesEnded = null;
  const startFiles = () =>
    new Promise((resolve, reject) => {
      coming = { resolve, reject };
      globalThis.postMessage({ wants: "files" });
    });
  const filesArrived = ({ files, failure }) => {
    if (!files) {
      coming.reject(new Error(failure));
      return;
    }
    const { reject } = coming;
    filesEnded = runSheafscope(files, null, "files").then((cause) => `the program that reads and writes files stopped: ${cause}`);
    filesEnded.then((why) => reject(new Error(why)));
  };

  const mirror = "__MIRROR__";
  globalThis.sheafscopeWorker = {
    async files(job, contents) {
      serving ??= startFiles();
      try {
        const answer = (await serving)(job, contents);
        if (answer === undefined) throw new Error(await filesEnded);
        return answer;
      } catch (err) {
        serving = null; // the next job tries again
        throw `${err?.message ?? err}`;
      }
    },
    filesReady(fn) {
      coming.resolve(fn);
    },
    trained() {
      try {
        if (!globalThis.sheafscopeTrained) {
          importScripts(new URL(`sgpc.js${location.search}`, globalThis.sheafscopeBase ?? location.href).href);
        }
        return Uint8Array.from(atob(globalThis.sheafscopeTrained), (c) => c.charCodeAt(0));
      } catch {
        return null; // the run is trained anew
      }
    },
    sums() {
      try {
        if (!globalThis.sheafscopeSums) {
          importScripts(new URL(`sums.js${location.search}`, globalThis.sheafscopeBase ?? location.href).href);
        }
        return globalThis.sheafscopeSums;
      } catch {
        return null; // the next request tries again
      }
    },
    mirror: mirror && new URL(mirror, globalThis.sheafscopeBase ?? location.href).href,
    listen(fn) {
      deliver = fn;
      for (const { bytes, contents } of inbox.splice(0)) fn(bytes, contents);
    },
    post(bytes) {
      if (bytes.length <= PART) globalThis.postMessage(bytes.buffer, [bytes.buffer]);
      else
        for (let at = 0; at < bytes.length; at += PART) {
          const { buffer } = bytes.slice(at, at + PART);
          globalThis.postMessage({ part: buffer, of: bytes.length }, [buffer]);
        }
    },
    yield(fn) {
      resumes.push(fn);
      channel.port2.postMessage(0);
    },
  };

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

  // The page waits for the lock that this worker holds as long as it lives. Pages
  // without an origin, or from an insecure address, have no locks: there the page reads
  // an object URL, which the browser revokes with this worker. (A nested worker that
  // answers is no substitute: Firefox 153 sometimes never returns from new Worker here.)
  const hold = () => {
    globalThis.postMessage({ holds: true });
    return new Promise(() => {});
  };
  const locked = globalThis.navigator.locks?.request(globalThis.name, hold) ?? Promise.reject(new Error("no locks"));
  locked.catch(() => globalThis.postMessage({ objectURL: URL.createObjectURL(new Blob(["0"])) }));
})();
