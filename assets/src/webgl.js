// A replacement for the interface WebGLRenderingContext in browsers without WebGL. Sigma reads constants of the interface when its script
// is loaded, so that this file must be loaded before. Without WebGL nothing draws with the replacement (see drawing.js).
globalThis.WebGLRenderingContext ??= class {};
