// The glossary of the course and the page.

package coursemath

import "strings"

// Term is a symbol or a word of the page and the course. A field without an entry is empty. Formulas are between dollar signs.
// Key is the name in links and on cards. TeX is the symbol in the page's equations, "" for a word without a symbol.
// Shape is the shape of the quantity, Unit its unit, and Other its names and symbols in other papers.
// Chapter is the chapter that defines the term, "" if only the laboratory uses it.
// Words are the names of the term in texts. The article does not use them before the definition.
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

// Glossary returns the terms of texts/glossary.txt in its order: the terms of the graph, then those of each stage.
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
