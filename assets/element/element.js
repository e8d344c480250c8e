// <sheaf-scope>: Sheafscope, or one figure of it, as an element of any page. It
// is a frame (<iframe>) of Sheafscope's page, driven by the messages of
// sheafscope-embed.js, which the build puts before this script. README.md says
// what there is; the attributes are those of the page's address, but for src and recipe.
"use strict";

// Where the page is unless src says so: beside the folder of this script. A module does not know its own element: it is looked up by name.
const script =
  globalThis.document?.currentScript?.src ||
  [...(globalThis.document?.scripts ?? [])].map((s) => s.src).find((src) => /\/element\/sheaf-scope\.js([?#]|$)/.test(src));
const beside = script ? new URL("../", script).href : "";

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
const known = ["ready", "recipe", "pause", "state"]; // what a frame answers without its worker
const events = ["frame", "change", "error", "private"];

// --- workers ---------------------------------------------------------------
// Each frame has a worker. Of those of this page at most two stay: before a
// third frame starts, one that computes nothing gives its worker up (rest) and
// keeps its picture; it starts another when it is used again.
const most = 2;
const awake = []; // the frames with a worker, the one used longest ago first
const waiting = []; // those that want to start
let turning = false;

const drop = (list, it) => {
  const i = list.indexOf(it);
  if (i >= 0) list.splice(i, 1);
};
const use = (it) => {
  drop(awake, it);
  awake.push(it);
};
const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Lets others give their workers up until there is room: those off the screen first, even while they train. */
async function makeRoom(limit) {
  const rest = awake.filter((it) => it.answers && !it.opening);
  for (const it of [...rest.filter((it) => !it.seen), ...rest.filter((it) => it.seen)]) {
    if (awake.length <= limit) return true;
    if (it === awake.at(-1) && limit === most) continue; // it is the one in use
    try {
      if (await it.scope.rest(!it.seen)) drop(awake, it);
    } catch {
      /* it goes on */
    }
  }
  return awake.length <= limit;
}

async function turn() {
  if (turning) return;
  turning = true;
  await null; // after whoever asks has noted that it waits
  try {
    while (waiting.length) {
      if (awake.length < most || (await makeRoom(most - 1))) {
        const it = waiting.shift();
        use(it);
        it.open();
      } else await pause(300);
    }
    while (awake.length > most && !(await makeRoom(most))) await pause(1000);
  } finally {
    turning = false;
  }
}

const look = Symbol("look"),
  part = Symbol("part");

// A frame near the window starts; an observer reports whether it is seen.
const near =
  globalThis.IntersectionObserver &&
  new IntersectionObserver(
    (list) => {
      for (const { target, isIntersecting } of list) target[look](isIntersecting);
    },
    { rootMargin: "200px" },
  );

// --- the element -----------------------------------------------------------

// The shape of the element, as long as the page around it gives no height. Style
// sheets made by a script are none that a policy forbids.
const shape = `
:host{display:block;position:relative;box-sizing:border-box;width:100%;aspect-ratio:16/10;min-height:360px;max-height:760px;overflow:hidden}
:host([hidden]){display:none}
:host([figure]){min-height:260px;max-height:560px}
:host(:is([figure^=spectrum],[figure^=training],[figure^=bound])){aspect-ratio:5/2;min-height:200px;max-height:340px}
:host(:is([figure=dial],[figure^="scene:"],[figure=one-edge])){aspect-ratio:8/5;min-height:400px}
:host([figure^=course-]){aspect-ratio:1;min-height:420px;max-height:none}
:host(:is([figure^=stage],[figure^=code],[figure^=edge],[figure^=node],[figure^=claims])){aspect-ratio:1;min-height:320px}
:host(:is([figure^=frame],[figure=cycle],[figure=depth],[figure=heat],[figure=triangles],[figure=matrix])){aspect-ratio:1;min-height:320px}
iframe{position:absolute;inset:0;width:100%;height:100%;border:0}`;
let sheet = null;

const words = {
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

/** One frame: what is the same from its start on. */
class Frame {
  constructor(host) {
    this.host = host;
    this.answers = location.origin !== "null"; // a page without an origin gets no answers
    this.seen = false;
    this.opening = true;
    this.there = new Promise((resolve) => {
      this.came = resolve;
    });
  }
  /** Takes a place among the frames with a worker, and resolves with what answers. */
  async want() {
    if (!awake.includes(this)) {
      await (this.turned ??= new Promise((resolve) => {
        this.go = resolve;
        waiting.push(this);
        turn();
      }));
    }
    return this.there;
  }
  open() {
    this.turned = null;
    this.go();
    if (this.iframe) return; // it rested
    if (!this.host.isConnected) {
      drop(awake, this);
      return;
    }
    const { host } = this,
      frame = document.createElement("iframe");
    this.iframe = frame;
    frame.title = host.title || name(host.getAttribute("figure"));
    frame.allow = "clipboard-write";
    try {
      frame.src = address(host);
    } catch (err) {
      drop(awake, this);
      const says = document.createElement("p");
      says.setAttribute("role", "alert");
      says.textContent = err.message;
      host.shadowRoot.replaceChildren(document.createElement("slot"), says); // a reader has no console
      fire(host, "error", err.message);
      return;
    }
    if (!this.answers || ofCourse(host)) {
      // a figure of the course has no run that one could drive
      this.answers = false;
      host.shadowRoot.replaceChildren(frame);
      drop(awake, this); // nobody knows what it does
      return;
    }
    this.scope = sheafscopeEmbed(frame);
    host.shadowRoot.replaceChildren(frame);
    this.came(this.scope);
    this.begin();
  }
  async begin() {
    const { host, scope } = this,
      json = recipeJSON(host);
    for (const event of events)
      scope.on(event, (detail) => {
        fire(host, event, detail);
      });
    scope.on("rest", ({ resting }) => {
      if (resting) {
        drop(awake, this);
        return;
      }
      use(this);
      turn();
    });
    const late = setTimeout(() => {
      // a page that is not there must not keep others waiting
      drop(awake, this);
      this.opened();
    }, 30_000);
    try {
      await scope.ready();
      if (json) await scope.load(json);
    } catch (err) {
      fire(host, "error", err.message);
    }
    clearTimeout(late);
    this.opened();
    fire(host, "ready");
  }
  opened() {
    this.opening = false;
    turn();
  }
}

const fire = (host, event, detail = null) => host.dispatchEvent(new CustomEvent(event, { detail }));

const name = (figure) => {
  const [what, which] = (figure ?? "").split(":");
  return `Sheafscope${what ? `: ${words[what] ?? `${what} ${which ?? ""}`.trim()}` : ""}`;
};

/** A recipe is an object as JSON, a link's text, or the name of a graph. */
const recipeJSON = (host) => {
  const text = host.getAttribute("recipe")?.trim() ?? "";
  return text.startsWith("{") ? JSON.parse(text) : null;
};
const fragment = (host) => {
  const text = host.getAttribute("recipe")?.trim() ?? "";
  if (!text || text.startsWith("{")) return "";
  const link = text.slice(text.indexOf("#") + 1);
  return link.startsWith("s1.") ? link : `graph=${encodeURIComponent(text)}`;
};

/** Whether the element shows a figure of the course, "course-4-ring". */
const ofCourse = (host) => /^course-\w+-\w+$/.test(host.getAttribute("figure") ?? "");

/** The address of the frame. */
function address(host) {
  const src = host.getAttribute("src");
  if (!src && !beside) {
    throw new Error("sheaf-scope: src is missing, the address of Sheafscope's page; a script of type module needs it");
  }
  const url = new URL(src || beside, document.baseURI);
  if (!["https:", "http:"].includes(url.protocol))
    throw new Error("sheaf-scope: src is an address with http or https, " + `not ${url.protocol}`);
  if (ofCourse(host)) {
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
  recipeJSON(host); // reports a text that is no JSON
  return url.href;
}

class SheafScope extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ["src", "recipe", "figure", "state", "controls", "theme", "title"];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(shape);
    }
    root.adoptedStyleSheets = [sheet];
  }
  connectedCallback() {
    this.shadowRoot.replaceChildren(document.createElement("slot")); // what stands in the element, until it starts
    this[part] = new Frame(this);
    near?.observe(this);
    if (!near) this[part].want();
  }
  disconnectedCallback() {
    near?.unobserve(this);
    drop(awake, this[part]);
    drop(waiting, this[part]);
    this.shadowRoot.replaceChildren();
    this[part] = null;
    turn();
  }
  attributeChangedCallback(key, before, now) {
    const p = this[part];
    if (before === now || !p?.iframe) return;
    try {
      this.#follow(key, now, p);
    } catch (err) {
      fire(this, "error", err.message);
    }
  }
  #follow(key, now, p) {
    if (key === "title") p.iframe.title = now || name(this.getAttribute("figure"));
    else if (key === "theme" && (now === "light" || now === "dark")) this.#tell(p.scope.theme(now));
    else if (key === "recipe" && recipeJSON(this)) this.#tell(p.scope.load(recipeJSON(this)));
    else if (key === "recipe") p.iframe.contentWindow.location.replace(address(this));
    else {
      // another figure, or another page
      this.disconnectedCallback();
      this.connectedCallback();
    }
  }
  #tell(promise) {
    promise.catch((err) => fire(this, "error", err.message));
  }
  [look](seen) {
    this[part].seen = seen;
    if (seen && !this[part].iframe) this[part].want();
  }
  /** Starts now, though it is off the screen, and resolves when the first graph is there. */
  async ready() {
    return (await this.#scope("ready")).ready();
  }
  #scope(method) {
    const p = this[part];
    if (!p) return Promise.reject(new Error("sheaf-scope: it is in no document"));
    if (!p.answers) return Promise.reject(new Error("sheaf-scope: a page without an origin (a file, a sandbox) gets no answers"));
    return p.iframe && known.includes(method) ? p.there : p.want();
  }
  static {
    for (const method of methods) {
      SheafScope.prototype[method] = async function (...args) {
        const scope = await this.#scope(method);
        return scope[method](...args);
      };
    }
  }
}

if (globalThis.customElements && !customElements.get("sheaf-scope")) customElements.define("sheaf-scope", SheafScope);
