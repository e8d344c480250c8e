// The sheaf editor: buttons and fields make changes (data-edit), fields show what
// is marked (data-field). What follows from the sheaf is drawn as a figure.
"use strict";

const courseEditor = (() => {
  const host = document.getElementById("editor"),
    wrong = host.querySelector('[data-testid="editor-error"]');
  const fields = [...host.querySelectorAll("[data-field]")];
  const shape = host.querySelector("#editor-shape"),
    size = host.querySelector("#editor-size");
  const values = () => courseFigures.values;
  function edit(change) {
    if (!sheafscopeCourse.methods) return;
    wrong.textContent = sheafscopeCourse.methods.edit(change);
    courseFigures.mark("editor");
  }
  const sized = () => shape.selectedOptions[0].dataset.sized === "true";
  const start = (d = Math.max(1, values()["editor.d"])) => edit(`start ${shape.value}${sized() ? `:${size.value}` : ""} ${d}`);
  // begin starts with a sheaf of the table, ring to twist.
  function begin(key) {
    shape.value = key;
    if (shape.selectedOptions.length > 0) start(1);
  }
  function share() {
    const link = new URL(location.href);
    link.hash = `sheaf=${encodeURIComponent(values()["editor.text"])}`;
    history.replaceState(null, "", link);
    navigator.clipboard?.writeText(link.href).then(
      () => {
        wrong.textContent = "The link is copied.";
      },
      () => {},
    );
    wrong.textContent = "The link is in the address bar.";
  }
  host.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-edit]");
    if (button) edit(button.dataset.edit);
    if (event.target.closest('[data-testid="editor-share"]')) share();
  });
  host.addEventListener("change", (event) => {
    const el = event.target;
    if (el === shape || el === size) start();
    else if (el.type === "checkbox") edit(el.dataset.edit);
    else if (el.dataset.edit) edit(`${el.dataset.edit} ${el.value}`);
  });
  host.addEventListener("focusin", (event) => {
    const node = /^n(\d)$/.exec(event.target.dataset?.h ?? "");
    if (node) edit(`pick node ${node[1]}`);
  });
  courseFigures.after.push((name) => {
    if (name !== "editor") return;
    const now = values();
    for (const el of fields) {
      const value = now[`editor.${el.dataset.field}`];
      if (el.type === "checkbox") el.checked = value === "1";
      else if (el !== document.activeElement) el.value = value;
    }
    for (const b of host.querySelectorAll("[data-d]")) b.setAttribute("aria-pressed", String(b.dataset.d === now["editor.equal"]));
    for (let q = 0; q < 4; q++) host.querySelector(`[data-field="x${q}"]`).hidden = q >= Number(now["editor.node-dim"]);
    host.querySelector("#editor-nodes").hidden = !sized();
  });
  // open takes the sheaf of a link.
  function open() {
    const [, text] = /^#sheaf=(.*)$/s.exec(location.hash) ?? [];
    if (text === undefined) return;
    try {
      edit(`text ${decodeURIComponent(text)}`);
    } catch {
      wrong.textContent = "The link is damaged: copy it again.";
    }
    host.scrollIntoView({ behavior: "instant" });
  }
  addEventListener("hashchange", open);
  return { open, begin };
})();
