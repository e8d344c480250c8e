// The ten questions: one form before the course, a parallel one after it, with ?form=B in the other order. Answers stay on this
// device; with the reader's consent they stand in the completion code.
"use strict";

const courseKit = (() => {
  const store = "sheafscope-course-kit-2",
    moments = ["before", "after"];
  const consent = document.getElementById("consent"),
    state = document.getElementById("kit-state");
  const hand = document.querySelector("[data-hand-in]");
  const kept = { before: "", after: "", first: "", consent: false, handed: false };
  const was = courseKept.read(store) ?? {};
  for (const name of moments) if (typeof was[name] === "string") kept[name] = was[name];
  const begun = () => /[a-c]/.test(kept.before + kept.after);
  const other = begun() ? was.first : new URLSearchParams(location.search).get("form");
  if (other === "B") kept.first = "B";
  const forms = Object.fromEntries(
    moments.map((name, k) => [name, [...document.querySelectorAll(`.quiz[data-form="${"AB"[kept.first ? 1 - k : k]}"] > li`)]]),
  );
  for (const name of ["consent", "handed"]) kept[name] = was[name] === true;
  const keep = () => {
    courseKept.write(store, JSON.stringify(kept));
    dispatchEvent(new Event("course-kit"));
  };
  const given = (name) => kept[name].padEnd(forms[name].length, "-"),
    whole = (name) => !given(name).includes("-");
  // The first form is closed once the second is begun, the second once it is handed in.
  const closed = (name) => kept.handed || (name === "before" && /[a-c]/.test(kept.after));
  let when = whole("before") || closed("before") ? "after" : "before";
  function show() {
    for (const b of document.querySelectorAll("[data-kit]")) {
      b.setAttribute("aria-pressed", String(b.dataset.kit === when));
    }
    for (const name of moments) {
      forms[name][0].parentElement.hidden = name !== when;
      forms[name].forEach((li, k) => {
        for (const input of li.querySelectorAll("input")) {
          [input.checked, input.disabled] = [input.value === given(name)[k], closed(name)];
        }
        li.querySelector("details").hidden = !kept.handed;
      });
    }
    const left = given(when).split("-").length - 1;
    const open = left === 0 ? "all ten are answered" : `${left} of ${forms[when].length} are open`;
    state.textContent = open + (closed(when) ? ", closed" : "");
    hand.disabled = kept.handed || !whole("after");
    consent.checked = kept.consent;
  }
  addEventListener("change", (event) => {
    const k = forms[when].findIndex((li) => li.contains(event.target));
    if (k >= 0 && !closed(when)) kept[when] = [...given(when)].with(k, event.target.value).join("");
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
    } else when = button.dataset.kit;
    show();
  });
  show();
  return { answers: () => (kept.consent ? [kept.before, kept.after, begun() ? kept.first : ""] : ["", "", ""]) };
})();
