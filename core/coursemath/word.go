package coursemath

import (
	_ "embed" // the words
	"strings"
)

//go:embed texts/words.txt
var wordsText string

// Word is a word of the page. Forms are how texts write it; the first is its name. Says is its meaning in one line.
type Word struct {
	Forms []string `json:"forms"`
	Says  string   `json:"says"`
}

// Words lists the words of the page: those of the graph first, then by stage. They stand in texts/words.txt. A word that
// names a term of the glossary has the first sentence of its definition, without the signs of formulas.
func Words() []Word {
	plain := strings.NewReplacer("$", "", "\\hat{L}", "L̂", "_{ij}", "ᵢⱼ", "_{ji}", "ⱼᵢ", "_i", "ᵢ", "_j", "ⱼ", "_e", "ₑ", "^⊤", "ᵀ")
	terms := map[string]Term{}
	for _, t := range Glossary() {
		terms[t.Key] = t
	}
	var out []Word
	for r := range records(wordsText) {
		w := Word{Forms: strings.Split(r["forms"], ", "), Says: r["says"]}
		if t, ok := terms[r["key"]]; ok {
			first, _, _ := strings.Cut(t.Definition, ". ")
			w.Says = t.Name + ": " + strings.TrimSuffix(plain.Replace(first), ".") + "."
		}
		out = append(out, w)
	}
	return out
}
