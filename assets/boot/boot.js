// Boot: downloads the program with a progress bar, starts its worker, then
// the program itself in the role "page". Says in words what is missing when
// it cannot, and shows a banner with a reload button when the page crashed.
//
// For the program (wasm/workers_js.go) it provides sheafscopeBoot:
//   version            content version of this build
//   keep()             set by the program: writes what is shown into the address at once
//   embedded           the page is shown inside another one (?embed=1)
//   figure, themed     what ?figure= asks for, or ""; whether ?theme= decides on the theme
//   embedder           origin of the embedding site that is answered, or ""
//   worker(fn, failed)  starts a worker: fn(Uint8Array) for each message,
//                      failed(text, unfetched, silent) when it died, once; silent reports that it was waited for in vain, unfetched that
//                      its script never ran; returns {post, stop}
//   gate(methods)      methods that take any values of a caller (gate.js)
//   level              what it begins with (level.js): look, learn or research
//   pictured           the first picture (level.js, first.js) is drawn: wait for something to replace it with
//   shown()            the page is there: take the progress bar away
//   computes(now)      whether a run goes on: the offline copy waits for its end
//   panic(text)        the page's program cannot go on: show the reload banner
//   graph              list of {name, data}: the graph in a single file, else null
//
// A single-file build (web/tool/build/single.go) provides sheafscopeSingle, with the
// program and the worker's script inside the page.
"use strict";

(() => {
  const version = "__VERSION__";
  const programs = { "sheafscope.wasm": "__PROGRAM__", "files.wasm": "__FILES_PROGRAM__" }; // their hashes
  const wasmBytes = Number("__WASM_BYTES__");
  const address = (name) => new URL(`${name}?v=${version}`, document.baseURI).href;

  // --- what the visitor sees while there is no page yet -------------------

  const element = (tag, props, ...children) => {
    const el = Object.assign(document.createElement(tag), props);
    el.append(...children);
    return el;
  };

  let box = null,
    bar = null,
    text = null;
  const openBox = () => {
    if (box) return;
    box = document.getElementById("boot");
    if (!box) {
      box = element("div", { id: "boot" });
      document.body.append(box);
    }
    box.className = "boot";
    bar = element("progress", { className: "boot-bar", max: 1, value: 0 });
    bar.setAttribute("aria-label", "Loading Sheafscope");
    text = element("p", { className: "boot-text", textContent: "Loading…" });
    box.setAttribute("role", "status"); // a live region needs no landmark around it
    box.replaceChildren(text, bar);
  };
  let shownAt = 0;
  const progress = (share) => {
    if (!bar || performance.now() - shownAt < 200) return; // each value shown costs a frame, which a short download has no time for
    shownAt = performance.now();
    bar.value = Math.min(1, share);
  };
  const stop = (title, advice) => {
    openBox();
    document.body.replaceChildren(box); // seen without a style sheet, too, and nothing lies on top of it
    box.classList.remove("slim");
    box.setAttribute("role", "alert");
    box.dataset.testid = "boot-error";
    const again = element("button", { className: "boot-again", type: "button", textContent: "Try again" });
    again.addEventListener("click", () => versions.again());
    box.replaceChildren(element("h1", { textContent: title }), element("p", { textContent: advice }), again);
    document.documentElement.dataset.boot = "failed";
  };

  const banner = (title, detail) => {
    if (document.querySelector(".crash-banner")) return;
    const reload = element("button", { type: "button", textContent: "Reload" });
    reload.addEventListener("click", () => location.reload());
    const el = element(
      "div",
      { className: "crash-banner" },
      element("strong", { textContent: title }),
      element("span", { textContent: detail.slice(0, 500) }),
      reload,
    );
    if (location.hash) {
      // what the link says may be what the program stopped at
      const plain = element("button", { type: "button", textContent: "Start without the link" });
      plain.dataset.testid = "crash-plain";
      plain.addEventListener("click", () => {
        history.replaceState(null, "", location.pathname + location.search);
        location.reload();
      });
      el.append(plain);
    }
    el.setAttribute("role", "alert");
    el.dataset.testid = "crash-banner";
    // Nothing may lie on top of it: neither the progress of the start nor what stands above all else, a dialog or a popover.
    // It covers nothing itself: the page goes on below it.
    document.getElementById("boot")?.remove();
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    for (const over of document.querySelectorAll("[popover]")) over.hidePopover?.();
    document.body.prepend(el);
    document.documentElement.dataset.boot = "crashed";
  };

  // reload loads the page anew where it is.
  const reload = [
    "Reload",
    () => {
      sheafscopeBoot.keep();
      location.reload();
    },
  ];
  // notice says something at the foot of the page, with a button that does something about it.
  const notice = (message, [label, act] = reload) => {
    const close = element("button", { type: "button", textContent: "Dismiss" });
    const el = element("div", { className: "boot-notice" }, element("span", { textContent: message }), close);
    close.addEventListener("click", () => el.remove());
    const go = element("button", { type: "button", textContent: label });
    go.dataset.testid = "boot-reload";
    go.addEventListener("click", act);
    close.before(go);
    el.setAttribute("role", "status");
    el.dataset.testid = "boot-notice";
    document.body.prepend(el);
  };

  // --- parts of another version -------------------------------------------

  const versions = sheafscopeVersions(version, programs, address);
  const stopMixed = (parts) =>
    stop(
      "Sheafscope is being updated on its server.",
      `Parts of two versions have arrived, and they were not run together: this is version ` +
        `${version}, ${parts.join(", ")}. Try again in a minute.`,
    );
  // A part that could not be had later on: has the server gone on to another version?
  const stays = () => (document.documentElement.classList.contains("embedded") ? "" : ": graph, settings and position stay");
  const lookForUpdate = () =>
    versions.outdated(() =>
      notice(`This page is of an older version than its server, which no longer has all its parts. Reload it${stays()}.`),
    );

  // --- the download -------------------------------------------------------

  // The steps of the start can be read in performance.getEntriesByType("mark").
  const mark = (name) => performance.mark(`sheafscope:${name}`);
  mark("boot");

  const single = globalThis.sheafscopeSingle;

  let moved = performance.now(); // when the start last came further
  const quiet = () => performance.now() - moved;
  const compile = async (name, report) => {
    if (single) return single.module;
    const body = await sheafscopeFetch(address(name), name, (bytes) => {
      moved = performance.now();
      report(bytes / wasmBytes);
    });
    if (!WebAssembly.compileStreaming) return WebAssembly.compile(await body.arrayBuffer());
    return WebAssembly.compileStreaming(body);
  };

  // A fetch that reaches no server, or breaks off, is refused with a TypeError in words of the browser's own.
  const why = (err) => {
    if (single) return "The program in it cannot be read";
    if (err instanceof TypeError) return "The server could not be reached";
    if (err instanceof WebAssembly.CompileError) return "The server sent something else in its place";
    return String(err?.message ?? err);
  };

  // The SIMD companion travels inside this script (kernel-bytes.js). It is
  // null where the browser refuses it, and with ?kernel=go in the address.
  const compileKernel = async () => {
    if (new URLSearchParams(location.search).get("kernel") === "go") return null;
    try {
      return await WebAssembly.compile(Uint8Array.from(atob(sheafscopeKernelBytes), (c) => c.charCodeAt(0)));
    } catch {
      return null;
    }
  };

  // A frame with a sandbox has no origin, to which browsers give neither the program nor its
  // worker, unless the server says that anyone may read them.
  const nowhere =
    globalThis.origin === "null" && location.protocol !== "file:" && !single
      ? "The page around this one keeps it in a sandbox without an origin. Open it in a tab of its own, embed its single file, or allow " +
        "it its origin (allow-same-origin)."
      : "";

  // --- workers ------------------------------------------------------------

  let module = null; // the compiled program, once it is there
  let kernel = null; // its companion, or null

  // The program for files is fetched and compiled once, for the first worker that needs it.
  let files = null;
  const giveFiles = async (worker) => {
    try {
      files ??= compile("files.wasm", () => {});
      const wrong = versions.mixedProgram("files.wasm", await files);
      if (wrong) throw new Error(`The server has gone on to another version: ${wrong}`);
      worker.postMessage({ files: await files });
    } catch (err) {
      files = null;
      lookForUpdate();
      worker.postMessage({
        failure:
          "The part of the page that reads and writes files could not be loaded. " + `${why(err)}. Check the connection and try again.`,
      });
    }
  };

  // A worker of another version says so instead of running.
  const mixedWorker = (other, fail) => {
    if (document.documentElement.dataset.boot !== "ready") {
      stopMixed([`worker.js is of version ${other}`]);
      return;
    }
    fail("it is of another version of the page", true);
    lookForUpdate();
  };

  const newWorker = sheafscopeWorkers({
    single,
    quiet,
    address,
    nowhere,
    giveFiles,
    mixedWorker,
    lookForUpdate,
    program: () => module && { module, kernel, version },
  });

  // The first worker starts while the program is still on its way, and does what that will ask first: asked, as base64.
  let first = null,
    asked = "",
    computing = false;

  const sheafscopeBoot = {
    version,
    keep: () => {},
    get embedded() {
      return document.documentElement.classList.contains("embedded");
    },
    get level() {
      return document.documentElement.dataset.level;
    },
    address: () => location.href, // of the page as links name it
    embedder: "", // origin of the embedding site that is answered
    figure: "", // ?figure=
    themed: false, // ?theme= decides
    get graph() {
      return single?.graph ?? null;
    },
    worker(fn, failed) {
      let handle = first ?? newWorker(),
        early = first && asked;
      first = null;
      const listen = () => {
        handle.deliver = fn;
        handle.failed = failed;
        for (const said of handle.inbox.splice(0)) fn(...said);
        if (handle.failure) failed(...handle.failure);
      };
      if (!early) listen();
      return {
        post: (bytes, contents) => {
          if (early) {
            const same = early === btoa(String.fromCharCode(...bytes));
            early = "";
            if (!same) {
              // it did something else
              handle.stop();
              handle = newWorker();
            }
            listen();
            if (same) return;
          }
          handle.worker.postMessage({ bytes, contents }, [bytes.buffer, ...contents.map((c) => c.buffer)]);
        },
        stop: () => handle.stop(),
      };
    },
    pictured: false,
    gate: sheafscopeGate,
    computes(now) {
      computing = now;
    },
    shown() {
      document.addEventListener("visibilitychange", () => document.hidden && sheafscopeBoot.keep());
      sheafscopeBoot.computes = sheafscopeOffline(version, notice, stays);
      sheafscopeBoot.computes(computing);
      sheafscopePaste();
      const app = document.getElementById("app");
      app.inert = false;
      app.removeAttribute("aria-busy");
      document.getElementById("boot")?.remove();
      box = bar = text = null;
      document.documentElement.dataset.boot = "ready";
      mark("ready");
      setTimeout(sheafscopePrefers.watch);
      (globalThis.requestIdleCallback ?? setTimeout)(sheafscopeIslands.started, { timeout: 500 });
      versions.released((text, go) => sheafscopeBoot.embedded || notice(text, ["Open it there", go]));
    },
    panic(message) {
      banner("Sheafscope has stopped.", message);
    },
  };
  globalThis.sheafscopeBoot = sheafscopeBoot;

  // --- start --------------------------------------------------------------

  // parsed waits for the scripts that come after this one, islands and first picture, styled for the style sheets alone: this script
  // waits for neither, since what it begins takes longest.
  const parsed = new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    addEventListener("load", resolve, { once: true }); // where this script came last
  });
  const styled = () =>
    Promise.race([
      parsed,
      Promise.all(
        [...document.querySelectorAll('link[rel="stylesheet"]')].map(
          (link) => link.sheet || new Promise((resolve) => link.addEventListener("load", resolve, { once: true })),
        ),
      ),
    ]);

  const pictured = () => {
    sheafscopeBoot.pictured = true;
    box.classList.add("slim");
    mark("picture");
    requestAnimationFrame(() => setTimeout(sheafscopePrefers.watch)); // behind the picture
  };
  const start = async () => {
    sheafscopeLevel();
    sheafscopeBoot.embedder = sheafscopeEmbed(version, sheafscopeBoot);
    openBox();
    if (typeof WebAssembly !== "object" || typeof Worker === "undefined") {
      stop(
        "This browser cannot run Sheafscope.",
        "WebAssembly or web workers are missing or switched off. Use a current Firefox, Chrome, Edge or Safari, without lockdown mode.",
      );
      return;
    }
    try {
      await single?.before;
    } catch (err) {
      stop("Sheafscope could not be unpacked.", `${err.message ?? err}. The file may be damaged: get it once more.`);
      return;
    }
    const compiling = compile("sheafscope.wasm", progress); // all else waits for the picture
    compiling.catch(() => {}); // reported below
    const level = sheafscopeLevel();
    let begun = null;
    const working = () => (begun ??= new Promise((resolve) => resolve((first = newWorker()))));
    const looking = level === "look" ? sheafscopeLookFirst(version, address, styled(), working) : Promise.resolve(false);
    const watch = setInterval(() => {
      if (quiet() < sheafscopeSilence) return;
      clearInterval(watch);
      const parts = versions.mixed("islands.js", "first.js", ...(sheafscopeLevel() === "look" ? ["look.js"] : [])).join(", ");
      stop("Sheafscope has not started.", `Parts of the page have not come: ${parts}. Check the connection and try again.`);
    }, 1000);
    if (await looking) pictured();
    await parsed;
    clearInterval(watch);
    const mixed = versions.mixed("index.html", "islands.js", "first.js", "style.css", "islands.css");
    if (mixed.length > 0) {
      stopMixed(mixed);
      return;
    }
    if (!sheafscopeBoot.pictured && sheafscopeFirstPicture()) pictured();
    let firstWorker;
    try {
      firstWorker = await working();
    } catch (err) {
      stop("Sheafscope cannot start here.", nowhere || `${err?.message ?? err}.`);
      return;
    }
    if (location.hash.length < 2 && !single?.graph) asked = globalThis.sheafscopeFirst?.asked[level] ?? "";
    if (asked) first.worker.postMessage({ bytes: Uint8Array.from(atob(asked), (c) => c.charCodeAt(0)), contents: [] });
    let wrong = "";
    try {
      [module, kernel] = await Promise.all([compiling, compileKernel()]);
      wrong = versions.mixedProgram("sheafscope.wasm", module);
    } catch (err) {
      const advice = single ? "The file may be damaged: get it once more." : "Check the connection and try again.";
      stop("Sheafscope could not be loaded.", nowhere || `${why(err)}. ${advice}`);
      return;
    }
    if (wrong) {
      stopMixed([wrong]);
      return;
    }
    mark("compiled");
    firstWorker.worker.postMessage({ module, kernel, version });
    await new Promise((resolve) => setTimeout(resolve)); // what the browser has of the worker comes first, which then gets the program

    // Vugu's renderer hands its script to eval once. That script is already loaded
    // (vugu-render part of this file) and the policy of the page forbids eval, so
    // that one call is answered here, and eval is itself again: tools that drive
    // the page need it, and the browser lets them.
    const evaluate = globalThis.eval;
    globalThis.eval = (text) => {
      if (!String(text).startsWith("(function(){if(window.vuguRender)")) return evaluate(text);
      globalThis.eval = evaluate;
      return undefined;
    };

    runSheafscope(module, kernel, "page").then((cause) => banner("Sheafscope has stopped.", cause));
  };

  // A trap inside the program (a stack overflow, say) surfaces in whatever callback entered it.
  addEventListener("error", ({ error }) => {
    if (error instanceof WebAssembly.RuntimeError) banner("Sheafscope has stopped.", error.message);
  });

  if (!single && document.getElementById("boot")) start();
  else parsed.then(start);
})();
