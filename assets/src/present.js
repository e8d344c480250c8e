// The presentation (?present) for a projector: large type and no controls. Keys lead through the run (input.js), and Escape ends the
// presentation. A touch screen has buttons for a step, and the button Leave for the end.
import { button } from "./dom.js";
import "./present.css";

const shell = document.documentElement;
button(document.body, "leave", "Leave", () => present(false));

/** Reports whether the page is being presented. */
export const presenting = () => shell.classList.contains("present");

/**
 * Begins the presentation if on is true, else ends it. The address gets or loses the parameter present, so that a reload changes nothing.
 */
export function present(on) {
  shell.classList.toggle("present", on);
  const url = new URL(location.href);
  if (on) url.searchParams.set("present", "");
  else url.searchParams.delete("present");
  try {
    history.replaceState(null, "", url);
  } catch {
    // A page from a file may have no history.
  }
  if (on)
    shell
      .requestFullscreen?.()
      .then(() => presenting() || document.exitFullscreen()) // the presentation may have ended in the meantime
      .catch(() => {}); // after a refusal the window keeps its size
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {}); // fails if the browser has just left full screen
}

// In full screen the browser handles Escape itself, without a key event for the page.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && presenting()) present(false);
});

// The actions of the keys that a remote control sends, and of the arrow keys: a stage forwards or back, and the next or previous pin, a
// state of the page that the user keeps under a name.
const ACTIONS = {
  ArrowDown: "stage",
  PageDown: "stage",
  ArrowUp: "back-stage",
  PageUp: "back-stage",
  ArrowRight: "next-pin",
  ArrowLeft: "pin-before",
};

/**
 * Returns the action of a key during the presentation, "" for a key without an action. A digit chooses a stage, 0 the tenth. Other keys
 * with Shift have no action.
 */
export function presentKey(key, shift) {
  if (/^[0-9]$/.test(key)) return `stage-${key === "0" ? 10 : key}`;
  return shift ? "" : (ACTIONS[key] ?? "");
}
