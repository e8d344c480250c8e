package main

// metaPolicy is the content security policy of the page. It stands in the
// meta tag of index.html, so that it also holds on hosts that send no headers.
const metaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self' https://raw.githubusercontent.com; font-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'none'"

// headerPolicy adds what only a header may say. Anyone may embed the page.
const headerPolicy = metaPolicy + "; frame-ancestors *"
