// Embedding: with ?embed=1 in the address, the embedding page may call the methods of window.sheafscope, and receive its events, by
// postMessage.
//
//   → {sheafscope: "call", id, method, args}
//   ← {sheafscope: "result", id, value} or {sheafscope: "error", id, error, private}
//   ← {sheafscope: "event", event, detail}    after a call of "on" with the event's name
//   ← {sheafscope: "ready", version}          once, when the page accepts calls
//
// The page accepts messages from its parent window only, and only with the origin in ?origin=https://example.org. Without ?origin= the
// parent must have this page's own origin. Answers are sent to this origin only. Data of a graph of the user's own is sent only after the
// user has allowed it in the page. Until then state, recipe and trace are answered by an error with private: true, and the only event is
// "private". Its detail {withheld} marks the start and the end of this state.
//
// The visible parts: ?hide= lists parts to leave out: bar, rail, graph, strip, inspector, timeline. ?figure= shows one figure alone
// (web/state/figure.go). ?controls= lists the visible controls: bar and timeline, without ?figure= also the rail; or all, or none. ?present
// shows the page large and without controls, for a projector. ?theme= is light, dark or auto; it has priority over the stored theme.
"use strict";

// The part of the page in which each figure is. A figure without an entry hides no part.
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

/**
 * Shows the parts of the page that its address names, sets boot.figure and boot.themed, and starts to answer the embedding page. Returns
 * the origin of the embedding page, "" if no page is answered. The classes of the root element (shell) choose the visible parts.
 */
function sheafscopeEmbed(version, boot) {
  const query = new URLSearchParams(location.search),
    shell = document.documentElement.classList;
  const parts = ["bar", "rail", "graph", "strip", "inspector", "timeline"],
    controlParts = ["bar", "rail", "timeline"];
  /** Returns the words of a parameter of the address. */
  const words = (name) => (query.get(name) ?? "").split(/[\s,]+/);
  const hidden = words("hide");
  shell.toggle("present", query.has("present"));
  boot.figure = query.get("figure") ?? "";
  boot.themed = query.has("theme");
  const figure = boot.figure.split(":")[0], // the name, without the argument of a text such as edge:0-8
    controls = words("controls");
  if (Object.hasOwn(sheafscopeFigures, figure)) {
    shell.add("figure", `figure-${figure}`, `figure-in-${sheafscopeFigures[figure]}`);
    hidden.push("rail"); // also with ?controls=rail
  }
  // A figure alone, and a page with ?controls=, have only the controls that ?controls= lists. "none" is no name of a part, and hides all.
  const isLimited = shell.contains("figure") || query.has("controls");
  if (isLimited && !controls.includes("all")) hidden.push(...controlParts.filter((part) => !controls.includes(part)));
  for (const part of hidden) if (parts.includes(part)) shell.add(`hide-${part}`);
  if (query.get("embed") !== "1") return "";
  shell.add("embedded");
  if (parent === window) return ""; // no page embeds this page
  const origin = query.get("origin") ?? location.origin;
  // Pages without an origin of their own (files, sandboxes) cannot be distinguished, so no such page is answered.
  if (!/^https?:\/\/[^/?#]+$/.test(origin)) return "";

  // The methods and events of window.sheafscope that the embedding page may use. All others stay inside the page.
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
  const POLL = 20; // ms between two checks whether the methods are set
  const post = (message) => parent.postMessage(message, origin);
  // The methods for the embedding page (sheafscopeBoot.site), as soon as the program has set them.
  const methodsSet = new Promise((resolve) => {
    const look = () => (globalThis.sheafscopeBoot.site ? resolve(globalThis.sheafscopeBoot.site) : setTimeout(look, POLL));
    look();
  });
  const subscriptions = new Map(); // event → function that ends its subscription

  /** Returns the result of a call, null for none: ready, on and off have none. Throws for an unknown method or event. */
  const call = async (method, args) => {
    const api = await methodsSet;
    if (method === "ready") {
      await api.ready;
      return null;
    }
    if (method === "on" || method === "off") {
      const event = args[0];
      if (!events.has(event)) throw new Error(`there is no event ${event}; they are ${[...events].join(", ")}`);
      // A second call of "on" for an event changes nothing.
      if (method === "on" && !subscriptions.has(event)) {
        subscriptions.set(
          event,
          api.on(event, (detail) => post({ sheafscope: "event", event, detail: detail ?? null })),
        );
      } else if (method === "off") {
        subscriptions.get(event)?.();
        subscriptions.delete(event);
      }
      return null;
    }
    if (!methods.has(method)) throw new Error(`there is no method ${method}; there are ${[...methods].join(", ")}, on and off`);
    return (await api[method](...args)) ?? null;
  };

  // Every call gets an answer with its id: a result, or an error.
  addEventListener("message", async ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin) return;
    if (data?.sheafscope !== "call") return;
    const { id } = data;
    try {
      post({ sheafscope: "result", id, value: await call(String(data.method), Array.isArray(data.args) ? data.args : []) });
    } catch (err) {
      post({ sheafscope: "error", id, error: `${err?.message ?? err}`, ...(err?.private && { private: true }) });
    }
  });
  methodsSet.then(() => post({ sheafscope: "ready", version }));
  return origin;
}
