// Package assets carries the files that the program needs at run time inside
// its binary. What the browser loads by itself lies beside it.
package assets

import _ "embed"

// Datasets is the manifest of the public data sets; package data reads it. No
// data is in it: only where the files are, how large they are and their SHA-256.
//
//go:embed datasets.json
var Datasets []byte
