package graphio

import (
	"strings"
	"testing"
)

// TestMarketCountsBlankLines: an error in a file of Matrix Market begins with the file and the line, counted from 1.
// Blank lines above the header and comments count.
func TestMarketCountsBlankLines(t *testing.T) {
	const header = "%%MatrixMarket matrix coordinate pattern general"
	for text, place := range map[string]string{
		header + "\n3 3 2\n1 2\n2 x\n":              "m.mtx:4:",
		"\n\n" + header + "\n3 3 2\n1 2\n2 x\n":     "m.mtx:6:",
		" \n\t\n" + header + "\n3 x 2\n1 2\n":       "m.mtx:4:",
		"%%MatrixMarket matrix\n3 3 1\n1 2\n":       "m.mtx:1:",
		"\n\n%%MatrixMarket matrix\n3 3 1\n1 2\n":   "m.mtx:3:",
		"\n\n" + header + "\n% comment\n3 3 2\n1 2": "m.mtx:6:",
	} {
		_, err := Read([]File{{Name: "m.mtx", Data: []byte(text)}})
		if err == nil || !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%q: the error is %v, want one that begins with %s", text, err, place)
		}
	}
}
