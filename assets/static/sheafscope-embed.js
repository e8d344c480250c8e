// For pages that embed Sheafscope: sheafscopeEmbed(iframe) answers an object
// with the methods of window.sheafscope, all of which return promises, and
// on(event, fn). The frame's address must have ?embed=1 and, when it is on
// another site than this page, &origin=https://this.page.
//
//   const scope = sheafscopeEmbed(document.querySelector("iframe"));
//   await scope.ready();
//   await scope.load("karate");
//   scope.on("frame", ({ epoch }) => { … });
//   await scope.run(20);
//
// While the user has a graph of their own open and has not allowed this site to
// read it, state(), recipe(), trace(), explain() and whatif() fail with an error whose property
// private is true; the event "private" marks when that begins and ends.
"use strict";

function sheafscopeEmbed(iframe) {
  const origin = new URL(iframe.src, document.baseURI).origin;
  const waiting = new Map(),
    listeners = new Map();
  let last = 0,
    awake;
  const there = new Promise((resolve) => {
    awake = resolve;
  });

  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== iframe.contentWindow || from !== origin) return;
    switch (data?.sheafscope) {
      case "ready":
        awake();
        return;
      case "event":
        for (const fn of listeners.get(data.event) ?? []) fn(data.detail);
        return;
      case "result":
        waiting.get(data.id)?.resolve(data.value);
        break;
      case "error":
        waiting.get(data.id)?.reject(Object.assign(new Error(data.error), data.private && { private: true }));
        break;
      default:
        return;
    }
    waiting.delete(data.id);
  });

  const call = async (method, ...args) => {
    await there;
    return new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      iframe.contentWindow.postMessage({ sheafscope: "call", id, method, args }, origin);
    });
  };
  const scope = {
    on(event, fn) {
      if (!listeners.has(event)) {
        listeners.set(event, new Set());
        call("on", event).catch(() => {}); // a frame that is gone reports nothing
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
