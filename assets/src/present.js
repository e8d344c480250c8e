// Presenting (?present): large type and no controls, for a projector. The run is
// led by keys (input.js), Escape leaves; a finger has the buttons of a step and one to leave.
import { button } from "./dom.js";
import "./present.css";

const shell = document.documentElement;
button(document.body, "leave", "Leave", () => present(false));

/** Whether the page is being presented. */
export const presenting = () => shell.classList.contains("present");

/** Begins or ends it; the address follows, so that a reload stays. */
export function present(on) {
  shell.classList.toggle("present", on);
  const url = new URL(location.href);
  if (on) url.searchParams.set("present", "");
  else url.searchParams.delete("present");
  try {
    history.replaceState(null, "", url);
  } catch {
    /* a file without a history */
  }
  if (on)
    shell
      .requestFullscreen?.()
      .then(() => presenting() || document.exitFullscreen())
      .catch(() => {}); // refused: the window stays
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {}); // it has ended
}

// The browser takes Escape for itself while the page fills the screen.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement && presenting()) present(false);
});

const pages = {
  ArrowDown: "stage",
  PageDown: "stage",
  ArrowUp: "back-stage",
  PageUp: "back-stage",
  ArrowRight: "next-pin",
  ArrowLeft: "pin-before",
};

/** The key of the page that a key stands for while it is presented, "" for none. */
export const presentKey = (key, shift) => (/^[0-9]$/.test(key) ? `stage-${key === "0" ? 10 : key}` : shift ? "" : (pages[key] ?? ""));
