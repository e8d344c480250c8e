// Embedding: with ?embed=1 in the address, the page around this one may drive
// it by postMessage, with the methods and events of window.sheafscope.
//
//   → {sheafscope: "call", id, method, args}
//   ← {sheafscope: "result", id, value} or {sheafscope: "error", id, error, private}
//   ← {sheafscope: "event", event, detail}    after a call of "on" with the event's name
//   ← {sheafscope: "ready", version}          once, when calls are answered
//
// Only the parent window is heard, and only when its origin is the one in
// ?origin=https://example.org; without that word it must be this page's own.
// Answers go to that origin alone. Nothing of a graph of the user's own is
// given before the user allows it in the page: state, recipe and trace are
// answered by an error with private: true, and of the events only "private" is
// sent, whose detail {withheld} tells when that begins and ends. ?hide= lists parts to leave out: bar, rail,
// graph, strip, inspector, timeline.
"use strict";

// It returns the origin of the site that is answered, "" for none.
function sheafscopeEmbed(version) {
  const query = new URLSearchParams(location.search);
  const parts = ["bar", "rail", "graph", "strip", "inspector", "timeline"];
  for (const part of (query.get("hide") ?? "").split(",")) {
    if (parts.includes(part)) document.documentElement.classList.add(`hide-${part}`);
  }
  if (query.get("embed") !== "1") return "";
  document.documentElement.classList.add("embedded");
  if (parent === window) return "";
  const origin = query.get("origin") ?? location.origin;
  // A page without an origin of its own (a file, a sandbox) cannot be told from others.
  if (!/^https?:\/\/[^/?#]+$/.test(origin)) return "";

  const methods = new Set(["ready", "load", "recipe", "step", "run", "pause", "seek", "method", "tune", "state", "trace", "explain", "whatif"]);
  const events = new Set(["change", "frame", "error", "private"]);
  const post = (message) => parent.postMessage(message, origin);
  const there = new Promise((resolve) => {
    const look = () => (globalThis.sheafscopeBoot.site ? resolve(globalThis.sheafscopeBoot.site) : setTimeout(look, 20));
    look();
  });
  const listening = new Map();

  const answer = async (method, args) => {
    const api = await there;
    if (method === "ready") {
      await api.ready;
      return null;
    }
    if (method === "on" || method === "off") {
      const event = args[0];
      if (!events.has(event)) throw new Error(`there is no event ${event}; they are ${[...events].join(", ")}`);
      if (method === "on" && !listening.has(event)) {
        listening.set(event, api.on(event, (detail) => post({ sheafscope: "event", event, detail: detail ?? null })));
      } else if (method === "off") {
        listening.get(event)?.();
        listening.delete(event);
      }
      return null;
    }
    if (!methods.has(method)) throw new Error(`there is no method ${method}; there are ${[...methods].join(", ")}, on and off`);
    return (await api[method](...args)) ?? null;
  };

  addEventListener("message", async ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin || data?.sheafscope !== "call") return;
    const { id } = data;
    try {
      post({ sheafscope: "result", id, value: await answer(String(data.method), Array.isArray(data.args) ? data.args : []) });
    } catch (err) {
      post({ sheafscope: "error", id, error: `${err?.message ?? err}`, ...(err?.private && { private: true }) });
    }
  });
  there.then(() => post({ sheafscope: "ready", version }));
  return origin;
}
