// Starts the program of the course, and, when something is to be trained, the
// laboratory's program as a worker; in a single file the course's own program is
// the worker too. The article can be read without either.
//
// For the program (web/course/page) it provides sheafscopeCourse:
//   ready(methods)     the program is there; methods are its functions
//   changed()          something was trained
//   failed(text)       the program has not what was requested
//   worker(fn, failed) starts a worker, as boot.js of the laboratory does
"use strict";

const sheafscopeVersion = "__VERSION__";
const coursePrograms = { "sheafscope.wasm": "__PROGRAM__", "files.wasm": "__FILES_PROGRAM__", "course.wasm": "__COURSE_PROGRAM__" };
const courseAddress = (name) => new URL(`${name}?v=${sheafscopeVersion}`, document.baseURI).href;
const courseVersions = sheafscopeVersions(sheafscopeVersion, coursePrograms, courseAddress);

// courseNotice says something at the foot of the page; its button dismisses it, reloads the page, or does what then() does.
function courseNotice(message, reload, then) {
  if ([...document.querySelectorAll(".notice")].some((n) => n.firstChild.textContent === message)) return;
  const el = document.createElement("div"),
    text = document.createElement("span"),
    button = document.createElement("button");
  el.className = "notice";
  el.setAttribute("role", "status");
  el.dataset.testid = "notice";
  text.textContent = message;
  button.className = "go";
  button.textContent = then ? "Open it there" : reload ? "Reload" : "Dismiss";
  button.addEventListener("click", () => (then ? then() : reload ? location.reload() : el.remove()));
  el.append(text, button);
  document.body.prepend(el); // seen without the style sheet, too
}

// Files dropped on the course are a graph for the laboratory; a link or a text is nothing for either.
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

let courseMoved = performance.now(); // when a download last moved

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
  // The program of the workers: fetched when the first one is wanted.
  let heart = null,
    ready = null;
  const fetchHeart = () => {
    heart ??= Promise.all([
      courseCompile("sheafscope.wasm"),
      WebAssembly.compile(Uint8Array.from(atob(sheafscopeKernelBytes), (c) => c.charCodeAt(0))).catch(() => null),
    ]).then(([module, kernel]) => (ready = { module, kernel, version: sheafscopeVersion }));
    return heart;
  };
  // The program for files reads the public data set of the last chapter.
  let files = null;
  const giveFiles = async (worker) => {
    try {
      files ??= courseCompile("files.wasm");
      worker.postMessage({ files: await files });
    } catch (err) {
      files = null;
      worker.postMessage({ failure: `the program that reads files could not be loaded: ${err.message ?? err}` });
    }
  };
  const newWorker = sheafscopeWorkers({
    single: globalThis.sheafscopeSingle,
    address: courseAddress,
    nowhere: "",
    program: () => ready,
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
    worker(fn, failed) {
      const had = ready !== null,
        handle = newWorker();
      handle.deliver = fn;
      handle.failed = failed;
      for (const said of handle.inbox.splice(0)) fn(...said);
      if (!had) {
        fetchHeart().then(
          (p) => handle.worker.postMessage(p),
          (err) => {
            heart = null;
            failed(`${err.message ?? err}`, true, false);
          },
        );
      }
      return { post: (bytes) => handle.worker.postMessage({ bytes, contents: [] }, [bytes.buffer]), stop: handle.stop };
    },
  };
})();
globalThis.sheafscopeCourse = sheafscopeCourse;

// courseStart runs the program. What it ends with is reported: it never ends by itself.
async function courseStart() {
  document.getElementById("late").remove(); // what is missing from now on is said here
  for (const part of courseVersions.mixed("learn.css")) courseNotice(`${part}. Load the page again in a minute.`, true);
  if (typeof WebAssembly !== "object") throw new Error("this browser has no WebAssembly");
  await globalThis.sheafscopeSingle?.before;
  const module = await courseCompile("course.wasm");
  courseVersions.released((text, go) => courseNotice(text, false, go));
  runSheafscope(module, null, "course").then((cause) => courseNotice(`The figures have stopped: ${cause}`, true));
}
