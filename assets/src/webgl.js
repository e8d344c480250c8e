// Read first: sigma names this interface when its script is read, also where a
// browser has none. Then nothing uses it (drawing.js).
globalThis.WebGLRenderingContext ??= class {};
