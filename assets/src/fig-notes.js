// The findings in the inspector: a list of the user's notes, and the form that adds and edits them. The form stays between models, with the
// text that the user is typing. It closes when a model has the sent note: a refused note stays in the form.
import { button, h, valid } from "./dom.js";
import { action } from "./results.js";

/**
 * Draws the notes of the model m (inspector.Notes of web/view) into the section sec. list has the notes. A note has its subject (pin) with
 * a name, its text, and the epoch at which it was written (when). about has the possible subjects of a new note, as pairs of pin and name:
 * a node, an edge, an eigenvalue or a figure. most is the largest number of characters of a note.
 */
export function notesBox(sec, m, emit) {
  const ui = sec.ui || (sec.ui = build(sec, emit));
  sec.m = m;
  ui.hint.textContent = m.list.length ? "" : "Write down what you see at a node, an edge, an eigenvalue or a figure.";
  ui.hint.hidden = m.list.length > 0;
  const listKey = JSON.stringify(m.list),
    changed = ui.listKey !== listKey;
  if (changed) {
    // Without a change the list stays, since the user may be pressing one of its buttons.
    ui.listKey = listKey;
    ui.list.replaceChildren(...m.list.map((note, k) => entry(sec, note, k, emit)));
  }
  // The sent note is in the list: the page has accepted it.
  const accepted = ui.sent && m.list.some((note) => note.pin === ui.sent.pin && note.text === ui.sent.text);
  if (accepted) closeForm(ui);
  else if (changed && ui.edited) followEdited(ui, m.list);
}

/**
 * Finds the edited note in a changed list, since a deleted note moves the notes behind it. Of equal notes, the note at the former index is
 * preferred. If the list has lost the edited note, the form keeps the text, for a new note.
 */
function followEdited(ui, list) {
  const { note, index } = ui.edited,
    isEdited = (other) => other.pin === note.pin && other.text === note.text;
  const found = list[index] && isEdited(list[index]) ? index : list.findIndex(isEdited);
  ui.edited = found >= 0 ? { note, index: found } : undefined;
  showSubjects(ui);
}

/** Shows the choice of the subject for a new note, and hides it for an edited note. */
function showSubjects(ui) {
  ui.about.closest("label").hidden = ui.edited !== undefined;
}

/**
 * Returns the entry of note k, counted from 0. It has a button that shows the state of the note, the text, and buttons to edit and delete
 * the note.
 */
function entry(sec, note, k, emit) {
  const item = h("li"),
    show = button(item, "pinned#note-" + k, note.name, () => emit("note", { kind: "open", index: k }));
  show.title = "Show it as it was then";
  h("small", "when", item, note.when);
  const actions = h("span", "ends", item);
  h("p", "", item, note.text);
  const edit = action(actions, "Edit", "note-edit-" + k, () => openForm(sec, k)),
    remove = action(actions, "Delete", "note-delete-" + k, () => {
      emit("note", { kind: "edit", index: k, text: "" }); // a note without text is deleted
      sec.ui.addButton.focus(); // the pressed button disappears with its note
    });
  edit.setAttribute("aria-label", `Edit the note about ${note.name}`);
  remove.setAttribute("aria-label", `Delete the note about ${note.name}`);
  return item;
}

/**
 * Creates the elements of a section, and returns them as ui. ui.edited is the edited note with its index in the list, undefined for a new
 * note. ui.sent is the note (pin and text) that Keep has sent to the page. It is undefined before Keep, and after a change of the text.
 */
function build(sec, emit) {
  const ui = { list: h("ol", "", sec.box), hint: h("p", "note", sec.box) };
  // The form. Its subject can be chosen for a new note only.
  ui.form = h("form", "", sec.box);
  Object.assign(ui.form, { hidden: true, noValidate: true }); // the listener of submit validates
  const about = h("label", "", ui.form);
  h("span", "", about, "About");
  ui.about = h("select", "#note-about", h("span", "sel", about));
  ui.text = h("textarea", "#note-text", ui.form);
  Object.assign(ui.text, { rows: 3, required: true });
  ui.text.setAttribute("aria-label", "Note");
  const row = h("div", "row", ui.form);
  ui.save = action(row, "Keep", "note-save", () => {});
  ui.save.type = "submit";
  action(row, "Cancel", "note-cancel", () => closeForm(ui));
  ui.counter = h("small", "", row);
  // Shows the number of characters of the text.
  const showCount = () => {
    ui.counter.textContent = `${[...ui.text.value].length} of ${sec.m.most} characters`; // code points, as in the program
  };
  ui.text.addEventListener("input", () => {
    ui.sent = undefined;
    showCount();
  });
  ui.text.addEventListener("focus", showCount);
  // Keep sends the note to the page. Escape closes the form; Ctrl or Cmd with Enter is Keep.
  ui.form.addEventListener("submit", (e) => {
    e.preventDefault();
    if (!valid(ui.text)) return;
    const text = ui.text.value.trim();
    ui.sent = { pin: ui.edited?.note.pin ?? ui.about.value, text };
    if (ui.edited === undefined) emit("note", { kind: "add", name: ui.about.value, text });
    else emit("note", { kind: "edit", index: ui.edited.index, text });
    // A note with unchanged text is closed here, since no other model follows.
    if (ui.edited?.note.text === text) closeForm(ui);
  });
  ui.form.addEventListener("keydown", (e) => {
    if (e.key === "Escape") {
      e.stopPropagation(); // else Escape would also act on the page
      closeForm(ui);
    }
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) ui.form.requestSubmit();
  });
  // The buttons below.
  ui.actions = h("div", "row", sec.box);
  ui.addButton = action(ui.actions, "Add a note", "note-add", () => openForm(sec));
  action(ui.actions, "Report", "report-export", () => emit("export", { name: "report" })).title =
    "The run as one page: pictures, settings, claims and findings";
  action(ui.actions, "Markdown", "note-export", () => emit("export", { name: "findings" })).title =
    "The findings as Markdown, with their pictures";
  return ui;
}

/**
 * Opens the form for note k, counted from 0, or without k for a new note. A text that the user has typed and not kept stays in the form,
 * with a request to keep or cancel it.
 */
function openForm(sec, k) {
  const { ui, m } = sec;
  const typed = ui.text.value.trim();
  if (!ui.form.hidden && typed !== "" && typed !== (ui.edited?.note.text ?? "")) {
    ui.text.focus();
    ui.counter.textContent = "Keep or cancel this note first.";
    return;
  }
  ui.edited = k === undefined ? undefined : { note: m.list[k], index: k };
  ui.sent = undefined;
  ui.about.replaceChildren(...m.about.map(([value, name]) => new Option(name, value)));
  ui.text.maxLength = m.most;
  ui.text.value = k === undefined ? "" : m.list[k].text;
  showSubjects(ui);
  ui.form.hidden = false;
  ui.addButton.hidden = true;
  ui.text.focus();
}
/** Closes the form, and gives the focus to the button "Add a note". */
function closeForm(ui) {
  ui.form.hidden = true;
  ui.addButton.hidden = false;
  ui.edited = undefined;
  ui.sent = undefined;
  ui.addButton.focus();
}
