package data

import (
	"crypto/sha256"
	"encoding/hex"

	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
)

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

func local(list []content.File) []graphio.File {
	out := make([]graphio.File, len(list))
	for i, f := range list {
		out[i] = graphio.File(f)
	}
	return out
}
