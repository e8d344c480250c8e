// Files that come from outside: chosen, dropped, or at an address.

const limit = 256 << 20,
  most = 1000;

/** Files and folders dropped anywhere, files chosen with the file input, go to
 * the page as bytes; an address typed beside them goes as text. */
export function openings(emit) {
  const failed = (text) => emit("filefailed", { text });
  // list holds {name, file}; what cannot be read is said, and nothing is opened.
  const read = async (list) => {
    const files = [];
    for (const { name, file } of list) {
      if (file.size > limit) return failed(`${name} is ${Math.round(file.size / 1048576)} MB; the page reads files up to 256 MB.`);
      try {
        files.push({ name, data: new Uint8Array(await file.arrayBuffer()) });
      } catch {
        return failed(`${name} could not be read. Choose it again, or look whether it is still there.`);
      }
    }
    if (files.length) globalThis.sheafscopeFiles?.(files);
  };

  let depth = 0;
  const carries = (e) => e.dataTransfer?.types.includes("Files");
  const mark = (on) => document.documentElement.classList.toggle("dropping", on);
  addEventListener("dragenter", (e) => {
    if (carries(e)) {
      depth++;
      mark(true);
    }
  });
  addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (!depth) mark(false);
  });
  addEventListener("drop", () => {
    depth = 0;
    mark(false);
  });
  const drops = globalThis.sheafscopeDrops;
  drops?.hear(async ({ files, entries, text }) => {
    if (files.length === 0) return globalThis.sheafscopeText?.(text);
    const folders = entries.filter((entry) => entry.isDirectory);
    if (folders.length === 0) return read(files.map((file) => ({ name: file.name, file })));
    try {
      const list = [];
      for (const entry of entries) await walk(entry, list, 0);
      if (list.length === 0) return failed(`The folder ${folders[0].name} holds no files of a graph.`);
      list.sort((a, b) => (a.name < b.name ? -1 : 1));
      await read(list);
    } catch (err) {
      failed(`The folder ${folders[0].name} could not be read: ${err.message}`);
    }
  });
  drops?.carried().then(async (files) => {
    if (files.length > 0) await read(files.map((file) => ({ name: file.name, file })));
  });

  document.addEventListener("change", (e) => {
    if (!e.target.matches?.("input[type=file]")) return;
    const list = [...e.target.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
    read(list).finally(() => {
      e.target.value = "";
    });
  });

  const address = () => {
    const text = document.getElementById("f-url")?.value.trim();
    if (text) emit("address", { text });
  };
  document.addEventListener("click", (e) => {
    if (e.target.closest?.('[data-testid="open-url-go"]')) address();
  });
  document.addEventListener("keydown", (e) => {
    if (e.target.id !== "f-url") return;
    if (e.key === "Enter") address();
  });
}

/** walk adds the files of a dropped entry to list: of a folder those that can
 * be a graph's, as the command line takes them. */
async function walk(entry, list, deep) {
  if (entry.isFile) {
    if (deep > 0 && /^(\.|readme|license|manifest)/i.test(entry.name)) return;
    if (list.length === most) throw new Error(`it holds more than ${most} files`);
    list.push({ name: entry.fullPath.replace(/^\//, ""), file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
  } else if (deep < 4 && !entry.name.startsWith(".")) {
    const reader = entry.createReader();
    // A reader hands out a hundred entries at a time, and none at the end.
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one, list, deep + 1);
    }
  }
}
