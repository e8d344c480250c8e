// This file contains helpers of the tests of this package.

package data

import (
	"crypto/sha256"
	"encoding/hex"

	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
)

// hexSum returns the SHA-256 of b in hexadecimal.
func hexSum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// graphioFiles returns files as files of package graphio.
func graphioFiles(list []content.File) []graphio.File {
	out := make([]graphio.File, len(list))
	for i, f := range list {
		out[i] = graphio.File(f)
	}
	return out
}
