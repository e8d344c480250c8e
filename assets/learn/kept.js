// The storage of the course on this device. Of successive failures to store a text, the first is shown on the page.
"use strict";

const courseKept = (() => {
  let failure = ""; // why the last text was not stored, "" after a success
  /** Returns the value that is stored as JSON under a name. Returns null without a value, or if the browser refuses. */
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  /** Stores a text under a name, or notes why the browser does not store it. */
  const write = (name, text) => {
    const before = failure;
    try {
      localStorage.setItem(name, text);
      failure = "";
    } catch (err) {
      failure = err?.name === "QuotaExceededError" ? "there is no room" : "it does not allow it";
    }
    // The notice is shown at the first failure after a success.
    if (before || !failure) return;
    courseNotice(
      `This browser keeps nothing of the course (${failure}): a reload loses what you do from now on. ` +
        "Get your completion code before you leave.",
    );
  };
  return { read, write };
})();
