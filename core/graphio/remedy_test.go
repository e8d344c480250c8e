package graphio

import (
	"regexp"
	"testing"
)

// TestRemedyNamesTwoColumns: a table of nodes alone is refused, and the remedy proposes two different columns as the ends of edges.
// The first of them is id, in whatever column it stands.
func TestRemedyNamesTwoColumns(t *testing.T) {
	proposal := regexp.MustCompile(`-columns source=([^,]+),target=(\S+)`)
	for _, text := range []string{"id,city\n1,Rome\n2,Paris\n3,Oslo\n", "city,id\nRome,1\nParis,2\nOslo,3\n",
		"city,mayor,id\nRome,Ann,1\nParis,Bob,2\nOslo,Cem,3\n", "id\n1\n2\n3\n"} {
		_, err := Read([]File{{Name: "nodes.csv", Data: []byte(text)}})
		if err == nil {
			t.Errorf("%q is read, want a refusal", text)
			continue
		}
		ends := proposal.FindStringSubmatch(err.Error())
		if ends == nil || ends[1] == ends[2] || ends[1] != "id" {
			t.Errorf("%q: the remedy names the ends %q, want id and another column; the error is %v", text, ends, err)
		}
	}
}
