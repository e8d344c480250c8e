// The worker: gets the compiled module and its companion as its first message, then runs the
// program in the role "worker". Messages that arrive before the program
// listens wait in a queue.
//
// For the program (wasm/worker_js.go) it provides sheafscopeWorker:
//   listen(fn)  fn(Uint8Array) is called for each message of the page
//   post(bytes) sends a Uint8Array to the page; its buffer is given away
//   yield(fn)   calls fn after the messages that are already waiting
//   files(job)  promise of the answer of the program for files (wasm/filesprogram),
//               both Uint8Array. The page sends that program when it is first needed
//   mirror      folder of the public data sets beside the page, or ""
"use strict";

(() => {
  let deliver = null;
  const inbox = [];

  const channel = new MessageChannel();
  const resumes = [];
  channel.port1.onmessage = () => resumes.shift()();

  // The program for files: serving is the promise of its function, coming what
  // settles it while the program is on its way, filesTail what it printed last.
  let serving = null, coming = null, filesTail = () => "";
  const startFiles = () => new Promise((resolve, reject) => {
    coming = { resolve, reject };
    globalThis.postMessage({ wants: "files" });
  });
  const filesArrived = ({ files, failure }) => {
    if (!files) {
      coming.reject(failure);
      return;
    }
    const program = runSheafscope(files, null, "files");
    filesTail = program.tail;
    const ended = (code) => coming.reject(sheafscopeCause(program.tail(), code));
    program.ended.then(ended, ended);
  };

  globalThis.sheafscopeWorker = {
    async files(job) {
      serving ??= startFiles();
      let answer;
      try {
        answer = (await serving)(job);
      } catch (err) {
        serving = null; // the next job tries again
        throw `${err.message ?? err}`;
      }
      if (answer === undefined) {
        serving = null;
        throw `the program for files stopped: ${sheafscopeCause(filesTail(), 2)}`;
      }
      return answer;
    },
    filesReady(fn) {
      coming.resolve(fn);
    },
    mirror: "__MIRROR__",
    listen(fn) {
      deliver = fn;
      for (const m of inbox.splice(0)) fn(m);
    },
    post(bytes) {
      globalThis.postMessage(bytes.buffer, [bytes.buffer]);
    },
    yield(fn) {
      resumes.push(fn);
      channel.port2.postMessage(0);
    },
  };

  const crashed = (message) => globalThis.postMessage({ crashed: message });

  const receive = (event) => {
    if (!(event.data instanceof ArrayBuffer)) {
      filesArrived(event.data);
      return;
    }
    const bytes = new Uint8Array(event.data);
    if (deliver) deliver(bytes);
    else inbox.push(bytes);
  };

  globalThis.onmessage = (event) => {
    globalThis.onmessage = receive;
    if (event.data.version !== "__VERSION__") {
      globalThis.postMessage({ mixed: "__VERSION__" });
      return;
    }
    const program = runSheafscope(event.data.module, event.data.kernel, "worker");
    program.ended.then(
      (code) => crashed(sheafscopeCause(program.tail(), code)),
      (err) => crashed(`${err}`),
    );
  };
})();
