//go:build kern && !whole

package assets

// Sums is "": the page's worker fetches them.
const Sums = ""
