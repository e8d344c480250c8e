// Preferences of the reader that the browser reports: theme, forced colours, resolution and size of text. The theme is an attribute of the
// page from the start. A change of any preference is the event "sheafscope-prefers" of the window, with {theme, forced, ratio, pixel}:
// theme is light, dark or "" (chosen by reader or address), forced reports forced colours, ratio is the number of pixels of the device for
// a pixel of the page, and pixel is the size of text as a share of the default size.
//
// The theme in the address has priority over the stored theme, which has priority over the theme of the system. A page with the theme of
// the system follows its changes. Where a browser or an extension darkens pages by force, the page uses its own dark theme, which then is
// not darkened again.
"use strict";

globalThis.sheafscopePrefers = (() => {
  const BASE = 16; // pixels of the browsers' default size of text
  const shell = document.documentElement,
    themes = ["light", "dark"];
  const [dark, forced, print] = ["(prefers-color-scheme: dark)", "(forced-colors: active)", "print"].map((q) => matchMedia(q));
  let chosen = false, // whether address or reader chose the theme
    announced = "", // detail of the last event, as JSON
    pixel = 0, // result of pixelSize, 0 before its first call
    watched = false; // whether watch was called

  /**
   * Returns the size of text of the reader as a share of the default size. An em of a query is the reader's size of text. With the default
   * size the query answers without a computed style, which would delay the start.
   */
  const pixelSize = () => {
    pixel ||= matchMedia(`(device-width:${screen.width / BASE}em)`).matches ? 1 : parseFloat(getComputedStyle(shell).fontSize) / BASE;
    return pixel;
  };
  /** Reports whether pages are darkened by force. An extension marks the page; a browser changes the colour of a light canvas. */
  const isDarkened = () => {
    if (shell.dataset.darkreaderScheme === "dark") return true;
    if (!watched) return false; // a computed style would delay the first picture
    const probe = document.createElement("div");
    probe.style.cssText = "display:none;color-scheme:light;background-color:canvas";
    shell.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return !forced.matches && colour !== "rgb(255, 255, 255)"; // forced colours change the canvas, too
  };
  const systemTheme = () => (dark.matches || isDarkened() ? "dark" : "light");

  /** Returns the detail of the event. Its theme is "" if the theme was chosen, because the system then has no influence. */
  const current = () => ({ theme: chosen ? "" : shell.dataset.theme, forced: forced.matches, ratio: devicePixelRatio, pixel: pixelSize() });
  /** Sets the theme of the system, unless a theme was chosen, and fires the event if a preference has changed. */
  const announce = () => {
    if (print.matches) return; // a print is light and has other measures than the screen
    if (!chosen) shell.dataset.theme = systemTheme();
    const detail = current(),
      text = JSON.stringify(detail);
    if (announced !== text) dispatchEvent(new CustomEvent("sheafscope-prefers", { detail }));
    announced = text;
  };
  /**
   * Watches the size of text, for which browsers have no event. An invisible element has the width 1rem, and an observer reports each
   * change of this width.
   */
  const watchTextSize = () => {
    const ruler = document.createElement("div");
    ruler.style.cssText = "position:absolute;visibility:hidden;width:1rem";
    shell.append(ruler);
    new ResizeObserver(([entry]) => {
      const { width } = entry.contentRect;
      if (!width || pixelSize() === width / BASE) return;
      pixel = width / BASE;
      announce();
    }).observe(ruler);
  };
  let ratioQuery = null; // the query for the present ratio, null before begin
  /** Watches the resolution. A query tests for one ratio, so each change needs a new query. */
  const watchRatio = () => {
    ratioQuery?.removeEventListener("change", watchRatio);
    if (ratioQuery) announce();
    ratioQuery = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    ratioQuery.addEventListener("change", watchRatio);
  };

  // The signs of a US keyboard by place, without and with Shift. On a keyboard of another script these places give the keys of shortcuts.
  const signs = { Period: ".", Slash: "/?", BracketLeft: "[", BracketRight: "]", Minus: "-", Equal: "=+" };
  const storageKey = "sheafscope-keys";
  let keys = true; // whether single keys are shortcuts
  try {
    keys = localStorage.getItem(storageKey) !== "off";
  } catch {
    /* a private window has no storage */
  }

  return {
    /** Returns the size of a pixel of the design in pixels: more than 1 for a reader with larger text (web/tool/build/rem.go). */
    pixel: pixelSize,
    /**
     * Returns the key of a keydown event. The key is "" during the composition of a letter or word. While single keys are no shortcuts, the
     * key is also "" for a single sign without Ctrl or Meta. A sign of ASCII is returned as it is, on every keyboard. Another sign is
     * replaced by the sign of the same place on a US keyboard.
     */
    key(e) {
      if (e.isComposing || ["Dead", "Process"].includes(e.key)) return "";
      const isNamed = e.key === " " || [...e.key].length > 1; // Space, Enter, arrow keys and others
      if (isNamed) return e.key;
      const hasModifier = e.ctrlKey || e.metaKey;
      if (!keys && !hasModifier) return "";
      if (/^[!-~]$/.test(e.key)) return e.key;
      const [, letter, digit] = /^(?:Key(.)|Digit(.))$/.exec(e.code) ?? [];
      if (letter) return e.shiftKey ? letter : letter.toLowerCase();
      // Without an entry for the place, both signs are undefined, and the key itself is returned.
      const [plain, shifted] = signs[e.code] ?? "";
      return digit ?? (e.shiftKey ? shifted : plain) ?? e.key;
    },
    /** Returns a check box for single keys as shortcuts. The device stores the choice. */
    keysBox() {
      const label = document.createElement("label"),
        box = document.createElement("input");
      Object.assign(box, { type: "checkbox", checked: keys });
      box.dataset.testid = "keys-on";
      box.addEventListener("change", () => {
        keys = box.checked;
        try {
          if (keys) localStorage.removeItem(storageKey);
          else localStorage.setItem(storageKey, "off");
        } catch {
          /* without storage the choice holds until the page is closed */
        }
      });
      label.append(box, " Single letters and signs are shortcuts");
      return label;
    },
    /**
     * Sets the theme: of the address, else the theme stored under the key name, else of the system. The first call also starts to listen
     * for changes.
     */
    begin(name) {
      const query = new URLSearchParams(location.search);
      let stored = null;
      try {
        stored = localStorage.getItem(name);
      } catch {
        /* a private window has no stored theme */
      }
      const theme = query.get("theme") ?? stored;
      chosen = themes.includes(theme);
      shell.dataset.theme = chosen ? theme : systemTheme();
      if (ratioQuery) return; // a later call
      announced = JSON.stringify(current());
      watchRatio();
      for (const media of [dark, forced, print]) media.addEventListener("change", announce);
      document.addEventListener("visibilitychange", announce); // browsers have no event for darkening by force
      new MutationObserver(announce).observe(shell, { attributeFilter: ["data-darkreader-scheme"] });
    },
    /**
     * Starts the measurements of text size and darkening by force. They would delay the first picture, so watch is called after it. A
     * second call does nothing.
     */
    watch() {
      if (watched) return;
      watched = true;
      watchTextSize();
      announce();
    },
    /**
     * Sets a theme that the reader or, with linked, a link chose. After a choice of the reader, the page no longer follows the system.
     * After a choice of a link, the page still follows the system if the theme of the link equals the theme of the system.
     */
    choose(theme, linked) {
      chosen ||= !linked || theme !== systemTheme();
      shell.dataset.theme = theme;
    },
  };
})();
