// The focus of the keyboard at questions of the page. When the page shows a question, the question gets the focus. After the answer, the
// previous element gets the focus back. A page without the focus, for instance in a frame, does not take the focus from the page around it.
// This file also opens and closes the list of notices above the timeline, which contains the questions. The class "pile" is the list, "all"
// marks the list at its full length, and "quiet" marks a notice without a question.
let questions = null; // the element with all questions, kept because a search of the whole page costs more than a render
let openQuestion = null, // the question at the last call of asks, null for none
  previousFocus = null; // the element that had the focus before the first open question

/** Opens the list of notices to its full length or closes the list, after a click on its button. */
function toggleNotices(e) {
  const button = e.target.closest?.(".unfold");
  if (button) button.setAttribute("aria-expanded", `${button.parentElement.classList.toggle("all")}`);
}

/**
 * Moves the focus to a new question, and back after the answer. Closes a list of notices that has no visible notice. Called after each
 * render of the panels.
 */
export function asks() {
  if (!questions?.isConnected) {
    questions = document.querySelector(".asks");
    questions?.addEventListener("click", toggleNotices);
  }
  const fullList = questions?.querySelector(".pile.all");
  if (fullList && !fullList.querySelector(".quiet:not([hidden])")) fullList.classList.remove("all");
  const question = questions?.querySelector("[role=alertdialog]:not([hidden])") ?? null;
  if (question === openQuestion) return;
  if (question) {
    if (!openQuestion) previousFocus = document.activeElement; // a second question keeps the element of before the first question
    if (document.hasFocus()) question.focus();
  } else {
    // If the user has moved the focus to another element, the focus stays there.
    const focusFree = document.activeElement === document.body || openQuestion.contains(document.activeElement);
    if (focusFree) previousFocus?.focus?.();
    previousFocus = null;
  }
  openQuestion = question;
}
