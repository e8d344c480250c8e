// A page in a single file, the laboratory or the course: unpacks the program, the
// worker's script, the islands and the graph, which lie in the page as text
// (web/tool/build/single.go), and starts the islands before the boot script. The course
// has neither of the last two. Provides sheafscopeSingle:
//   module         promise of the compiled program, which is page, worker and files
//   worker()       address of the worker's script
//   before         promise that the other scripts have run
//   graph          list of {name, data} or null: of the element sheafscope-graph, which a program may put into
//              the file (assets/python), else what was packed with it
"use strict";

globalThis.sheafscopeSingle = (() => {
  document.documentElement.classList.add("single"); // what is not in this file is not offered
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  // Packed parts have base 85, which is a sixteenth shorter than base64: five characters for four bytes, n + 1 for the
  // last n. Its digits are the visible characters that mean nothing in HTML (web/tool/build/base85.go).
  const digit = new Uint8Array(128);
  for (let c = 33, k = 0; c < 127; c++) if (!"\"$&'-<>\\`".includes(String.fromCharCode(c))) digit[c] = k++;
  const bytes85 = (text) => {
    const out = new Uint8Array(Math.floor((text.length * 4) / 5));
    for (let from = 0, to = 0; from < text.length; from += 5, to += 4) {
      let value = 0;
      for (let k = from; k < from + 5; k++) value = value * 85 + (k < text.length ? digit[text.charCodeAt(k)] : 84);
      for (let k = 0; k < 4 && to + k < out.length; k++) out[to + k] = value / 2 ** (24 - 8 * k);
    }
    return out;
  };
  // unpack takes a text out of the page and answers with what is in it.
  const unpack = async (name, type) => {
    const element = document.getElementById(`single-${name}`);
    element.remove();
    const stream = new Blob([bytes85(element.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "Content-Type": type } });
  };
  const address = async (name, type = "text/javascript") => {
    try {
      return URL.createObjectURL(await (await unpack(name, type)).blob());
    } catch (err) {
      throw new Error(`${name} cannot be unpacked (${err.message})`);
    }
  };
  const single = { graph: null, worker: () => single.workerAddress };
  single.module = unpack("program", "application/wasm").then((program) => WebAssembly.compileStreaming(program));
  single.module.catch(() => {}); // reported where it is awaited

  // The file of licences is in the page too: its link opens that text.
  let licences = "";
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target.closest?.("a.licences");
      if (link) link.href = licences;
    },
    true,
  );

  // The course of this laboratory is another file. Its links are offered while this one has its own name: then it
  // comes from a release or a build, and the other lies beside it.
  if (!location.pathname.endsWith("/sheafscope.html")) document.documentElement.classList.add("alone");
  for (const happens of ["pointerover", "focusin", "click"])
    document.addEventListener(
      happens,
      ({ target }) => {
        const link = target.closest?.('a.course[href^="learn.html"]');
        if (!link) return;
        link.href = link.getAttribute("href").replace("learn.html", "sheafscope-learn.html");
        link.title = "In the file sheafscope-learn.html, which lies in the same folder";
      },
      true,
    );

  single.before = (async () => {
    licences = await address("licences", "text/plain;charset=utf-8");
    single.workerAddress = await address("worker");
    if (!document.getElementById("single-islands")) return;
    const islands = await address("islands"),
      packed = await (await unpack("graph", "application/json")).text();
    const list = JSON.parse(document.getElementById("sheafscope-graph")?.textContent ?? packed);
    if (list) single.graph = list.map((f) => ({ name: f.name, data: bytes(f.data) }));
    await new Promise((resolve, reject) => {
      const el = Object.assign(document.createElement("script"), { src: islands, onload: resolve, onerror: reject });
      document.head.append(el);
    });
  })();
  return single;
})();
