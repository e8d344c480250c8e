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
// sent, whose detail {withheld} marks when that begins and ends.
//
// What of the page is shown: ?hide= lists parts to leave out: bar, rail, graph,
// strip, inspector, timeline. ?figure= shows one figure alone (web/state/figure.go),
// ?controls= what stands around it: bar and timeline, around the page the rail
// too; all or none. ?present: large and without controls, for a projector. ?theme=light, dark or auto, whatever the reader chose elsewhere.
"use strict";

// The part of the page that each figure is in.
const sheafscopeFigures = {
  graph: "graph",
  matrix: "tables",
  spectrum: "strip",
  training: "strip",
  bound: "strip",
  stage: "inspector",
  code: "inspector",
  edge: "inspector",
  node: "inspector",
  frame: "inspector",
  cycle: "inspector",
  triangles: "inspector",
  depth: "inspector",
  heat: "inspector",
  claims: "inspector",
};

// It returns the origin of the site that is answered, "" for none, and sets boot.figure and boot.themed.
function sheafscopeEmbed(version, boot) {
  const query = new URLSearchParams(location.search),
    shell = document.documentElement.classList;
  const parts = ["bar", "rail", "graph", "strip", "inspector", "timeline"],
    around = ["bar", "rail", "timeline"];
  const words = (name) => (query.get(name) ?? "").split(/[\s,]+/);
  const hidden = words("hide");
  shell.toggle("present", query.has("present"));
  boot.figure = query.get("figure") ?? "";
  boot.themed = query.has("theme");
  const figure = boot.figure.split(":")[0],
    controls = words("controls");
  if (Object.hasOwn(sheafscopeFigures, figure)) {
    shell.add("figure", `figure-${figure}`, `figure-in-${sheafscopeFigures[figure]}`);
    hidden.push("rail");
  }
  if ((shell.contains("figure") || query.has("controls")) && !controls.includes("all"))
    hidden.push(...around.filter((part) => !controls.includes(part)));
  for (const part of hidden) if (parts.includes(part)) shell.add(`hide-${part}`);
  if (query.get("embed") !== "1") return "";
  shell.add("embedded");
  if (parent === window) return "";
  const origin = query.get("origin") ?? location.origin;
  // A page without an origin of its own (a file, a sandbox) looks like any other.
  if (!/^https?:\/\/[^/?#]+$/.test(origin)) return "";

  const methods = new Set([
    "ready",
    "load",
    "recipe",
    "step",
    "run",
    "pause",
    "seek",
    "method",
    "tune",
    "state",
    "trace",
    "explain",
    "whatif",
    "theme",
    "rest",
    "level",
    "scene",
    "edge",
  ]);
  const events = new Set(["change", "frame", "error", "private", "rest"]);
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
        listening.set(
          event,
          api.on(event, (detail) => post({ sheafscope: "event", event, detail: detail ?? null })),
        );
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
