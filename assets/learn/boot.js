// Starts the program of the course and its workers. A worker has the program of the laboratory and trains networks. In a single file, the
// program of the course is the program of the workers, too. The article can be read without any program.
//
// The program (web/course/page) uses the global sheafscopeCourse. The other scripts of the course replace ready and changed, and call
// methods:
//   methods            the functions of the program, null before it has started
//   ready(methods)     receives the functions of the program when it has started
//   changed()          reports that something was trained
//   failed(text)       reports that the program could not do what was requested
//   worker(fn, failed) starts a worker, like boot.js of the laboratory (assets/boot)
"use strict";

const sheafscopeVersion = "__VERSION__";
const coursePrograms = { "sheafscope.wasm": "__PROGRAM__", "files.wasm": "__FILES_PROGRAM__", "course.wasm": "__COURSE_PROGRAM__" };
/** Returns the address of a file of this version. */
const courseAddress = (name) => new URL(`${name}?v=${sheafscopeVersion}`, document.baseURI).href;
const courseVersions = sheafscopeVersions(sheafscopeVersion, coursePrograms, courseAddress);

/**
 * Shows a notice at the foot of the page, unless the page has a notice with this message. With the function open, the button of the notice
 * calls it. Without open, the button reloads the page if reload is true; otherwise it removes the notice.
 */
function courseNotice(message, reload, open) {
  if ([...document.querySelectorAll(".notice")].some((n) => n.firstChild.textContent === message)) return;
  const el = document.createElement("div"),
    text = document.createElement("span"),
    button = document.createElement("button");
  el.className = "notice";
  el.setAttribute("role", "status");
  el.dataset.testid = "notice";
  text.textContent = message;
  button.className = "go";
  if (open) button.textContent = "Open it there";
  else button.textContent = reload ? "Reload" : "Dismiss";
  button.addEventListener("click", () => {
    if (open) open();
    else if (reload) location.reload();
    else el.remove();
  });
  el.append(text, button);
  document.body.prepend(el); // at the beginning, so that the notice is visible without the style sheet
}

// Files that are dropped on the course are a graph for the laboratory. They are carried to its page by the storage of the browser.
globalThis.sheafscopeDrops?.hear(async ({ files, entries }) => {
  if (files.length === 0) return courseNotice("Drop files of a graph; a link opens from the address bar.");
  if (entries.some((entry) => entry.isDirectory)) return courseNotice("Drop the files themselves, or the folder on the laboratory.");
  try {
    await sheafscopeDrops.carry(files);
    location.assign("index.html?level=research");
  } catch {
    courseNotice("This browser keeps no files from page to page: open the laboratory, and drop the files there.");
  }
});

let courseMoved = performance.now(); // ms of performance.now, the last time at which a download received bytes

/** Downloads and compiles a program. A program of another version than the page is an error. A single file has its program already. */
async function courseCompile(name) {
  if (globalThis.sheafscopeSingle) return sheafscopeSingle.module;
  const module = await WebAssembly.compileStreaming(
    await sheafscopeFetch(courseAddress(name), name, () => {
      courseMoved = performance.now();
    }),
  );
  const wrong = courseVersions.mixedProgram(name, module);
  if (wrong) throw new Error(`the server has gone on to another version (${wrong})`);
  return module;
}

const sheafscopeCourse = (() => {
  // The program of the workers is downloaded for the first worker.
  let download = null, // a promise of program, null before the first worker and after a failure
    program = null; // the program with its kernel and version, null before they are compiled
  /** Returns a promise of the program, which is downloaded once. Its kernel of SIMD instructions is optional: null on an error. */
  const downloadProgram = () => {
    download ??= Promise.all([
      courseCompile("sheafscope.wasm"),
      WebAssembly.compile(Uint8Array.from(atob(sheafscopeKernelBytes), (c) => c.charCodeAt(0))).catch(() => null),
    ]).then(([module, kernel]) => {
      program = { module, kernel, version: sheafscopeVersion };
      return program;
    });
    return download;
  };
  // A promise of the program for files, which reads the public data set of the last chapter. null before the first request.
  let files = null;
  /** Sends the program for files to a worker, or the reason of its absence. */
  const giveFiles = async (worker) => {
    try {
      files ??= courseCompile("files.wasm");
      worker.postMessage({ files: await files });
    } catch (err) {
      files = null; // the next request downloads it again
      worker.postMessage({ failure: `the program that reads files could not be loaded: ${err.message ?? err}` });
    }
  };
  // The functions that the workers need (assets/boot/workers.js). quiet returns the ms since a download received bytes.
  const newWorker = sheafscopeWorkers({
    single: globalThis.sheafscopeSingle,
    address: courseAddress,
    nowhere: "",
    program: () => program,
    quiet: () => performance.now() - courseMoved,
    giveFiles,
    mixedWorker: (other, fail) => fail("it is of another version of the page", true),
    lookForUpdate: () => courseVersions.outdated(() => courseNotice("This page is older than its server. Reload it.", true)),
  });
  return {
    methods: null,
    ready: () => {},
    changed: () => {},
    failed: (text) => console.error(text),
    /**
     * Starts a worker. fn receives its messages, and failed the reason of its end, or of the failed download of its program. Of the result,
     * post sends bytes to the worker, and stop ends the worker. A worker that starts before the program is compiled gets the program later.
     */
    worker(fn, failed) {
      const compiled = program !== null,
        handle = newWorker();
      handle.deliver = fn;
      handle.failed = failed;
      for (const message of handle.inbox.splice(0)) fn(...message);
      if (!compiled) {
        downloadProgram().then(
          (p) => handle.worker.postMessage(p),
          (err) => {
            download = null; // the next worker downloads the program again
            failed(`${err.message ?? err}`, true, false);
          },
        );
      }
      return { post: (bytes) => handle.worker.postMessage({ bytes, contents: [] }, [bytes.buffer]), stop: handle.stop };
    },
  };
})();
globalThis.sheafscopeCourse = sheafscopeCourse;

/** Runs the program of the course. A program that ends has failed, and its reason is shown. Throws if the program cannot be started. */
async function courseStart() {
  document.getElementById("late").remove(); // the notice that the figures cannot be moved yet
  for (const part of courseVersions.mixed("learn.css")) courseNotice(`${part}. Load the page again in a minute.`, true);
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  await globalThis.sheafscopeSingle?.before;
  const module = await courseCompile("course.wasm");
  courseVersions.released((text, go) => courseNotice(text, false, go));
  runSheafscope(module, null, "course").then((cause) => courseNotice(`The figures have stopped: ${cause}`, true));
}
