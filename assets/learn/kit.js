// The ten questions, before and after the course. Answers stay on this device; with the reader's consent they stand in the
// completion code.
"use strict";

const courseKit = (() => {
  const store = "sheafscope-course-kit", list = [...document.querySelectorAll(".quiz > li")];
  const consent = document.getElementById("consent"), state = document.getElementById("kit-state");
  const kept = { before: "", after: "", consent: false };
  const was = courseKept.read(store) ?? {};
  for (const when of ["before", "after"]) if (typeof was[when] === "string") kept[when] = was[when];
  kept.consent = was.consent === true;
  let when = kept.before.includes("-") || kept.before === "" ? "before" : "after";
  function show() {
    const given = kept[when].padEnd(list.length, "-");
    for (const b of document.querySelectorAll("[data-kit]")) b.setAttribute("aria-pressed", String(b.dataset.kit === when));
    list.forEach((li, k) => {
      for (const input of li.querySelectorAll("input")) input.checked = input.value === given[k];
      li.querySelector("details").hidden = kept.after === "" || kept.after.includes("-");
    });
    const left = given.split("-").length - 1;
    state.textContent = left === 0 ? "all ten are answered" : `${left} of ${list.length} are open`;
    consent.checked = kept.consent;
  }
  addEventListener("change", (event) => {
    const k = list.findIndex((li) => li.contains(event.target));
    if (k >= 0) kept[when] = [...kept[when].padEnd(list.length, "-")].with(k, event.target.value).join("");
    else if (event.target === consent) kept.consent = consent.checked;
    else return;
    courseKept.write(store, JSON.stringify(kept));
    show();
  });
  addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-kit]");
    if (!button) return;
    when = button.dataset.kit;
    show();
  });
  show();
  return { answers: () => (kept.consent ? [kept.before, kept.after] : ["", ""]) };
})();
