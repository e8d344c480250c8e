// Types of the element <sheaf-scope>. The import of the package defines the element.

/** A recipe: a graph and a run. load() accepts a recipe, the name of a graph or the text of a link. */
export interface Recipe {
  graph?: string;
  split?: string;
  seed?: number | string;
  model?: string;
  method?: string;
  settings?: Record<string, string | number | boolean>;
  position?: number;
  [key: string]: unknown;
}

/** The state of the page. Before the first prediction loss, accuracy, bound and predictions are null. */
export interface State {
  graph: { name: string; n: number; m: number; features: number; classes: number; homophily: number } | null;
  epoch: number;
  stage: number;
  position: number;
  lambda2: number | null;
  kernelDim: number | null;
  loss: number | null;
  accuracy: { train: number | null; val: number | null; test: number | null } | null;
  bound: Record<string, number | null> | null;
  predictions: number[] | null;
  busy: boolean;
  error: string | null;
  [key: string]: unknown;
}

/** The events of the element by name. */
export interface SheafScopeEventMap {
  ready: CustomEvent<null>;
  frame: CustomEvent<{ position: number; epoch: number; stage: number }>;
  change: CustomEvent<null>;
  error: CustomEvent<string>;
  private: CustomEvent<{ withheld: boolean }>;
}

/** The element with its methods. README.md describes each method. */
export interface SheafScopeElement extends HTMLElement {
  ready(): Promise<void>;
  load(recipe: string | Recipe, files?: { name: string; data: string | ArrayBuffer | Uint8Array }[]): Promise<unknown>;
  recipe(): Promise<Recipe>;
  step(unit?: "inner" | "stage" | "epoch"): Promise<void>;
  run(epochs?: number): Promise<void>;
  pause(): Promise<void>;
  seek(position: number): Promise<void>;
  method(name: "paper" | "validation"): Promise<void>;
  tune(options?: Record<string, unknown>): Promise<unknown>;
  state(): Promise<State>;
  trace(): Promise<unknown>;
  explain(node: number): Promise<unknown>;
  whatif(change?: Record<string, unknown>): Promise<unknown>;
  level(name?: "look" | "learn" | "research"): Promise<string | void>;
  /** Shows scene 0 to 6 of the thread from the dial to a class. Without a number it returns the number of the shown scene, or null. */
  scene(): Promise<number | null>;
  scene(k: number): Promise<void>;
  edge(edge: { x?: number[][]; maps?: number[][] } | null): Promise<void>;
  addEventListener<K extends keyof SheafScopeEventMap>(
    type: K,
    listener: (this: SheafScopeElement, event: SheafScopeEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "sheaf-scope": SheafScopeElement;
  }
}
