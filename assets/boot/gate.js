// The gate of window.sheafscope checks every argument of a caller. Go gets only what it can read: plain values, JSON, files as texts or
// bytes, and functions that cannot throw. For an argument that does not fit, the call fails with an error. Without the gate, two kinds of
// arguments would end the program: values that Go does not know, such as a BigInt, and objects whose properties throw.
"use strict";

/** Returns an object with the given methods. Each of its methods accepts any values of a caller and checks them first. */
function sheafscopeGate(methods) {
  const SHORT = 200; // characters of a text argument
  const longest = { json: 4 << 20, name: 1000, files: 1000, bytes: 256 << 20 }; // characters, characters, files, bytes of all files

  /**
   * Returns a number, null or undefined as it is, and a text cut to SHORT characters. Another value becomes an object with the name of its
   * type, which Go puts into its error.
   */
  const plain = (v) => {
    if (v === undefined || v === null || typeof v === "number") return v;
    return typeof v === "string" ? v.slice(0, SHORT) : { type: typeof v };
  };
  /** Returns a value as JSON. Throws for a value without a JSON text (undefined, a function, a symbol), and for a text that is too long. */
  const json = (v) => {
    const text = JSON.stringify(v);
    if (text === undefined) throw new TypeError(v === undefined ? "the recipe is missing" : `it cannot be a value of type ${typeof v}`);
    if (text.length > longest.json) throw new RangeError("it is longer than 4 MB");
    return text;
  };
  /** Returns an object of options as JSON, "{}" for a missing (or falsy) value. Throws for another value than an object. */
  const options = (v) => {
    const text = v ? json(v) : "{}";
    if (!text.startsWith("{")) throw new TypeError("it takes an object");
    return text;
  };
  /** Returns the data of a file: a text, or a copy of the bytes. Throws for another value. */
  const contents = (data) => {
    if (typeof data === "string") return data;
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
    // instanceof would reject a buffer of another window, and not every page has SharedArrayBuffer.
    if (!/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(data))) {
      throw new TypeError("data must be text, a Uint8Array or an ArrayBuffer");
    }
    return new Uint8Array(data).slice();
  };
  /** Returns a list of files {name, data}, undefined without a list. Throws for another value, and beyond a limit (longest). */
  const files = (list) => {
    if (!list) return undefined;
    const count = typeof list === "object" ? list.length : undefined;
    if (!Number.isInteger(count) || count < 0) throw new TypeError("the second argument must be a list of {name, data}");
    if (count > longest.files) throw new RangeError(`there are more than ${longest.files} files`);
    let room = longest.bytes; // bytes left for the next files
    return Array.from({ length: count }, (_, k) => {
      const { name, data } = list[k];
      if (typeof name !== "string" || name.length > longest.name) {
        throw new TypeError(`the name of file ${k} must be a text of at most ${longest.name} characters`);
      }
      room -= data?.byteLength ?? data?.length ?? 0; // for a text, its number of characters
      if (room < 0) throw new RangeError("the files hold more than 256 MB");
      return { name, data: contents(data) };
    });
  };
  /** Returns the name of an event, shortened. Throws for another value than a text. */
  const event = (v) => {
    if (typeof v !== "string") throw new TypeError("the event is a text");
    return v.slice(0, SHORT);
  };
  /** Returns a listener that logs the errors of the caller's listener. */
  const listener = (f) => {
    if (typeof f !== "function") throw new TypeError("the listener is a function");
    return (detail) => {
      try {
        f(detail);
      } catch (err) {
        console.error(`a listener of sheafscope threw: ${messageOf(err)}`);
      }
    };
  };
  /** Returns the message of a thrown value. Any value can be thrown, and reading its message may throw again. */
  const messageOf = (err) => {
    try {
      return `${err?.message ?? err}`;
    } catch {
      return "it cannot be read";
    }
  };

  /** Returns a damaged link of a run repaired, and any other value as it is. */
  const link = (v) => (typeof v === "string" && /^\s*#?s\d\./.test(v) ? globalThis.sheafscopeIslands.repaired(v.trim()) : v);
  // The checks of the arguments of each method, in their order. A method without a row gets no arguments.
  const checks = {
    load: [(v) => json(link(v)), files],
    whatif: [options],
    tune: [options],
    on: [event, listener],
    rest: [Boolean],
    step: [plain],
    run: [plain],
    seek: [plain],
    method: [plain],
    theme: [plain],
    explain: [plain],
    level: [plain],
    scene: [plain],
    edge: [(v) => (v ? json(v) : "null")],
  };
  // The object with the checked methods. An error of a check rejects the promise that the method returns.
  const gated = {};
  for (const [name, method] of Object.entries(methods)) {
    if (typeof method !== "function") {
      gated[name] = method; // version and ready are values
      continue;
    }
    gated[name] = (...args) => {
      try {
        return method(...(checks[name] ?? []).map((check, k) => check(args[k])));
      } catch (err) {
        const error = new TypeError(`${name}: ${messageOf(err)}`);
        if (name === "on") throw error; // the only method without a promise
        return Promise.reject(error);
      }
    };
  }
  return gated;
}
