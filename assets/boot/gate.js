// The gate of window.sheafscope. Whatever a caller gives to a method becomes here a number, a text, bytes or a function
// that cannot throw, or an error of that call alone: the program behind it ends at a value that Go does not know, such as a
// BigInt, and at an object whose properties throw.
"use strict";

// It returns an object with the methods, each of which takes any values.
function sheafscopeGate(methods) {
  const longest = { json: 4 << 20, name: 1000, files: 1000, bytes: 256 << 20 };

  // plain is a number or a text, or an object that says of which type the value is.
  const plain = (v) => {
    if (v === undefined || v === null || typeof v === "number") return v;
    return typeof v === "string" ? v.slice(0, 200) : { type: typeof v };
  };
  const json = (v) => {
    const text = JSON.stringify(v);
    if (text === undefined) throw new TypeError(v === undefined ? "the recipe is missing" : `it cannot be a value of type ${typeof v}`);
    if (text.length > longest.json) throw new RangeError("it is longer than 4 MB");
    return text;
  };
  const options = (v) => {
    const text = v ? json(v) : "{}";
    if (!text.startsWith("{")) throw new TypeError("it takes an object");
    return text;
  };
  const contents = (data) => {
    if (typeof data === "string") return data;
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();
    if (!/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(data))) {
      throw new TypeError("data must be text, a Uint8Array or an ArrayBuffer");
    }
    return new Uint8Array(data).slice();
  };
  const files = (list) => {
    if (!list) return undefined;
    const count = typeof list === "object" ? list.length : undefined;
    if (!Number.isInteger(count) || count < 0) throw new TypeError("the second argument must be a list of {name, data}");
    if (count > longest.files) throw new RangeError(`there are more than ${longest.files} files`);
    let room = longest.bytes;
    return Array.from({ length: count }, (_, k) => {
      const { name, data } = list[k];
      if (typeof name !== "string" || name.length > longest.name) {
        throw new TypeError(`the name of file ${k} must be a text of at most ${longest.name} characters`);
      }
      room -= data?.byteLength ?? data?.length ?? 0;
      if (room < 0) throw new RangeError("the files hold more than 256 MB");
      return { name, data: contents(data) };
    });
  };
  const event = (v) => {
    if (typeof v !== "string") throw new TypeError("the event is a text");
    return v.slice(0, 200);
  };
  const listener = (f) => {
    if (typeof f !== "function") throw new TypeError("the listener is a function");
    return (detail) => {
      try {
        f(detail);
      } catch (err) {
        console.error(`a listener of sheafscope threw: ${said(err)}`);
      }
    };
  };
  // Anything can be thrown, and its text may throw again.
  const said = (err) => {
    try {
      return `${err?.message ?? err}`;
    } catch {
      return "it cannot be read";
    }
  };

  const link = (v) => (typeof v === "string" && /^\s*#?s\d\./.test(v) ? globalThis.sheafscopeIslands.repaired(v.trim()) : v);
  const takes = {
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
  const gated = {};
  for (const [name, f] of Object.entries(methods)) {
    gated[name] =
      typeof f !== "function"
        ? f
        : (...args) => {
            try {
              return f(...(takes[name] ?? []).map((take, k) => take(args[k])));
            } catch (err) {
              const error = new TypeError(`${name}: ${said(err)}`);
              if (name === "on") throw error;
              return Promise.reject(error);
            }
          };
  }
  return gated;
}
