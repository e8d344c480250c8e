// Paste outside of a text field, in the laboratory: graph files, the text of a graph in any format, the address of a graph, or a link of
// the page. The page asks the user before it loads a graph from an address.
"use strict";

/** Opens a text: a link of this page, an address, or the text of a graph itself. An empty text, or one beyond the limit, is ignored. */
globalThis.sheafscopeText = (text) => {
  const limit = 64 << 20; // characters
  if (/^(https?:\/\/\S*)?#s\d+\.[\w-]+$/.test(text)) location.hash = text.slice(text.indexOf("#"));
  else if (/^https:\/\/\S+$/.test(text)) location.hash = `#url=${encodeURIComponent(text)}`;
  else if (text !== "" && text.length <= limit) {
    globalThis.sheafscopeFiles?.([{ name: "pasted text", data: new TextEncoder().encode(text) }]);
  }
};

/** Opens every later paste outside of a text field. */
function sheafscopePaste() {
  addEventListener("paste", async (event) => {
    const data = event.clipboardData;
    if (!data || event.target.closest?.("input,textarea,[contenteditable]")) return;
    const files = [...data.files],
      text = data.getData("text/plain").trim();
    if (files.length > 0) {
      const list = await Promise.all(files.map(async (f) => ({ name: f.name, data: new Uint8Array(await f.arrayBuffer()) })));
      globalThis.sheafscopeFiles?.(list);
    } else {
      globalThis.sheafscopeText(text);
    }
  });
}
