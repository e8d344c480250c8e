// A style sheet that never comes holds back the picture and every other script. After 15 s it is no longer waited for: the other
// scripts run and say which part is missing.
"use strict";

setTimeout(() => {
  for (const link of document.querySelectorAll('link[rel="stylesheet"]')) if (!link.sheet) link.remove();
}, 15_000);
