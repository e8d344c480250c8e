// Reload under ./build.sh dev (web/tool/site): an open page follows each build. New styles replace the old styles in place, and any other
// change reloads the page; the link in the address then restores the state. The failure of a build covers the lower part of the page.
"use strict";

(() => {
  let version = new URL(document.currentScript.src).searchParams.get("v"), // version of the page's parts
    failureBox = null; // element with the failure of the last build
  /** Shows the failure of a build in place of the failure before. With "", after a successful build, only removes the failure before. */
  const showFailure = (text) => {
    failureBox?.remove();
    failureBox = null;
    if (!text) return;
    failureBox = Object.assign(document.createElement("pre"), { textContent: text });
    failureBox.dataset.testid = "dev-error";
    failureBox.setAttribute("role", "alert");
    Object.assign(failureBox.style, {
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
    document.body.append(failureBox);
  };
  /** Replaces each style sheet by the style sheet of the current version. */
  const restyle = () => {
    for (const link of document.querySelectorAll('link[rel="stylesheet"]')) {
      const newLink = link.cloneNode(),
        address = new URL(link.href);
      address.searchParams.set("v", version);
      newLink.href = address;
      newLink.onload = () => link.remove(); // the old styles apply until the new styles have arrived
      link.after(newLink);
    }
  };
  new EventSource("dev-events").onmessage = ({ data }) => {
    // A build has its version, and the text of its failure, "" for none.
    const build = JSON.parse(data);
    showFailure(build.failure);
    if (build.failure || build.version === version) return;
    // styled is the version before the build if only the styles have changed since that version.
    const previous = version;
    version = build.version;
    if (build.styled === previous) restyle();
    else location.reload();
  };
})();
