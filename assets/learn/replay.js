// Trains the networks of a class's answers again, for the teacher's table. Equal networks are trained once. The button shows the remaining
// time and stops the training. At its end the table is filled again.
"use strict";

/**
 * Returns the functions of the replay: start, and update, which is called after each training. reports fills the table, and announce shows
 * a text to screen readers.
 */
const courseReplay = ({ reports, announce }) => {
  const button = document.querySelector('[data-do="replay"]'),
    codes = document.getElementById("teacher-codes"),
    label = button.textContent;
  const program = () => sheafscopeCourse.methods;
  let total = 0, // number of networks, 0 while nothing is trained
    begin = 0; // ms, the time of the start
  /** Returns a number of seconds in words: below 90 seconds in steps of 5, else in minutes. */
  const left = (seconds) =>
    seconds < 90 ? `about ${Math.max(1, Math.ceil(seconds / 5) * 5)} seconds left` : `about ${Math.round(seconds / 60)} minutes left`;
  /**
   * Shows the progress, and ends the replay when all networks are trained. done is the number of trained networks, and share the finished
   * part of the work, from 0 to 1. The remaining time is estimated from 2 % on: before, the estimate would be too uncertain.
   */
  function update() {
    if (total === 0) return;
    const { done, share } = program().replayed();
    if (done === total) return end(`${total} ${total === 1 ? "network is" : "networks are"} trained`);
    const seconds = (performance.now() - begin) / 1000;
    button.textContent = `Stop (${done} of ${total} networks trained${share > 0.02 ? `, ${left(seconds * (1 / share - 1))}` : ""})`;
  }
  /** Ends the replay with a text, and fills the table. */
  function end(text) {
    total = 0;
    button.textContent = label;
    courseFigures.keepWorkers(false);
    announce(text);
    reports();
  }
  /** Starts the replay, or stops the current replay. Nothing happens before the program has started. */
  function start() {
    if (!program()) return;
    if (total > 0) {
      const { done } = program().replayed();
      program().unreplay();
      return end(`Stopped: ${done} of ${total} networks are trained`);
    }
    total = program().replay(codes.value);
    begin = performance.now();
    courseFigures.keepWorkers(total > 0);
    if (total > 0) update();
    else announce("Nothing is to be trained for these codes");
  }
  return { start, update };
};
