// Message client for pages that embed Sheafscope in an <iframe>. sheafscopeEmbed(iframe) returns an object with the methods of
// window.sheafscope, which return promises, and with on(event, fn). The address of the frame must have ?embed=1. For a frame of another
// site it must also have &origin=https://this.page, with the origin of the embedding page.
//
//   const scope = sheafscopeEmbed(document.querySelector("iframe"));
//   await scope.ready();
//   await scope.load("karate");
//   scope.on("frame", ({ epoch }) => { … });
//   await scope.run(20);
//
// A graph of the user's own is private until the user allows the embedding site to read it. Until then state(), recipe(), trace(),
// explain() and whatif() fail with an error whose property private is true. The event "private" marks the start and the end of this state.
"use strict";

/** Returns the client of a frame. Calls before the start of the page in the frame wait for the start. */
function sheafscopeEmbed(iframe) {
  const origin = new URL(iframe.src, document.baseURI).origin;
  const calls = new Map(), // id of an unanswered call → {resolve, reject}
    listeners = new Map(); // event → set of functions
  let lastId = 0, // id of the last call
    setReady; // resolves ready
  const ready = new Promise((resolve) => {
    setReady = resolve;
  });

  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== iframe.contentWindow || from !== origin) return; // a message of another frame or site
    // A result or an error answers a call, and the call is then removed. ready and event belong to no call.
    switch (data?.sheafscope) {
      case "ready":
        setReady();
        return;
      case "event":
        for (const fn of listeners.get(data.event) ?? []) fn(data.detail);
        return;
      case "result":
        calls.get(data.id)?.resolve(data.value);
        break;
      case "error":
        calls.get(data.id)?.reject(Object.assign(new Error(data.error), data.private && { private: true }));
        break;
      default:
        return;
    }
    calls.delete(data.id);
  });

  /** Sends a call to the frame, once its page has started, and resolves with the result of the call. An error of the page rejects. */
  const call = async (method, ...args) => {
    await ready;
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      calls.set(id, { resolve, reject });
      iframe.contentWindow.postMessage({ sheafscope: "call", id, method, args }, origin);
    });
  };
  const scope = {
    /** Calls fn(detail) for each later event of a name. Returns a function that ends the subscription. */
    on(event, fn) {
      if (!listeners.has(event)) {
        listeners.set(event, new Set());
        // The frame reports an event once for all functions.
        call("on", event).catch(() => {}); // a removed frame has no events
      }
      listeners.get(event).add(fn);
      return () => listeners.get(event).delete(fn);
    },
  };
  for (const method of [
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
  ]) {
    scope[method] = (...args) => call(method, ...args);
  }
  return scope;
}
