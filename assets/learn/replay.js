// Replay of the answers about trained networks, for the teachers' table: when asked, equal networks once, with the time that is
// left and a stop. The table is filled again at the end.
"use strict";

const courseReplay = ({ reports, say }) => {
  const button = document.querySelector('[data-do="replay"]'),
    codes = document.getElementById("teacher-codes"),
    word = button.textContent;
  const program = () => sheafscopeCourse.methods;
  let of = 0,
    since = 0; // how many networks, from when; 0 for none
  const left = (seconds) =>
    seconds < 90 ? `about ${Math.max(1, Math.ceil(seconds / 5) * 5)} seconds left` : `about ${Math.round(seconds / 60)} minutes left`;
  function changed() {
    if (of === 0) return;
    const { done, share } = program().replayed();
    if (done === of) return end(`${of} ${of === 1 ? "network is" : "networks are"} trained`);
    const seconds = (performance.now() - since) / 1000;
    button.textContent = `Stop (${done} of ${of} networks trained${share > 0.02 ? `, ${left(seconds * (1 / share - 1))}` : ""})`;
  }
  function end(text) {
    of = 0;
    button.textContent = word;
    courseFigures.hold(false);
    say(text);
    reports();
  }
  function start() {
    if (!program()) return;
    if (of > 0) {
      const { done } = program().replayed();
      program().unreplay();
      return end(`Stopped: ${done} of ${of} networks are trained`);
    }
    of = program().replay(codes.value);
    since = performance.now();
    courseFigures.hold(of > 0);
    if (of > 0) changed();
    else say("Nothing is to be trained for these codes");
  }
  return { start, changed };
};
