package coursemath

import "strings"

// Term is a symbol or a word of the glossary, which the page and the course share. Formulas are between dollar signs.
// A text that the glossary does not set is "".
type Term struct {
	// Key identifies the term in links and on cards. TeX is its symbol in the page's equations, "" for a word without a symbol.
	Key        string `json:"key"`
	TeX        string `json:"tex"`
	Name       string `json:"name"`
	Definition string `json:"definition"`
	// Shape is the shape of the quantity, such as "whole number". Other has its names and symbols in other papers.
	Shape string `json:"shape"`
	Unit  string `json:"unit"`
	Other string `json:"other"`
	// Chapter is the chapter that defines the term, "" if only the laboratory uses the term.
	Chapter string `json:"chapter"`
	// Words are the names of the term in texts, nil for none. The course does not use them before the definition.
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
