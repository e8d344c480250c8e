// Runs a Go program for js/wasm in node with its companion module, in place of
// Go's own go_js_wasm_exec:
//
//	GOOS=js GOARCH=wasm go test -tags kern -exec "node core/linalg/kernel/run.mjs" ./core/linalg
//
// SHEAFSCOPE_KERNEL names the companion (found from the root of the repository
// as .build/out/kernel.wasm by default); "none" runs the program without it.
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { setFlagsFromString } from "node:v8";

if (process.argv.length < 3) {
  console.error("usage: run.mjs PROGRAM.wasm [arguments]");
  process.exit(2);
}
setFlagsFromString("--stack-size=8192"); // as Go's own runner does

const here = dirname(fileURLToPath(import.meta.url));
const root = process.env.GOROOT || execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
const require = createRequire(import.meta.url);
Object.assign(globalThis, { require, fs: require("node:fs"), path: require("node:path") });
for (const script of [join(root, "lib/wasm/wasm_exec.js"), join(here, "kernel.js"), join(here, "../../../assets/boot/functions.js")]) {
  runInThisContext(readFileSync(script, "utf8"), { filename: script });
}

const name = process.env.SHEAFSCOPE_KERNEL || join(here, "../../../.build/out/kernel.wasm");
const go = new globalThis.Go();
go.argv = process.argv.slice(2);
go.env = { TMPDIR: tmpdir(), ...process.env };
go.exit = process.exit;
const { kern, attach } = globalThis.sheafscopeKernel();
go.importObject.kern = kern;

const module = await WebAssembly.compile(readFileSync(process.argv[2])),
  instance = await WebAssembly.instantiate(module, go.importObject);
globalThis.sheafscopeFunctions(module, instance.exports.mem);
const failure = attach(name === "none" ? null : await WebAssembly.compile(readFileSync(name)), instance);
if (failure !== "" && name !== "none") throw new Error(`${name}: ${failure}`);
process.on("exit", (code) => {
  if (code === 0 && !go.exited) {
    // A deadlock: Go prints its error and the stacks.
    go._pendingEvent = { id: 0 };
    go._resume();
  }
});
await go.run(instance);
