// The single-file page: unpacks the program, the worker's script, the islands
// and the graph, which lie in the page as text (web/tool/single.go), and
// starts the islands before the boot script. Provides sheafscopeSingle:
//   program()  promise of the program's bytes
//   worker()   address of the worker's script
//   graph      list of {name, data} or null
"use strict";

globalThis.sheafscopeSingle = (() => {
  // Seven bits a character; U+00C0 to U+00C2 stand for NUL, carriage return and "<".
  const unpack = (id) => {
    const el = document.getElementById(`single-${id}`), text = el.textContent;
    el.remove();
    const out = new Uint8Array(Number(el.dataset.bytes)), stands = [0, 13, 60];
    let held = 0, bits = 0, at = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      held = (held << 7) | (c >= 0xc0 ? stands[c - 0xc0] : c);
      bits += 7;
      if (bits >= 8 && at < out.length) {
        bits -= 8;
        out[at++] = held >> bits;
      }
      held &= (1 << bits) - 1;
    }
    return out;
  };
  const inflate = (bytes) => new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
  const load = (id) => inflate(unpack(id));
  const script = async (id) => URL.createObjectURL(new Blob([await load(id)], { type: "text/javascript" }));

  const packed = unpack("program");
  const single = { graph: null, program: () => inflate(packed), worker: () => single.workerAddress };
  single.before = (async () => {
    const [worker, islands, graph] = await Promise.all([script("worker"), script("islands"), load("graph")]);
    single.workerAddress = worker;
    const list = JSON.parse(new TextDecoder().decode(graph));
    if (list) single.graph = list.map((f) => ({ name: f.name, data: Uint8Array.from(atob(f.data), (c) => c.charCodeAt(0)) }));
    await new Promise((resolve, reject) => {
      const el = Object.assign(document.createElement("script"), { src: islands, onload: resolve, onerror: reject });
      document.head.append(el);
    });
  })();
  return single;
})();
