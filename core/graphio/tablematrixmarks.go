package graphio

import "strings"

// This file reads the cells of matrices that are words or marks instead of numbers.

// Words and marks of matrices for an edge and for no edge, in many languages.
var (
	yesWords = wordSet(`yes true t x y ja oui si sì sí sim da да так tak ano áno igen kyllä evet ja. ναι כן نعم 是 有 はい ○ 예 네 có ya हाँ ใช่ ✓ ✔
		wahr vrai verdadero verdadeiro vero waar sant prawda pravda истина правда`)
	noWords = wordSet(`no false f - . n nein non nej nei não nao nu net нет ні nie ne nem ei hayır όχι לא لا 否 不 无 無 没有 いいえ × 아니오 아니요
		không tidak नहीं ไม่ nee ✗ ✘ – —
		falsch faux falso onwaar falskt fałsz nepravda ложь неправда`)
)

// wordSet returns the words of a text as a set.
func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, s := range strings.Fields(text) {
		set[s] = true
	}
	return set
}

// isMark reports whether a cell of a matrix is a word for yes or no, or a mark such as x.
func isMark(s string) bool {
	word := strings.ToLower(s)
	return yesWords[word] || noWords[word]
}

// entryValue returns the value of a cell of a matrix: 1 for a word for yes, 0 for a word for no, and the number of any other entry.
// ok is false for a text that is no entry.
// An empty cell, a mark of a missing value such as NA, NaN, an infinity and a number out of the range of float64 are 0.
// In a matrix of distances, infinity means that no path joins the nodes.
func (t *table) entryValue(cell string) (v float64, ok bool) {
	s := strings.TrimSpace(cell)
	word := strings.ToLower(s)
	switch {
	case isMissing(s) || noWords[word]:
		return 0, true
	case yesWords[word]:
		return 1, true
	}
	return t.parseNumber(s)
}
