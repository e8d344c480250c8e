package coursemath

import "strings"

// Term is a symbol or a word of the page and the course. TeX is as the page's equations write it, "" for a word without a
// symbol. Shape says what it is made of, Unit what it counts in, Other how other papers write or call it, formulas between
// dollar signs. Key is its name for links and cards. Chapter is the chapter that defines it, "" for the laboratory's own.
// Words are what a text calls it; none of them stands in the article before its definition. An empty text means that
// there is nothing to say.
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

// Glossary lists all terms, those of the graph first, then by the order of the stages. They stand in texts/glossary.txt.
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
