// The page under ./build.sh dev (web/tool/site): it takes over what was
// rebuilt. New styles come in place, anything else by a reload, after which the
// link in the address brings the page back to where it was. What does not compile
// is shown above the page.
"use strict";

(() => {
  let version = new URL(document.currentScript.src).searchParams.get("v"),
    box = null;
  const tell = (text) => {
    box?.remove();
    box = null;
    if (!text) return;
    box = Object.assign(document.createElement("pre"), { textContent: text });
    box.dataset.testid = "dev-error";
    box.setAttribute("role", "alert");
    Object.assign(box.style, {
      position: "fixed",
      inset: "auto 0 0 0",
      zIndex: 1000,
      maxHeight: "60vh",
      overflow: "auto",
      margin: 0,
      padding: "16px",
      font: "13px/1.5 monospace",
      color: "#fff",
      background: "#7a1f1f",
      whiteSpace: "pre-wrap",
    });
    document.body.append(box);
  };
  const restyle = () => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      const next = link.cloneNode(),
        address = new URL(link.href);
      address.searchParams.set("v", version);
      next.href = address;
      next.onload = () => link.remove(); // until then the old one holds
      link.after(next);
    }
  };
  new EventSource("dev-events").onmessage = ({ data }) => {
    const built = JSON.parse(data);
    tell(built.failure);
    if (built.failure || built.version === version) return;
    const from = version;
    version = built.version;
    if (built.styled === from) restyle();
    else location.reload();
  };
})();
