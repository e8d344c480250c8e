// What the course keeps on this device, and whether it survives a reload: the page says once that it does not.
"use strict";

const courseKept = (() => {
  let lost = ""; // why the browser did not keep what was written last, "" where it did
  // read returns the JSON that was kept under a name, null where there is none, or where the browser refuses to say.
  const read = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };
  const write = (name, text) => {
    const before = lost;
    try {
      localStorage.setItem(name, text);
      lost = "";
    } catch (err) {
      lost = err?.name === "QuotaExceededError" ? "there is no room" : "it does not allow it";
    }
    if (before || !lost) return;
    courseNotice(
      `This browser keeps nothing of the course (${lost}): a reload loses what you do from now on. ` +
        "Get your completion code before you leave.",
    );
  };
  return { read, write };
})();
