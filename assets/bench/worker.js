// The worker of the benchmark in a browser: runs the benchmarks of core/cmd/sgpc,
// or that command, as the page runs its program; or the peers. It is loaded
// after Go's wasm_exec.js, kernel.js, functions.js and peers.js.
//
// A message {program, args, files} runs a program with the files, a map from
// absolute paths to addresses, as its file system; {peers: {rounds, least, quick}} runs
// the peers. The answer is {text} or {failure}.
"use strict";

// memoryFiles puts a read-only file system into globalThis.fs; contents is a
// map from absolute paths to Uint8Array.
function memoryFiles(contents) {
  const open = new Map();
  let next = 100;
  const fail = (code) => Object.assign(new Error(code), { code });
  const list = (dir) => {
    const inside = [...contents.keys()].filter((p) => p.startsWith(dir + "/")).map((p) => p.slice(dir.length + 1).split("/")[0]);
    return [...new Set(inside)].sort();
  };
  const stat = (p) => {
    const data = contents.get(p),
      dir = data === undefined;
    if (dir && list(p).length === 0) throw fail("ENOENT");
    return {
      dev: 0,
      ino: 0,
      mode: dir ? 0o40555 : 0o100444,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: dir ? 0 : data.length,
      blksize: 4096,
      blocks: 0,
      atimeMs: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isDirectory: () => dir,
    };
  };
  const answer =
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
    stat: answer(stat),
    lstat: answer(stat),
    open: answer((p) => {
      stat(p);
      open.set(next, { p, at: 0 });
      return next++;
    }),
    fstat: answer((fd) => stat(open.get(fd).p)),
    readdir: answer(list),
    read: answer((fd, to, offset, length, position) => {
      const f = open.get(fd),
        data = contents.get(f.p),
        at = position ?? f.at;
      const part = data.subarray(at, at + length);
      to.set(part, offset);
      if (position === null) f.at += part.length;
      return part.length;
    }),
    close: answer((fd) => {
      open.delete(fd);
    }),
  });
}

async function runCommand(program, args, files) {
  const bytes = async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const contents = new Map();
  for (const [path, address] of Object.entries(files)) contents.set(path, await bytes(address));
  memoryFiles(contents);
  const decoder = [null, new TextDecoder(), new TextDecoder()],
    out = [null, "", ""];
  globalThis.fs.writeSync = (fd, data) => {
    out[fd] += decoder[fd].decode(data, { stream: true });
    return data.length;
  };
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
