// Time limit for style sheets: a style sheet that does not arrive delays the picture and every other script. After 15 s the link of the
// style sheet is removed. The other scripts then run, and report the missing part.
"use strict";

setTimeout(() => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) if (!link.sheet) link.remove();
}, 15_000);
