//go:build !kern || whole

package assets

import _ "embed"

// Sums are the SHA-256 of the files of the public data sets, as sha256sum writes them, by their paths in a mirror. The page's worker
// fetches them when a set is requested; other programs hold them.
//
//go:embed datasets.sha256
var Sums string
