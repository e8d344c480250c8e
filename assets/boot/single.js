// Parts of a single file, the laboratory or the course: the program, the worker's script, the islands and the graph are text in the page
// (web/tool/build/single.go). This script unpacks them, and starts the islands before the boot script. The course has no islands and no
// graph. sheafscopeSingle has
//   module         promise of the compiled program for the roles page, worker and files
//   worker()       address of the worker's script
//   before         promise that is fulfilled when all other scripts have run
//   graph          list of {name, data} or null: the content of the element sheafscope-graph, which a program may add to the file
//                  (assets/python), otherwise the graph of the build
"use strict";

globalThis.sheafscopeSingle = (() => {
  document.documentElement.classList.add("single"); // hides controls that need other files
  /** Decodes a text of base 64. */
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  // Packed parts have base 85, which is a sixteenth shorter than base64. Five characters encode four bytes, and n + 1 characters encode
  // the last n bytes. The digits are the visible characters without a meaning in HTML (web/tool/build/base85.go).
  const digit = new Uint8Array(128); // value of a character by its code
  for (let c = 33, k = 0; c < 127; c++) if (!"\"$&'-<>\\`".includes(String.fromCharCode(c))) digit[c] = k++;
  /** Decodes a text of base 85. Missing characters of the last group have the value 84. */
  const bytes85 = (text) => {
    const out = new Uint8Array(Math.floor((text.length * 4) / 5));
    for (let from = 0, to = 0; from < text.length; from += 5, to += 4) {
      let value = 0;
      // A group is a number of 32 bits, with the most significant digit and byte first. Storing in out keeps the lowest 8 bits.
      for (let k = from; k < from + 5; k++) value = value * 85 + (k < text.length ? digit[text.charCodeAt(k)] : 84);
      for (let k = 0; k < 4 && to + k < out.length; k++) out[to + k] = value / 2 ** (24 - 8 * k);
    }
    return out;
  };
  // Removes the element of a part, which frees its text, and returns a response with the unpacked content of the part.
  const unpack = async (name, type) => {
    const element = document.getElementById(`single-${name}`);
    element.remove();
    const stream = new Blob([bytes85(element.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream, { headers: { "Content-Type": type } });
  };
  /** Unpacks a part and returns an object URL of its content. */
  const address = async (name, type = "text/javascript") => {
    try {
      return URL.createObjectURL(await (await unpack(name, type)).blob());
    } catch (err) {
      throw new Error(`${name} cannot be unpacked (${err.message})`);
    }
  };
  const single = { graph: null, worker: () => single.workerAddress };
  single.module = unpack("program", "application/wasm").then((program) => WebAssembly.compileStreaming(program));
  single.module.catch(() => {}); // the start awaits the same promise and reports its failure

  // The text of the licences is in the page too. A click on the link to the licences first sets the address of the link.
  let licences = "";
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target.closest?.("a.licences");
      if (link) link.href = licences;
    },
    true,
  );

  // The course is another single file. A file with its original name belongs to a release or a build, whose folder also has the course. A
  // renamed file may be alone: the style sheet then hides the links to the course.
  if (!location.pathname.endsWith("/sheafscope.html")) document.documentElement.classList.add("alone");
  for (const type of ["pointerover", "focusin", "click"])
    document.addEventListener(
      type,
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
    if (!document.getElementById("single-islands")) return; // the course
    const islands = await address("islands"),
      packed = await (await unpack("graph", "application/json")).text();
    const list = JSON.parse(document.getElementById("sheafscope-graph")?.textContent ?? packed);
    if (list) single.graph = list.map((f) => ({ name: f.name, data: bytes(f.data) }));
    await new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement("script"), { src: islands, onload: resolve, onerror: reject });
      document.head.append(script);
    });
  })();
  return single;
})();
