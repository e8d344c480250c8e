// A page in a single file, the laboratory or the course: unpacks the programs, the
// worker's script, the islands and the graph, which lie in the page as text
// (web/tool/single.go), and starts the islands before the boot script. The course
// has neither of the last two. Provides sheafscopeSingle:
//   program(name)  promise of a program's bytes
//   worker()       address of the worker's script
//   before         promise that the other scripts have run
//   graph          list of {name, data} or null: of the element sheafscope-graph, which a program may put into
//              the file (assets/python), else what was packed with it
"use strict";

globalThis.sheafscopeSingle = (() => {
  document.documentElement.classList.add("single"); // what is not in this file is not offered
  // take reads a text and removes it from the page. Seven bits a character;
  // U+00C0 to U+00C2 stand for NUL, carriage return and "<".
  const take = (id) => {
    const el = document.getElementById(`single-${id}`), text = el.textContent;
    el.remove();
    const packed = new Uint8Array(Number(el.dataset.packed)), stands = [0, 13, 60];
    let held = 0, bits = 0, at = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      held = (held << 7) | (c >= 0xc0 ? stands[c - 0xc0] : c);
      bits += 7;
      if (bits >= 8 && at < packed.length) {
        bits -= 8;
        packed[at++] = held >> bits;
      }
      held &= (1 << bits) - 1;
    }
    return { packed, size: Number(el.dataset.bytes) };
  };
  const load = (id) => {
    const { packed, size } = take(id);
    return sheafscopeUnpack(packed, size);
  };
  const address = (...parts) => URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  // The programs are packed as one, because they share a third. A worker of
  // its own unpacks them, so that the page can show itself meanwhile, and the
  // first can start before the others are there.
  const unpackAside = ({ packed, size }, ends) => {
    const worker = new Worker(address(String(sheafscopeUnpack), `onmessage = ({ data }) => {
      sheafscopeUnpack(data.packed, data.size, data.ends, (bytes) => postMessage(bytes, [bytes.buffer]));
    };`));
    const waiting = [];
    const parts = ends.map(() => new Promise((resolve, reject) => waiting.push({ resolve, reject })));
    worker.onmessage = ({ data }) => {
      waiting.shift().resolve(data);
      if (waiting.length === 0) worker.terminate();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      for (const w of waiting) w.reject(new Error(event.message || "it could not be unpacked"));
    };
    worker.postMessage({ packed, size, ends }, [packed.buffer]);
    return parts;
  };

  // The file of licences is in the page too: its link opens that text.
  let licences = null;
  document.addEventListener("click", ({ target }) => {
    const link = target.closest?.("a.licences");
    if (link) link.href = licences ??= URL.createObjectURL(new Blob([load("licences")], { type: "text/plain;charset=utf-8" }));
  }, true);

  // The course of this laboratory is another file. Its links are offered while this one has its own name: then it
  // comes from a release or a build, and the other lies beside it.
  if (!location.pathname.endsWith("/sheafscope.html")) document.documentElement.classList.add("alone");
  for (const happens of ["pointerover", "focusin", "click"]) document.addEventListener(happens, ({ target }) => {
    const link = target.closest?.('a.course[href^="learn.html"]');
    if (!link) return;
    link.href = link.getAttribute("href").replace("learn.html", "sheafscope-learn.html");
    link.title = "In the file sheafscope-learn.html, which lies in the same folder";
  }, true);

  const { names, ends } = document.getElementById("single-programs").dataset, programs = {};
  const parts = unpackAside(take("programs"), ends.split(" ").map(Number));
  names.split(" ").forEach((name, i) => {
    programs[name] = parts[i];
    parts[i].catch(() => {}); // told where it is awaited
  });
  const single = { graph: null, program: (name) => programs[name], worker: () => single.workerAddress };
  single.before = (async () => {
    single.workerAddress = address(load("worker"));
    if (!document.getElementById("single-islands")) return;
    const islands = address(load("islands"));
    const packed = new TextDecoder().decode(load("graph"));
    const list = JSON.parse(document.getElementById("sheafscope-graph")?.textContent ?? packed);
    if (list) single.graph = list.map((f) => ({ name: f.name, data: Uint8Array.from(atob(f.data), (c) => c.charCodeAt(0)) }));
    await new Promise((resolve, reject) => {
      const el = Object.assign(document.createElement("script"), { src: islands, onload: resolve, onerror: reject });
      document.head.append(el);
    });
  })();
  return single;
})();
