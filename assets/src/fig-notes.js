// Findings: what the reader wrote down, and the form for more. The form stays between frames, with what is typed in it.
import { button, h, valid } from "./dom.js";
import { action } from "./results.js";

export function notesBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec, emit));
  sec.m = m;
  ui.count.textContent = m.list.length ? "" : "Write down what you see at a node, an edge, an eigenvalue or a figure.";
  ui.count.hidden = m.list.length > 0;
  ui.out.hidden = false;
  const list = JSON.stringify(m.list);
  if (ui.shown === list) return; // a button that is being pressed stays
  ui.shown = list;
  ui.list.replaceChildren(
    ...m.list.map((n, k) => {
      const li = h("li"),
        go = button(li, "pinned#note-" + k, n.name, () => emit("note", { kind: "open", index: k }));
      h("small", "when", li, n.when);
      const ends = h("span", "ends", li);
      go.title = "Show it as it was then";
      h("p", "", li, n.text);
      named(
        action(ends, "Edit", "note-edit-" + k, () => open(sec, k)),
        `Edit the note about ${n.name}`,
      );
      named(
        action(ends, "Delete", "note-delete-" + k, () => {
          emit("note", { kind: "edit", index: k, text: "" });
          ui.add.focus();
        }),
        `Delete the note about ${n.name}`,
      );
      return li;
    }),
  );
}
const named = (b, label) => b.setAttribute("aria-label", label);

function build(sec, emit) {
  const ui = { list: h("ol", "", sec.box), count: h("p", "note", sec.box) };
  ui.form = h("form", "", sec.box);
  Object.assign(ui.form, { hidden: true, noValidate: true }); // this page checks
  const about = h("label", "", ui.form);
  h("span", "", about, "About");
  ui.about = h("select", "#note-about", h("span", "sel", about));
  ui.text = h("textarea", "#note-text", ui.form);
  Object.assign(ui.text, { rows: 3, required: true });
  ui.text.setAttribute("aria-label", "Note");
  const row = h("div", "row", ui.form);
  ui.save = action(row, "Keep", "note-save", () => {});
  ui.save.type = "submit";
  action(row, "Cancel", "note-cancel", () => close(ui));
  ui.left = h("small", "", row);
  const left = () => {
    ui.left.textContent = `${[...ui.text.value].length} of ${sec.m.most} characters`;
  };
  ui.text.addEventListener("input", left);
  ui.text.addEventListener("focus", left);
  ui.form.addEventListener("submit", (e) => {
    e.preventDefault();
    if (!valid(ui.text)) return;
    if (ui.edits === undefined) emit("note", { kind: "add", name: ui.about.value, text: ui.text.value });
    else emit("note", { kind: "edit", index: ui.edits, text: ui.text.value });
    close(ui);
  });
  ui.form.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      e.stopPropagation();
      close(ui);
    }
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) ui.form.requestSubmit();
  });
  ui.out = h("div", "row", sec.box);
  ui.add = action(ui.out, "Add a note", "note-add", () => open(sec));
  action(ui.out, "Report", "report-export", () => emit("export", { name: "report" })).title =
    "The run as one page: pictures, settings, claims and findings";
  action(ui.out, "Markdown", "note-export", () => emit("export", { name: "findings" })).title =
    "The findings as Markdown, with their pictures";
  return ui;
}

/** Opens the form, for note k or for a new one. */
function open(sec, k) {
  const { ui, m } = sec;
  ui.edits = k;
  ui.about.replaceChildren(...m.about.map(([value, name]) => new Option(name, value)));
  ui.text.maxLength = m.most;
  ui.text.value = k === undefined ? "" : m.list[k].text;
  ui.about.closest("label").hidden = k !== undefined;
  ui.form.hidden = false;
  ui.add.hidden = true;
  ui.text.focus();
}
function close(ui) {
  ui.form.hidden = true;
  ui.add.hidden = false;
  ui.edits = undefined;
  ui.add.focus();
}
