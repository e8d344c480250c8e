// The worker of the benchmark in a browser. It runs a program, as the page does: the benchmarks of core/cmd/sgpc, or the command itself.
// Or it runs the peers (peers.js). It is loaded after Go's wasm_exec.js, kernel.js, functions.js and peers.js.
//
// A message {program, args, files} runs the program at the address program. files is the program's file system, an object from absolute
// paths to addresses. A message {peers: {rounds, least, quick}} runs the peers. The answer is {text}, which is the output of the program or
// the results of the peers as JSON, or {failure}.
"use strict";

/**
 * Puts a read-only file system into globalThis.fs, which the runtime of Go uses from its start. contents is a Map from absolute paths to
 * Uint8Array.
 */
function memoryFiles(contents) {
  const open = new Map(); // file descriptor → {path, position}
  let nextDescriptor = 100; // above the descriptors of standard input and output
  const failure = (code) => Object.assign(new Error(code), { code });
  /** Returns the sorted names in a folder, none for another path. A folder exists only through its files. */
  const list = (dir) => {
    const inside = [...contents.keys()].filter((p) => p.startsWith(dir + "/")).map((p) => p.slice(dir.length + 1).split("/")[0]);
    return [...new Set(inside)].sort();
  };
  /** Returns the properties of a file, or of a folder with at least one file. Throws ENOENT for any other path. */
  const stat = (path) => {
    const data = contents.get(path),
      isFolder = data === undefined;
    if (isFolder && list(path).length === 0) throw failure("ENOENT");
    return {
      dev: 0,
      ino: 0,
      mode: isFolder ? 0o40555 : 0o100444, // type, then the permission to read (and to enter a folder)
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: isFolder ? 0 : data.length,
      blksize: 4096,
      blocks: 0,
      atimeMs: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isDirectory: () => isFolder,
    };
  };
  /** Returns the form of a function for Go's runtime, which passes a callback as the last argument. */
  const withCallback =
    (f) =>
    (...args) => {
      const done = args.pop();
      try {
        done(null, f(...args));
      } catch (err) {
        done(err);
      }
    };
  Object.assign(globalThis.fs, {
    constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_TRUNC: 512, O_APPEND: 1024, O_EXCL: 128, O_DIRECTORY: 65536 },
    stat: withCallback(stat),
    lstat: withCallback(stat),
    open: withCallback((path) => {
      stat(path);
      open.set(nextDescriptor, { path, position: 0 });
      return nextDescriptor++;
    }),
    fstat: withCallback((fd) => stat(open.get(fd).path)),
    readdir: withCallback(list),
    read: withCallback((fd, target, offset, length, position) => {
      // With the position null, the read continues at the position of the descriptor.
      const file = open.get(fd),
        data = contents.get(file.path),
        start = position ?? file.position;
      const part = data.subarray(start, start + length);
      target.set(part, offset);
      if (position === null) file.position += part.length;
      return part.length;
    }),
    close: withCallback((fd) => {
      open.delete(fd);
    }),
  });
}

/**
 * Runs a program with its arguments and files, and returns its standard output. Throws its standard error if its status is not 0, and the
 * reason if the SIMD companion (kernel.wasm) cannot be attached.
 */
async function runCommand(program, args, files) {
  /** Returns the content of a file of the server. */
  const bytes = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const contents = new Map();
  for (const [path, address] of Object.entries(files)) contents.set(path, await bytes(address));
  memoryFiles(contents);
  // Output by file descriptor: 1 is standard output, 2 standard error. 0, standard input, has none.
  const decoder = [null, new TextDecoder(), new TextDecoder()],
    out = [null, "", ""];
  globalThis.fs.writeSync = (fd, data) => {
    out[fd] += decoder[fd].decode(data, { stream: true });
    return data.length;
  };
  // The program starts with its SIMD companion, which needs the program's memory (go.js of assets/boot does the same).
  const go = new Go();
  go.argv = [program, ...args];
  let code = 0;
  go.exit = (c) => {
    code = c;
  };
  const { kern, attach } = sheafscopeKernel();
  go.importObject.kern = kern;
  const module = await WebAssembly.compileStreaming(fetch(program)),
    instance = await WebAssembly.instantiate(module, go.importObject);
  sheafscopeFunctions(module, instance.exports.mem);
  const failure = attach(await WebAssembly.compile(await bytes("kernel.wasm")), instance);
  if (failure !== "") throw new Error(failure);
  await go.run(instance);
  if (code !== 0) throw new Error(`status ${code}: ${out[2]}`);
  return out[1];
}

globalThis.onmessage = async ({ data }) => {
  try {
    const text = data.peers ? JSON.stringify(await benchPeers(data.peers)) : await runCommand(data.program, data.args, data.files);
    globalThis.postMessage({ text });
  } catch (err) {
    globalThis.postMessage({ failure: `${err.stack ?? err}` });
  }
};
