package coursemath

import (
	_ "embed" // words.txt
	"strings"
)

//go:embed texts/words.txt
var wordsText string

// Word is a word that the page explains. Forms are its spellings in texts, its name first. Meaning is the explanation, in one line.
type Word struct {
	Forms   []string `json:"forms"`
	Meaning string   `json:"says"`
}

// Words returns the words of texts/words.txt in its order: the words of the graph, then the words of each stage.
// If the line "key" of a word is the key of a glossary entry, the meaning is the name of the entry and the first sentence of its
// definition, with formulas as plain text. Otherwise the meaning is the line "says".
func Words() []Word {
	// The replacement of TeX by plain text.
	plain := strings.NewReplacer("$", "", "\\hat{L}", "L̂", "_{ij}", "ᵢⱼ", "_{ji}", "ⱼᵢ", "_i", "ᵢ", "_j", "ⱼ", "_e", "ₑ", "^⊤", "ᵀ")
	terms := map[string]Term{}
	for _, t := range Glossary() {
		terms[t.Key] = t
	}
	var out []Word
	for r := range records(wordsText) {
		w := Word{Forms: strings.Split(r["forms"], ", "), Meaning: r["says"]}
		if t, ok := terms[r["key"]]; ok {
			first, _, _ := strings.Cut(t.Definition, ". ")
			w.Meaning = t.Name + ": " + strings.TrimSuffix(plain.Replace(first), ".") + "."
		}
		out = append(out, w)
	}
	return out
}
