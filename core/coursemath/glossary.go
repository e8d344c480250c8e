package coursemath

import "strings"

// Term is a symbol or a word of the page and the course; an empty field means that there is no entry.
// TeX is the symbol in the page's equations, "" for a word without symbol.
// Shape is its shape, Unit its unit, and Other its names and symbols in other papers; formulas are between dollar signs.
// Key is the name for links and cards.
// Chapter is the chapter that defines the term, "" for a term of the laboratory alone.
// Words are its names in texts; none occurs in the article before the definition.
type Term struct {
	Key        string   `json:"key"`
	TeX        string   `json:"tex"`
	Name       string   `json:"name"`
	Definition string   `json:"definition"`
	Shape      string   `json:"shape"`
	Unit       string   `json:"unit"`
	Other      string   `json:"other"`
	Chapter    string   `json:"chapter"`
	Words      []string `json:"words"`
}

// Glossary returns the terms of texts/glossary.txt: first those of the graph, then in the order of the stages.
func Glossary() []Term {
	var out []Term
	for r := range records(glossaryText) {
		t := Term{Key: r["key"], TeX: r["tex"], Name: r["name"], Definition: r["definition"], Shape: r["shape"], Unit: r["unit"],
			Other: r["other"], Chapter: r["chapter"]}
		if r["words"] != "" {
			t.Words = strings.Split(r["words"], ", ")
		}
		out = append(out, t)
	}
	return out
}
