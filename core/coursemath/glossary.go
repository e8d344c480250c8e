// This file reads the glossary, which the course and the page share.

package coursemath

import "strings"

// Term is a symbol or a word of the page and the course. A field that the text file does not set is "". Formulas are between dollar signs.
type Term struct {
	// Key identifies the term in links and on cards.
	Key string `json:"key"`
	// TeX is the symbol in the page's equations, "" for a word without a symbol.
	TeX        string `json:"tex"`
	Name       string `json:"name"`
	Definition string `json:"definition"`
	// Shape is the shape of the quantity, and Unit is its unit. Other has its names and symbols in other papers.
	Shape string `json:"shape"`
	Unit  string `json:"unit"`
	Other string `json:"other"`
	// Chapter is the chapter that defines the term, "" if only the laboratory uses the term.
	Chapter string `json:"chapter"`
	// Words are the names of the term in texts, nil for none. The text of the course does not use them before the
	// definition.
	Words []string `json:"words"`
}

// Glossary returns the terms of texts/glossary.txt in its order: the terms of the graph, then the terms of each stage.
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
