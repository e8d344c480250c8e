// The element <sheaf-scope>: Sheafscope or one of its figures in any page. The element is a frame (<iframe>) with Sheafscope's page, to
// which it sends messages by sheafscope-embed.js. The build puts that script before this script. README.md documents the element. Most
// attributes are parameters of the page's address; src and recipe are not.
"use strict";

// The default of src is the folder above this script's folder. A module has no current script, so its element is found by name.
const script =
  globalThis.document?.currentScript?.src ||
  [...(globalThis.document?.scripts ?? [])].map((s) => s.src).find((src) => /\/element\/sheaf-scope\.js([?#]|$)/.test(src));
const defaultSource = script ? new URL("../", script).href : "";

// The methods of the page (window.sheafscope) that the element also has; they are passed on to the frame. ready is defined below.
const methods = [
  "load",
  "recipe",
  "step",
  "run",
  "pause",
  "seek",
  "method",
  "tune",
  "state",
  "trace",
  "explain",
  "whatif",
  "level",
  "scene",
  "edge",
];
const methodsWithoutWorker = ["ready", "recipe", "pause", "state"]; // methods that a frame answers without its worker
const events = ["frame", "change", "error", "private"]; // events of the page that the element fires again

// --- workers ---------------------------------------------------------------
// Each frame has a worker, which computes its run. At most two frames of a page keep their workers. Before a third frame starts, one of
// these two ends its worker (method rest) and keeps its picture. The next use of this frame starts another worker.
const LIMIT = 2; // frames with a worker
const RETRY = 300, // ms between two attempts to make room for a waiting frame
  RETRY_RESTED = 1000, // ms between two attempts when a resting frame has become active again
  START = 30_000; // ms after which a frame without an answer frees its place
const active = []; // the frames with a worker; the least recently used frame is the first
const waiting = []; // the frames that wait for a place
let scheduling = false; // whether schedule is at work

/** Removes a frame from a list, if the list has it. */
const remove = (list, frame) => {
  const i = list.indexOf(frame);
  if (i >= 0) list.splice(i, 1);
};
/** Notes the use of a frame: the frame becomes the last of active. */
const markUsed = (frame) => {
  remove(active, frame);
  active.push(frame);
};
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/**
 * Lets active frames end their workers until at most limit frames are active, and reports the success. Frames far from the window come
 * first, and end their workers even during a training. A frame that is still starting, or cannot answer, is left out.
 */
async function makeRoom(limit) {
  const candidates = active.filter((frame) => frame.answers && !frame.opening);
  for (const frame of [...candidates.filter((f) => !f.visible), ...candidates.filter((f) => f.visible)]) {
    if (active.length <= limit) return true;
    if (frame === active.at(-1) && limit === LIMIT) continue; // no frame waits, so the frame in use stays
    try {
      // rest(force) reports whether the frame has ended its worker. Without force, a frame that trains refuses.
      if (await frame.scope.rest(!frame.visible)) remove(active, frame);
    } catch {
      /* a frame that fails to answer keeps its worker */
    }
  }
  return active.length <= limit;
}

/** Opens the waiting frames one after the other, and makes room for each. Only one call works at a time. */
async function schedule() {
  if (scheduling) return;
  scheduling = true;
  await null; // the caller first finishes its own changes
  try {
    while (waiting.length) {
      if (active.length < LIMIT || (await makeRoom(LIMIT - 1))) {
        const frame = waiting.shift();
        markUsed(frame);
        frame.open();
      } else await pause(RETRY);
    }
    // A resting frame that the reader uses becomes active without waiting.
    while (active.length > LIMIT && !(await makeRoom(LIMIT))) await pause(RETRY_RESTED);
  } finally {
    scheduling = false;
  }
}

// These symbols cannot collide with names that the page uses. The observer calls the method setVisible of an element, whose property
// frameOf is its Frame.
const setVisible = Symbol("setVisible"),
  frameOf = Symbol("frameOf");

// A frame starts when its element is near the window.
const observer =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (list) => {
      for (const { target, isIntersecting } of list) target[setVisible](isIntersecting);
    },
    { rootMargin: "200px" },
  );

// --- the element -----------------------------------------------------------

// The default size of the element, which the style sheet of the page can change. A content security policy does not forbid style sheets
// that a script constructs.
const style = `
:host{display:block;position:relative;box-sizing:border-box;width:100%;aspect-ratio:16/10;min-height:360px;max-height:760px;overflow:hidden}
:host([hidden]){display:none}
:host([figure]){min-height:260px;max-height:560px}
:host(:is([figure^=spectrum],[figure^=training],[figure^=bound])){aspect-ratio:5/2;min-height:200px;max-height:340px}
:host(:is([figure=dial],[figure^="scene:"],[figure=one-edge])){aspect-ratio:8/5;min-height:400px}
:host([figure^=course-]){aspect-ratio:1;min-height:420px;max-height:none}
:host(:is([figure^=stage],[figure^=code],[figure^=edge],[figure^=node],[figure^=claims])){aspect-ratio:1;min-height:320px}
:host(:is([figure^=frame],[figure=cycle],[figure=depth],[figure=heat],[figure=triangles],[figure=matrix])){aspect-ratio:1;min-height:320px}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}`;
let sheet = null; // shared by all elements

// The names of figures in the title of the frame.
const figureNames = {
  graph: "the graph",
  matrix: "the graph as a matrix",
  spectrum: "the spectrum of the sheaf Laplacian",
  training: "the training curves",
  bound: "bound and risk",
  depth: "networks of 1 to 32 layers",
  claims: "the claims of the paper",
  dial: "a dial from a graph to a sheaf",
  scene: "a scene of the thread from the dial to a class",
  "one-edge": "one edge and its maps",
  frame: "another frame in a stalk",
  cycle: "a trip round a cycle",
  heat: "a map of where a sheaf pays",
};

/**
 * The frame of an element, from its connection to a document to its removal. place is the promise of a place among the active frames, null
 * or undefined while the frame does not wait, and placeFree resolves it. iframe is undefined before the start. scope is the message client
 * (sheafscope-embed.js); a figure of the course, and a frame with a wrong attribute, have none. scopeSet is the promise of scope.
 */
class Frame {
  constructor(host) {
    this.host = host; // the element
    this.answers = location.origin !== "null"; // whether the frame answers messages; a page without an origin gets no answers
    this.visible = false; // whether the element is in or near the window
    this.opening = true; // whether the page in the frame is still starting
    this.scopeSet = new Promise((resolve, reject) => {
      this.setScope = resolve;
      this.refuse = reject; // has no effect if scope is set
    });
    this.scopeSet.catch(() => {}); // perhaps no method has been called
  }
  /** Waits for a place among the active frames, and starts the frame there (see open). A frame with a place returns at once. */
  async start() {
    if (active.includes(this)) return;
    await (this.place ??= new Promise((resolve) => {
      this.placeFree = resolve;
      waiting.push(this);
      schedule();
    }));
  }
  /** Starts the frame, and resolves with its message client. */
  async request() {
    await this.start();
    return this.scopeSet;
  }
  /** Takes a free place. The first call creates the <iframe>; a later call only lets the frame start its worker again. */
  open() {
    this.place = null;
    this.placeFree();
    if (this.iframe) return;
    if (!this.host.isConnected) {
      remove(active, this);
      return;
    }
    const { host } = this,
      iframe = document.createElement("iframe");
    this.iframe = iframe;
    iframe.title = host.title || titleOf(host.getAttribute("figure"));
    iframe.allow = "clipboard-write";
    try {
      iframe.src = address(host);
    } catch (err) {
      // A wrong attribute. The reader of the page sees the message, because most readers open no console.
      remove(active, this);
      const message = document.createElement("p");
      message.setAttribute("role", "alert");
      message.textContent = err.message;
      host.shadowRoot.replaceChildren(document.createElement("slot"), message);
      this.refuse(err);
      fire(host, "error", err.message);
      return;
    }
    if (!this.answers || isCourseFigure(host)) {
      // A figure of the course has no methods. A frame without answers cannot rest, so it occupies no place.
      this.answers = false;
      host.shadowRoot.replaceChildren(iframe);
      remove(active, this);
      return;
    }
    this.scope = sheafscopeEmbed(iframe);
    host.shadowRoot.replaceChildren(iframe);
    this.setScope(this.scope);
    this.begin();
  }
  /** Passes the events of the frame to the element, and loads the recipe when the page in the frame is ready. */
  async begin() {
    const { host, scope } = this,
      json = recipeJSON(host);
    for (const event of events)
      scope.on(event, (detail) => {
        fire(host, event, detail);
      });
    // The page in the frame ends and restarts its worker itself, too.
    scope.on("rest", ({ resting }) => {
      if (resting) {
        remove(active, this);
        return;
      }
      markUsed(this);
      schedule();
    });
    const startTimer = setTimeout(() => {
      // A missing page must not block the waiting frames.
      remove(active, this);
      this.opened();
    }, START);
    try {
      await scope.ready();
      if (json) await scope.load(json);
    } catch (err) {
      fire(host, "error", err.message);
    }
    clearTimeout(startTimer);
    this.opened();
    fire(host, "ready"); // also after a failed load: the methods can be called
  }
  /** Ends the start of the frame, which from now on may rest. */
  opened() {
    this.opening = false;
    schedule();
  }
}

/** Fires an event at the element. An event without detail has the detail null. */
const fire = (host, event, detail = null) => host.dispatchEvent(new CustomEvent(event, { detail }));

/** Returns the title of the frame for a value of the attribute figure, such as "stage:5". null stands for no attribute. */
const titleOf = (figure) => {
  const [kind, argument] = (figure ?? "").split(":");
  if (!kind) return "Sheafscope";
  const name = figureNames[kind] ?? `${kind} ${argument ?? ""}`.trim();
  return `Sheafscope: ${name}`;
};

/** Returns the recipe of an element as an object if the attribute is JSON, else null. Throws an error for invalid JSON. */
const recipeJSON = (host) => {
  const text = host.getAttribute("recipe")?.trim() ?? "";
  return text.startsWith("{") ? JSON.parse(text) : null;
};
/** Returns the fragment of the address for a recipe that is a link (whose fragment begins with s1.) or the name of a graph. Returns "" for
 * JSON, and without a recipe. */
const fragment = (host) => {
  const text = host.getAttribute("recipe")?.trim() ?? "";
  if (!text || text.startsWith("{")) return "";
  const link = text.slice(text.indexOf("#") + 1);
  return link.startsWith("s1.") ? link : `graph=${encodeURIComponent(text)}`;
};

/** Reports whether the element shows a figure of the course, such as "course-4-ring". */
const isCourseFigure = (host) => /^course-\w+-\w+$/.test(host.getAttribute("figure") ?? "");

/**
 * Returns the address of the frame: a figure of the course, or the page with the attributes as parameters. Throws an error with a message
 * for the reader if an attribute is wrong.
 */
function address(host) {
  const src = host.getAttribute("src");
  if (!src && !defaultSource) {
    throw new Error("sheaf-scope: src is missing, the address of Sheafscope's page; a script of type module needs it");
  }
  const url = new URL(src || defaultSource, document.baseURI);
  if (!["https:", "http:"].includes(url.protocol))
    throw new Error("sheaf-scope: src is an address with http or https, " + `not ${url.protocol}`);
  // A figure of the course is in the page learn.html, which has parameters of its own.
  if (isCourseFigure(host)) {
    const course = new URL("learn.html", url),
      theme = host.getAttribute("theme");
    course.searchParams.set("figure", host.getAttribute("figure").slice("course-".length));
    if (host.hasAttribute("state")) course.searchParams.set("state", host.getAttribute("state"));
    if (theme === "light" || theme === "dark") course.searchParams.set("theme", theme);
    return course.href;
  }
  url.searchParams.set("embed", "1");
  if (location.origin !== "null") url.searchParams.set("origin", location.origin);
  for (const key of ["figure", "controls"]) if (host.hasAttribute(key)) url.searchParams.set(key, host.getAttribute(key));
  url.searchParams.set("theme", host.getAttribute("theme") || "auto");
  url.hash = fragment(host);
  recipeJSON(host); // throws for a recipe with invalid JSON
  return url.href;
}

/** The custom element. Outside of a browser, as in a test, its base class is Object. */
class SheafScope extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ["src", "recipe", "figure", "state", "controls", "theme", "title"];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
    }
    root.adoptedStyleSheets = [sheet];
  }
  /** Called by the browser when the element enters a document. */
  connectedCallback() {
    this.shadowRoot.replaceChildren(document.createElement("slot")); // the content of the element is visible until the start
    this[frameOf] = new Frame(this);
    observer?.observe(this);
    if (!observer) this[frameOf].start();
  }
  /** Called by the browser when the element leaves its document, and before a restart of the frame. */
  disconnectedCallback() {
    observer?.unobserve(this);
    const frame = this[frameOf];
    remove(active, frame);
    remove(waiting, frame);
    // The promises of methods that wait for the start of the frame are rejected.
    frame.refuse(new Error("sheaf-scope: it was removed from its document before its start"));
    frame.placeFree?.();
    this.shadowRoot.replaceChildren();
    this[frameOf] = null;
    schedule();
  }
  /** Called by the browser at a change of an attribute. Before the start of the frame a change needs no action. */
  attributeChangedCallback(key, before, now) {
    const frame = this[frameOf];
    if (before === now || !frame?.iframe) return;
    try {
      this.#apply(key, now, frame);
    } catch (err) {
      fire(this, "error", err.message);
    }
  }
  /**
   * Applies the new value of an attribute to the frame. The title, a theme (light or dark) and a recipe are applied in place; a recipe that
   * is a link changes only the address. Any other change needs a new frame. A frame without a message client is made anew at every change
   * but the title: the change may mend an error.
   */
  #apply(key, value, frame) {
    const { scope } = frame,
      isTheme = value === "light" || value === "dark";
    if (key === "title") frame.iframe.title = value || titleOf(this.getAttribute("figure"));
    else if (scope && key === "theme" && isTheme) this.#report(scope.theme(value));
    else if (scope && key === "recipe" && recipeJSON(this)) this.#report(scope.load(recipeJSON(this)));
    else if (scope && key === "recipe") frame.iframe.contentWindow.location.replace(address(this));
    else {
      this.disconnectedCallback();
      this.connectedCallback();
    }
  }
  /** Fires the event "error" if a call fails. */
  #report(promise) {
    promise.catch((err) => fire(this, "error", err.message));
  }
  /** Called by the observer: notes whether the element is near the window, and starts its frame when it is. */
  [setVisible](visible) {
    this[frameOf].visible = visible;
    if (visible && !this[frameOf].iframe) this[frameOf].start();
  }
  /** Starts the frame, even outside of the window, and resolves when the first graph is loaded. */
  async ready() {
    return (await this.#client("ready")).ready();
  }
  /**
   * Returns the promise of the message client for a method. A method that needs a worker first waits for a place. The promise is rejected
   * for an element without a document, without answers or with a wrong attribute.
   */
  #client(method) {
    const frame = this[frameOf];
    if (!frame) return Promise.reject(new Error("sheaf-scope: it is in no document"));
    if (!frame.answers) return Promise.reject(new Error("sheaf-scope: a page without an origin (a file, a sandbox) gets no answers"));
    const isRefused = frame.iframe && !frame.scope, // a wrong attribute: scopeSet is rejected already
      needsNoPlace = frame.iframe && methodsWithoutWorker.includes(method);
    return isRefused || needsNoPlace ? frame.scopeSet : frame.request();
  }
  static {
    for (const method of methods) {
      SheafScope.prototype[method] = async function (...args) {
        const scope = await this.#client(method);
        return scope[method](...args);
      };
    }
  }
}

if (globalThis.customElements && !customElements.get("sheaf-scope")) customElements.define("sheaf-scope", SheafScope);
