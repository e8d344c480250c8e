package graphio

import (
	"maps"
	"slices"
	"testing"

	"sheafscope/core/graphio/content"
)

// Cells are compared with these lists by their normal form (content.Word), so that a word in another form could never match.
func TestWordsHaveTheirNormalForm(t *testing.T) {
	lists := map[string][]string{"idWords": idWords, "rowWords": rowWords, "adjacencyWords": adjacencyWords, "neighbourWords": neighbourWords}
	for _, pair := range pairWords {
		lists["pairWords"] = append(lists["pairWords"], pair[:]...)
	}
	for name, set := range map[string]map[string]bool{"nameWords": nameWords, "predicateWords": predicateWords, "dayWords": dayWords,
		"recordWords": recordWords, "timeWords": timeWords} {
		lists[name] = slices.Collect(maps.Keys(set))
	}
	for name, words := range lists {
		for _, word := range words {
			if normal := content.Word(word); word != normal {
				t.Errorf("%s has %q, want its normal form %q", name, word, normal)
			}
		}
	}
}
