// The files that the user opens: dropped, chosen with a file input, or named by
// an address. The bytes of files go to the program (sheafscopeFiles, and
// sheafscopeText for a dropped text). An address goes to the page as text.

const MAX_BYTES = 256 << 20, // of a file: 256 MB
  MAX_FILES = 1000, // of a dropped folder
  MAX_DEPTH = 4, // levels of folders that are read: a dropped folder and three levels inside
  MB = 1 << 20; // bytes

/** Listens to dropped and chosen files, and to addresses. Failures are reported to the program by emit. */
export function openings(emit) {
  const reportFailure = (text) => emit("filefailed", { text });
  // Reads the files of a list of {name, file}, and passes them to the program together. If a file is too large or cannot be read, no file
  // is passed, and the failure is reported.
  const openFiles = async (list) => {
    const files = [];
    for (const { name, file } of list) {
      if (file.size > MAX_BYTES) {
        reportFailure(`${name} is ${Math.round(file.size / MB)} MB; the page reads files up to 256 MB.`);
        return;
      }
      try {
        files.push({ name, data: new Uint8Array(await file.arrayBuffer()) });
      } catch {
        reportFailure(`${name} could not be read. Choose it again, or look whether it is still there.`);
        return;
      }
    }
    if (files.length) globalThis.sheafscopeFiles?.(files);
  };

  // Marks the page during a drag of files. Each element under the pointer sends dragenter and dragleave; depth counts their difference.
  let depth = 0;
  const hasFiles = (e) => e.dataTransfer?.types.includes("Files");
  const mark = (isDrag) => document.documentElement.classList.toggle("dropping", isDrag);
  addEventListener("dragenter", (e) => {
    if (hasFiles(e)) {
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

  // Drops (boot/drop.js). A drop has files, or text alone. A folder is among the files as well; entries have files and folders apart.
  const drops = globalThis.sheafscopeDrops;
  drops?.hear(async ({ files, entries, text }) => {
    if (files.length === 0) return globalThis.sheafscopeText?.(text);
    // Without a folder the files are opened in their order. With a folder all files are sorted by name, since a browser lists a folder in
    // any order. Messages name the first folder.
    const folders = entries.filter((entry) => entry.isDirectory);
    if (folders.length === 0) return openFiles(files.map((file) => ({ name: file.name, file })));
    try {
      const list = [];
      for (const entry of entries) await addFiles(entry, list, 0);
      if (list.length === 0) return reportFailure(`The folder ${folders[0].name} holds no files of a graph.`);
      list.sort((a, b) => (a.name < b.name ? -1 : 1));
      await openFiles(list);
    } catch (err) {
      reportFailure(`The folder ${folders[0].name} could not be read: ${err.message}`);
    }
  });
  // Files that were dropped on the course. The course keeps the files, and opens this page.
  drops?.carried().then(async (files) => {
    if (files.length > 0) await openFiles(files.map((file) => ({ name: file.name, file })));
  });

  // Files that were chosen with a file input. webkitRelativePath is the path in a chosen folder, "" for a single file.
  document.addEventListener("change", (e) => {
    if (!e.target.matches?.("input[type=file]")) return;
    const list = [...e.target.files].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
    openFiles(list).finally(() => {
      e.target.value = ""; // a second choice of the same file is a change then
    });
  });

  // The address in the field beside the file input, which exists while the form for files is open. An empty field has no effect.
  const openAddress = () => {
    const text = document.getElementById("f-url")?.value.trim();
    if (text) emit("address", { text });
  };
  document.addEventListener("click", (e) => {
    if (e.target.closest?.('[data-testid="open-url-go"]')) openAddress();
  });
  document.addEventListener("keydown", (e) => {
    if (e.target.id !== "f-url") return;
    if (e.key === "Enter") openAddress();
  });
}

/**
 * Adds a dropped file, or the files of a dropped folder, to a list of {name, file}. name is the path, which begins with the dropped folder.
 * depth is the number of folders around the entry, 0 for a dropped entry. Inside a folder, hidden files, readmes, licenses and manifests
 * are left out, as by the command line. Hidden folders, and folders at depth MAX_DEPTH, are left out as well. More than MAX_FILES files are
 * an error.
 */
async function addFiles(entry, list, depth) {
  if (entry.isFile) {
    if (depth > 0 && /^(\.|readme|license|manifest)/i.test(entry.name)) return;
    if (list.length === MAX_FILES) throw new Error(`it holds more than ${MAX_FILES} files`);
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    list.push({ name: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  if (depth >= MAX_DEPTH || entry.name.startsWith(".")) return;
  // A reader returns at most a hundred entries for each call, and an empty list after the last entry.
  const reader = entry.createReader();
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return;
    for (const child of entries) await addFiles(child, list, depth + 1);
  }
}
