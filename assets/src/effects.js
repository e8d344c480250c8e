// Things the page asks of the browser: clipboard, downloads, the address, a picture of the page.
import { chartsSVG, graphSVG } from "./svg.js";

export function effects(kind, get, ...args) {
  switch (kind) {
    case "copy": navigator.clipboard?.writeText(args[0]).catch(() => {}); return;
    case "copylink": navigator.clipboard?.writeText(location.href).catch(() => {}); return;
    case "hash": if (location.hash !== args[0]) history.replaceState(null, "", args[0] || location.pathname + location.search); return;
    case "store": try { localStorage.setItem("sheafscope-" + args[0], args[1]); } catch { /* private mode: the choice lasts as long as the page */ } return;
    case "download": save(new Blob([args[2]], { type: args[1] }), args[0]); return;
    case "picture": get.graph().snapshot().toBlob((b) => save(b, args[0]), "image/png"); return;
    case "picture-svg": save(new Blob([graphSVG(get.graph())], { type: "image/svg+xml" }), args[0]); return;
    case "charts-svg": save(new Blob([chartsSVG()], { type: "image/svg+xml" }), args[0]); return;
    case "focus": document.querySelector(args[0])?.focus(); return;
  }
}

function save(blob, name) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(blob);
  a.download = name;
  document.body.append(a);
  a.click();
  a.remove();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}
