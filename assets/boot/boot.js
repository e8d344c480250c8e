// Boot of the laboratory: downloads the program with a progress bar, starts its worker, then runs the program in the role "page". A start
// that fails shows the reason and advice. A crash shows a banner with a button to reload.
//
// For the program (wasm/workers_js.go), sheafscopeBoot has
//   version            version of this build
//   address()          address of the page in links; versions.js replaces it in the folder "latest"
//   keep()             function, set by the program, that writes the state of the page into the address at once
//   embedded           whether another page embeds this page (?embed=1)
//   figure, themed     the figure of ?figure=, or ""; whether ?theme= sets the theme
//   embedder           origin of the embedding page whose calls are answered, or ""
//   worker(fn, failed)  starts a worker and returns {post, stop}. fn(Uint8Array, total) is called for each message (workers.js).
//                      failed(text, unfetched, silent) is called once, when the worker has ended: unfetched is true if its script never
//                      ran, silent if the page has waited in vain for its first message
//   gate(methods)      returns the methods with checks of a caller's values (gate.js)
//   level              level at the start (level.js): look, learn or research
//   pictured           whether the first picture (level.js, first.js) is drawn, which the first render then replaces
//   shown()            the program calls it after the first render; the progress bar is then removed
//   computes(now)      receives whether a run is in progress; the offline copy waits for the end of a run
//   panic(text)        shows the banner after a panic of the program
//   graph              list of {name, data}: the graph in a single file, else null
//
// A single file (web/tool/build/single.go) has sheafscopeSingle, with the program and the worker's script from inside the page.
"use strict";

(() => {
  const DETAIL = 500, // characters of a crash report in the banner
    PROGRESS = 200, // ms between two drawings of the progress bar
    CHECK = 1000, // ms between two checks of the start for progress
    IDLE = 500; // ms after the start at which the islands continue in any case

  const version = "__VERSION__";
  const programs = { "sheafscope.wasm": "__PROGRAM__", "files.wasm": "__FILES_PROGRAM__" }; // the hash of each program
  const wasmBytes = Number("__WASM_BYTES__"); // size of sheafscope.wasm, for the progress bar
  /** Returns the address of a part of this version. */
  const address = (name) => new URL(`${name}?v=${version}`, document.baseURI).href;

  // --- display before the first render --------------------------------------

  /** Returns a new element with properties and children. */
  const element = (tag, props, ...children) => {
    const el = Object.assign(document.createElement(tag), props);
    el.append(...children);
    return el;
  };

  let box = null, // element of the start's messages, null before the start and after the first render
    progressBar = null; // in box, null together with it
  /** Shows the box with the progress bar, if the box is not shown yet. */
  const openBox = () => {
    if (box) return;
    box = document.getElementById("boot");
    // The first render removes the element of the page.
    if (!box) {
      box = element("div", { id: "boot" });
      document.body.append(box);
    }
    box.className = "boot";
    progressBar = element("progress", { className: "boot-bar", max: 1, value: 0 });
    progressBar.setAttribute("aria-label", "Loading Sheafscope");
    const text = element("p", { className: "boot-text", textContent: "Loading…" });
    box.setAttribute("role", "status"); // a live region needs no landmark around it
    box.replaceChildren(text, progressBar);
  };
  let drawnAt = 0; // time of the last drawing of the progress bar, in ms of performance.now
  /** Draws the share of the program that is downloaded. Each drawing costs a frame, so a short download has few. */
  const showProgress = (share) => {
    if (!progressBar || performance.now() - drawnAt < PROGRESS) return;
    drawnAt = performance.now();
    progressBar.value = Math.min(1, share); // a program of another version may be longer than wasmBytes
  };
  /** Ends the start with a failure: shows a title, advice and a button for another attempt, in place of the whole page. */
  const showFailure = (title, advice) => {
    openBox();
    document.body.replaceChildren(box); // visible without a style sheet too, and not covered by another element
    box.classList.remove("slim");
    box.setAttribute("role", "alert");
    box.dataset.testid = "boot-error";
    const retry = element("button", { className: "boot-again", type: "button", textContent: "Try again" });
    retry.addEventListener("click", () => versions.again());
    box.replaceChildren(element("h1", { textContent: title }), element("p", { textContent: advice }), retry);
    document.documentElement.dataset.boot = "failed";
  };

  /** Shows the banner of a crash, with the cause and a button to reload the page. A second crash adds nothing. */
  const showBanner = (title, cause) => {
    if (document.querySelector(".crash-banner")) return;
    const reload = element("button", { type: "button", textContent: "Reload" });
    reload.addEventListener("click", () => location.reload());
    const el = element(
      "div",
      { className: "crash-banner" },
      element("strong", { textContent: title }),
      element("span", { textContent: cause.slice(0, DETAIL) }),
      reload,
    );
    if (location.hash) {
      // The state in the link may be the cause of the crash, so a second button starts without the link.
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
    // Dialogs, popovers and the box of the start would cover the banner. The banner covers nothing: the page follows below the banner.
    document.getElementById("boot")?.remove();
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
    for (const popover of document.querySelectorAll("[popover]")) popover.hidePopover?.();
    document.body.prepend(el);
    document.documentElement.dataset.boot = "crashed";
  };

  // The label and the action of the button that reloads the page with its state.
  const reload = [
    "Reload",
    () => {
      sheafscopeBoot.keep();
      location.reload();
    },
  ];
  /** Shows a notice with a button for an action, given as [label, action], and a button that closes the notice. */
  const notice = (message, [label, act] = reload) => {
    const close = element("button", { type: "button", textContent: "Dismiss" });
    const el = element("div", { className: "boot-notice" }, element("span", { textContent: message }), close);
    close.addEventListener("click", () => el.remove());
    const action = element("button", { type: "button", textContent: label });
    action.dataset.testid = "boot-reload";
    action.addEventListener("click", act);
    close.before(action);
    el.setAttribute("role", "status");
    el.dataset.testid = "boot-notice";
    document.body.prepend(el);
  };

  // --- parts of another version -------------------------------------------

  const versions = sheafscopeVersions(version, programs, address);
  /** Ends the start because of parts of another version, given as texts. */
  const stopMixed = (parts) =>
    showFailure(
      "Sheafscope is being updated on its server.",
      `Parts of two versions have arrived, and they were not run together: this is version ` +
        `${version}, ${parts.join(", ")}. Try again in a minute.`,
    );
  /** Returns the end of a sentence about a reload. An embedded page does not keep its state. */
  const keptText = () => (document.documentElement.classList.contains("embedded") ? "" : ": graph, settings and position stay");
  /** Is called after a part could not be fetched. Shows a notice if the server has another version. */
  const lookForUpdate = () =>
    versions.outdated(() =>
      notice(`This page is of an older version than its server, which no longer has all its parts. Reload it${keptText()}.`),
    );

  // --- the download -------------------------------------------------------

  // The steps of the start are marks, which performance.getEntriesByType("mark") returns.
  const mark = (name) => performance.mark(`sheafscope:${name}`);
  mark("boot");

  const single = globalThis.sheafscopeSingle;

  let lastProgress = performance.now(); // time of the last arrival in a download
  const quiet = () => performance.now() - lastProgress; // ms without an arrival
  /**
   * Fetches and compiles a program. report is called with the downloaded share, from 0 to 1. Only for the page's program this share is
   * right, because wasmBytes is the size of that program. A single file has one program for all roles, which it unpacks itself.
   */
  const compile = async (name, report) => {
    if (single) return single.module;
    const body = await sheafscopeFetch(address(name), name, (bytes) => {
      lastProgress = performance.now();
      report(bytes / wasmBytes);
    });
    if (!WebAssembly.compileStreaming) return WebAssembly.compile(await body.arrayBuffer()); // an older browser
    return WebAssembly.compileStreaming(body);
  };

  /**
   * Returns the reason of a failed download or compilation, as a sentence without its period. fetch throws a TypeError for every failure of
   * the network.
   */
  const reasonOf = (err) => {
    if (single) return "The program in it cannot be read";
    if (err instanceof TypeError) return "The server could not be reached";
    if (err instanceof WebAssembly.CompileError) return "The server sent something else in its place";
    return String(err?.message ?? err);
  };

  /**
   * Compiles the SIMD companion, which is a text in this script (kernel-bytes.js). The companion is null in a browser that does not
   * support its instructions, and with ?kernel=go in the address.
   */
  const compileKernel = async () => {
    if (new URLSearchParams(location.search).get("kernel") === "go") return null;
    try {
      return await WebAssembly.compile(Uint8Array.from(atob(sheafscopeKernelBytes), (c) => c.charCodeAt(0)));
    } catch {
      return null;
    }
  };

  // A sandboxed frame has no origin. Browsers then load neither the program nor its worker, unless the server allows every origin.
  const nowhere =
    globalThis.origin === "null" && location.protocol !== "file:" && !single
      ? "The page around this one keeps it in a sandbox without an origin. Open it in a tab of its own, embed its single file, or allow " +
        "it its origin (allow-same-origin)."
      : "";

  // --- workers ------------------------------------------------------------

  let module = null; // the compiled program, null before the compilation
  let kernel = null; // its SIMD companion, or null

  let files = null; // promise of the compiled program for files
  /** Sends the program for files to a worker. The program is fetched and compiled once, for the first request. */
  const giveFiles = async (worker) => {
    try {
      files ??= compile("files.wasm", () => {});
      const mix = versions.mixedProgram("files.wasm", await files);
      if (mix) throw new Error(`The server has gone on to another version: ${mix}`);
      worker.postMessage({ files: await files });
    } catch (err) {
      files = null; // the next request fetches the program again
      lookForUpdate();
      worker.postMessage({
        failure:
          "The part of the page that reads and writes files could not be loaded. " +
          `${reasonOf(err)}. Check the connection and try again.`,
      });
    }
  };

  /**
   * Handles a worker of another version (other), which does not run the program. During the start, the page is not started either. After
   * the start, only the worker has failed: fail reports this to the program.
   */
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

  // The first worker starts during the download of the page's program. The worker gets the first request of that program in advance: the
  // build has predicted it, for a page without a graph of its own.
  let firstHandle = null, // handle of the first worker, until the program claims it
    predicted = "", // the predicted request, as base64
    computing = false; // last argument of computes before shown

  const sheafscopeBoot = {
    version,
    keep: () => {},
    get embedded() {
      return document.documentElement.classList.contains("embedded");
    },
    get level() {
      return document.documentElement.dataset.level;
    },
    address: () => location.href, // address of the page in links
    embedder: "",
    figure: "",
    themed: false,
    get graph() {
      return single?.graph ?? null;
    },
    worker(fn, failed) {
      // The program claims the first worker; later calls start further workers.
      let handle = firstHandle ?? newWorker(),
        prediction = firstHandle && predicted; // request that the worker already has, "" or null for none
      firstHandle = null;
      /** Lets the worker's messages reach the program, first the messages that have already arrived. */
      const listen = () => {
        handle.deliver = fn;
        handle.failed = failed;
        for (const message of handle.inbox.splice(0)) fn(...message);
        if (handle.failure) failed(...handle.failure);
      };
      // The messages of a worker with a prediction wait until the first request confirms the prediction.
      if (!prediction) listen();
      return {
        post: (bytes, contents) => {
          // The first request. If the prediction is wrong, the worker computes something else, and another worker replaces it. If it is
          // right, the worker has the request already.
          if (prediction) {
            const isRight = prediction === btoa(String.fromCharCode(...bytes));
            prediction = "";
            if (!isRight) {
              handle.stop();
              handle = newWorker();
            }
            listen();
            if (isRight) return;
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
      // From now on the state is kept when the page is hidden, since a hidden page may be closed without another event. The page can be
      // copied for offline use, and takes pastes.
      document.addEventListener("visibilitychange", () => document.hidden && sheafscopeBoot.keep());
      sheafscopeBoot.computes = sheafscopeOffline(version, notice, keptText);
      sheafscopeBoot.computes(computing);
      sheafscopePaste();
      // The page takes input, and the box of the start is removed.
      const app = document.getElementById("app");
      app.inert = false;
      app.removeAttribute("aria-busy");
      document.getElementById("boot")?.remove();
      box = progressBar = null;
      document.documentElement.dataset.boot = "ready";
      mark("ready");
      // Work that the first render does not need.
      setTimeout(sheafscopePrefers.watch);
      (globalThis.requestIdleCallback ?? setTimeout)(sheafscopeIslands.started, { timeout: IDLE });
      versions.released((text, open) => sheafscopeBoot.embedded || notice(text, ["Open it there", open]));
    },
    panic(message) {
      showBanner("Sheafscope has stopped.", message);
    },
  };
  globalThis.sheafscopeBoot = sheafscopeBoot;

  // --- start --------------------------------------------------------------

  // This script begins the longest downloads, and therefore does not wait for the later scripts of the page: the islands and the first
  // picture. The promise parsed waits for these scripts.
  const parsed = new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    document.addEventListener("DOMContentLoaded", resolve, { once: true });
    addEventListener("load", resolve, { once: true }); // for a page with this script at its end
  });
  /** Returns a promise that is fulfilled when all style sheets have arrived, at the latest with the later scripts (parsed). */
  const styled = () =>
    Promise.race([
      parsed,
      Promise.all(
        [...document.querySelectorAll('link[rel="stylesheet"]')].map(
          (link) => link.sheet || new Promise((resolve) => link.addEventListener("load", resolve, { once: true })),
        ),
      ),
    ]);

  /** Notes that the first picture is drawn. The progress bar becomes slim. */
  const pictured = () => {
    sheafscopeBoot.pictured = true;
    box.classList.add("slim");
    mark("picture");
    requestAnimationFrame(() => setTimeout(sheafscopePrefers.watch)); // after the picture is on the screen
  };
  /** Starts the page. Each step that fails ends the start with a message. */
  const start = async () => {
    sheafscopeLevel(); // for the theme; the level is read again below, as the graph of a single file is not unpacked yet
    sheafscopeBoot.embedder = sheafscopeEmbed(version, sheafscopeBoot);
    openBox();
    if (typeof WebAssembly !== "object" || typeof Worker === "undefined") {
      showFailure(
        "This browser cannot run Sheafscope.",
        "WebAssembly or web workers are missing or switched off. Use a current Firefox, Chrome, Edge or Safari, without lockdown mode.",
      );
      return;
    }
    try {
      await single?.before;
    } catch (err) {
      showFailure("Sheafscope could not be unpacked.", `${err.message ?? err}. The file may be damaged: get it once more.`);
      return;
    }

    // The download of the program, the worker and the first picture start side by side.
    const compiling = compile("sheafscope.wasm", showProgress);
    compiling.catch(() => {}); // the failure is reported below, where the promise is awaited
    const level = sheafscopeLevel();
    let handlePromise = null; // promise of the first worker's handle; a failure of newWorker rejects it
    // Starts the first worker at the first call, and returns its promise. Look calls it before the start needs the worker.
    const working = () => {
      handlePromise ??= new Promise((resolve) => {
        firstHandle = newWorker();
        resolve(firstHandle);
      });
      return handlePromise;
    };
    const looking = level === "look" ? sheafscopeLookFirst(version, address, styled(), working) : Promise.resolve(false);
    // The watch ends when all scripts have arrived. If no download makes progress for sheafscopeSilence before that, the start has failed.
    const watch = setInterval(() => {
      if (quiet() < sheafscopeSilence) return;
      clearInterval(watch);
      const parts = versions.mixed("islands.js", "first.js", ...(sheafscopeLevel() === "look" ? ["look.js"] : [])).join(", ");
      showFailure("Sheafscope has not started.", `Parts of the page have not come: ${parts}. Check the connection and try again.`);
    }, CHECK);
    if (await looking) pictured();
    await parsed;
    clearInterval(watch);

    // All parts have arrived. The start continues only with parts of this version.
    const mixed = versions.mixed("index.html", "islands.js", "first.js", "style.css", "islands.css");
    if (mixed.length > 0) {
      stopMixed(mixed);
      return;
    }
    if (!sheafscopeBoot.pictured && sheafscopeFirstPicture()) pictured();

    // The first worker, with the predicted request of a page without a graph of its own.
    let handle;
    try {
      handle = await working();
    } catch (err) {
      showFailure("Sheafscope cannot start here.", nowhere || `${err?.message ?? err}.`);
      return;
    }
    if (location.hash.length < 2 && !single?.graph) predicted = globalThis.sheafscopeFirst?.asked[level] ?? "";
    if (predicted) firstHandle.worker.postMessage({ bytes: Uint8Array.from(atob(predicted), (c) => c.charCodeAt(0)), contents: [] });

    // The compiled program and its companion. mix is the text about a program of another version.
    let mix = "";
    try {
      [module, kernel] = await Promise.all([compiling, compileKernel()]);
      mix = versions.mixedProgram("sheafscope.wasm", module);
    } catch (err) {
      const advice = single ? "The file may be damaged: get it once more." : "Check the connection and try again.";
      showFailure("Sheafscope could not be loaded.", nowhere || `${reasonOf(err)}. ${advice}`);
      return;
    }
    if (mix) {
      stopMixed([mix]);
      return;
    }
    mark("compiled");
    handle.worker.postMessage({ module, kernel, version });
    await new Promise((resolve) => setTimeout(resolve)); // the browser first delivers the program to the worker

    // Vugu's renderer calls eval once with its script. The script is already loaded (vugu.js in this file), and the policy of the page
    // forbids eval. A substitute answers this call and then restores eval, which tools that control the page need.
    const evaluate = globalThis.eval;
    globalThis.eval = (text) => {
      if (!String(text).startsWith("(function(){if(window.vuguRender)")) return evaluate(text);
      globalThis.eval = evaluate;
      return undefined;
    };

    runSheafscope(module, kernel, "page").then((cause) => showBanner("Sheafscope has stopped.", cause));
  };

  // A trap inside the program, such as a stack overflow, is an error of the callback that called the program.
  addEventListener("error", ({ error }) => {
    if (error instanceof WebAssembly.RuntimeError) showBanner("Sheafscope has stopped.", error.message);
  });

  // If the box of the start is above this script, the start does not wait for the page below. The parts of a single file are below.
  if (!single && document.getElementById("boot")) start();
  else parsed.then(start);
})();
