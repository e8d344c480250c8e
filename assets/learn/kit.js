// The ten questions before and after the course, for a teacher who compares both. The questions have two parallel forms, A and B. Form A
// comes first, or with ?form=B form B. Answers are kept on this device. The completion code has them only with the reader's consent.
"use strict";

const courseKit = (() => {
  const store = "sheafscope-course-kit-2",
    moments = ["before", "after"];
  const consent = document.getElementById("consent"),
    state = document.getElementById("kit-state");
  const hand = document.querySelector("[data-hand-in]");
  // The stored state: the answers of each moment as a string of letters a to c (- for none), first ("B", or "" for form A first), the
  // consent, and whether the answers are handed in. Stored values of another type are ignored.
  const kept = { before: "", after: "", first: "", consent: false, handed: false };
  const stored = courseKept.read(store) ?? {};
  for (const name of moments) if (typeof stored[name] === "string") kept[name] = stored[name];
  /** Reports whether a question is answered. From then on the order of the forms is fixed. */
  const begun = () => /[a-c]/.test(kept.before + kept.after);
  // Until a question is answered, the address chooses the first form; then the stored state.
  const firstForm = begun() ? stored.first : new URLSearchParams(location.search).get("form");
  if (firstForm === "B") kept.first = "B";
  // The questions of each moment: form A before and form B after the course, or in the other order.
  const forms = Object.fromEntries(
    moments.map((name, k) => [name, [...document.querySelectorAll(`.quiz[data-form="${"AB"[kept.first ? 1 - k : k]}"] > li`)]]),
  );
  for (const name of ["consent", "handed"]) kept[name] = stored[name] === true;
  /** Stores the state, and reports the change to the exercises. */
  const keep = () => {
    courseKept.write(store, JSON.stringify(kept));
    dispatchEvent(new Event("course-kit"));
  };
  /** Returns the answers of a moment, before or after, with one letter for each question, - without an answer. */
  const given = (name) => kept[name].padEnd(forms[name].length, "-"),
    /** Reports whether all questions of a moment are answered. */
    isComplete = (name) => !given(name).includes("-");
  /** Reports whether the form of a moment is closed. The first form closes with the first answer to the second. The hand-in closes both. */
  const closed = (name) => kept.handed || (name === "before" && /[a-c]/.test(kept.after));
  let shown = isComplete("before") || closed("before") ? "after" : "before"; // the moment whose form is on the page
  /** Shows the chosen form with its answers, and the state of the buttons. */
  function show() {
    for (const b of document.querySelectorAll("[data-kit]")) {
      b.setAttribute("aria-pressed", String(b.dataset.kit === shown));
    }
    for (const name of moments) {
      forms[name][0].parentElement.hidden = name !== shown;
      forms[name].forEach((li, k) => {
        for (const input of li.querySelectorAll("input")) {
          input.checked = input.value === given(name)[k];
          input.disabled = closed(name);
        }
        li.querySelector("details").hidden = !kept.handed; // the right answer, with the chapter that has it
      });
    }
    const unanswered = given(shown).split("-").length - 1;
    const text = unanswered === 0 ? "all ten are answered" : `${unanswered} of ${forms[shown].length} are open`;
    state.textContent = text + (closed(shown) ? ", closed" : "");
    hand.disabled = kept.handed || !isComplete("after"); // the first form may have gaps
    consent.checked = kept.consent;
  }
  addEventListener("change", (event) => {
    const k = forms[shown].findIndex((li) => li.contains(event.target));
    if (k >= 0 && !closed(shown)) kept[shown] = [...given(shown)].with(k, event.target.value).join("");
    else if (event.target === consent) kept.consent = consent.checked;
    else return;
    keep();
    show();
  });
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-kit],[data-hand-in]");
    if (!button) return;
    if (button === hand) {
      kept.handed = true;
      keep();
    } else shown = button.dataset.kit;
    show();
  });
  show();
  // answers returns the two strings of answers and the first form ("B" or ""), for the completion code. Without consent all three are "".
  return { answers: () => (kept.consent ? [kept.before, kept.after, begun() ? kept.first : ""] : ["", "", ""]) };
})();
