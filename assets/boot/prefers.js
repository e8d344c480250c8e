// What the reader prefers and the browser reports: the one place where the page reads it and hears of a change. The theme is an attribute
// of the page before anything is drawn; a change is the event "sheafscope-prefers" of the window: {theme, forced, ratio, pixel}.
//
// The theme is that of the address, else the choice stored under a name, else that of the system, which it then follows while the page
// is open. Where a browser or an extension darkens pages by force, the page takes its own dark theme, and is left alone.
"use strict";

globalThis.sheafscopePrefers = (() => {
  const shell = document.documentElement,
    themes = ["light", "dark"];
  const [dark, forced, paper] = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"].map((q) => matchMedia(q));
  let chosen = false,
    said = "",
    pixel = 0,
    watched = false;

  // The start reads no computed style where a query answers: an em of a query is the size of text that the reader chose.
  const size = () => {
    pixel ||= matchMedia(`(device-width:${screen.width / 16}em)`).matches ? 1 : parseFloat(getComputedStyle(shell).fontSize) / 16;
    return pixel;
  };
  // A browser that darkens by force gives even a light canvas another colour; an extension marks the page.
  const darkened = () => {
    if (shell.dataset.darkreaderScheme === "dark") return true;
    if (!watched) return false;
    const probe = document.createElement("div");
    probe.style.cssText = "display:none;color-scheme:light;background-color:canvas";
    shell.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return !forced.matches && colour !== "rgb(255, 255, 255)";
  };
  const wanted = () => (dark.matches || darkened() ? "dark" : "light");

  const current = () => ({ theme: chosen ? "" : shell.dataset.theme, forced: forced.matches, ratio: devicePixelRatio, pixel: size() });
  const tell = () => {
    if (paper.matches) return; // paper is light, and its measures are not the screen's
    if (!chosen) shell.dataset.theme = wanted();
    const detail = current(),
      text = JSON.stringify(detail);
    if (said !== text) dispatchEvent(new CustomEvent("sheafscope-prefers", { detail }));
    said = text;
  };
  // No event reports another size of text: an element as wide as ordinary text does, without a question at each drawing.
  const measured = () => {
    const ruler = document.createElement("div");
    ruler.style.cssText = "position:absolute;visibility:hidden;width:1rem";
    shell.append(ruler);
    new ResizeObserver(
      ([
        {
          contentRect: { width },
        },
      ]) => {
        if (!width || size() === width / 16) return;
        pixel = width / 16;
        tell();
      },
    ).observe(ruler);
  };
  let ratio = null;
  const sharper = () => {
    // a query holds one ratio: after each change there is a new one
    ratio?.removeEventListener("change", sharper);
    if (ratio) tell();
    ratio = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratio.addEventListener("change", sharper);
  };

  // On a keyboard of another script the key of a shortcut is the one at its place; a sign of ASCII is what it says.
  const places = { Period: ".", Slash: "/?", BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "=+" };
  const off = "sheafscope-keys";
  let keys = true;
  try {
    keys = localStorage.getItem(off) !== "off";
  } catch {
    /* private mode */
  }

  return {
    /** What a pixel of the design has on the screen: more for a reader who chose larger text (web/tool/build/rem.go). */
    pixel: size,
    /** The key of a keydown: "" for a part of a letter or word that is being written, and for a sign when signs are no shortcuts. */
    key(e) {
      if (e.isComposing || ["Dead", "Process"].includes(e.key)) return "";
      const alone = e.key === " " || [...e.key].length > 1; // Space and named keys
      if (alone || (!keys && !e.ctrlKey && !e.metaKey)) return alone ? e.key : "";
      if (/^[!-~]$/.test(e.key)) return e.key;
      const [, letter, digit] = /^(?:Key(.)|Digit(.))$/.exec(e.code) ?? [];
      if (letter) return e.shiftKey ? letter : letter.toLowerCase();
      const [plain, shifted] = places[e.code] ?? "";
      return digit ?? (e.shiftKey ? shifted : plain) ?? e.key;
    },
    /** A box that says whether single keys are shortcuts; this device keeps the choice. */
    keysBox() {
      const label = document.createElement("label"),
        box = document.createElement("input");
      Object.assign(box, { type: "checkbox", checked: keys });
      box.dataset.testid = "keys-on";
      box.addEventListener("change", () => {
        keys = box.checked;
        try {
          if (keys) localStorage.removeItem(off);
          else localStorage.setItem(off, "off");
        } catch {
          /* private mode: for now */
        }
      });
      label.append(box, " Single letters and signs are shortcuts");
      return label;
    },
    /** Sets the theme and begins to listen; it takes the name under which a choice is stored. */
    begin(name) {
      const query = new URLSearchParams(location.search);
      let stored = null;
      try {
        stored = localStorage.getItem(name);
      } catch {
        /* private mode: as if new */
      }
      const theme = query.get("theme") ?? stored;
      chosen = themes.includes(theme);
      shell.dataset.theme = chosen ? theme : wanted();
      if (ratio) return;
      said = JSON.stringify(current());
      sharper();
      for (const query of [dark, forced, paper]) query.addEventListener("change", tell);
      document.addEventListener("visibilitychange", tell); // no event reports that pages are darkened by force
      new MutationObserver(tell).observe(shell, { attributeFilter: ["data-darkreader-scheme"] });
    },
    /** Begins to measure, which a first picture does not wait for: the size of text, and whether pages are darkened by force. */
    watch() {
      if (watched) return;
      watched = true;
      measured();
      tell();
    },
    /** Takes a theme that somebody chose: the page follows the system no more. A link only chooses what the system does not prefer. */
    choose(theme, linked) {
      chosen ||= !linked || theme !== wanted();
      shell.dataset.theme = theme;
    },
  };
})();
