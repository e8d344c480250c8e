package content

import (
	"fmt"
	"testing"
)

// TestAccentsMakeNoDifference: a name of a class has the same rank with and without accents, alone and as the last word of a name.
func TestAccentsMakeNoDifference(t *testing.T) {
	for plain, accented := range map[string]string{"categorie": "catégorie", "equipe": "équipe", "departement": "département"} {
		want := Rank(NameClass, plain)
		for _, form := range []string{"%s", "%s_id", "%s1", "my_%s", "true_%s2"} {
			name := fmt.Sprintf(form, accented)
			if got := ClassRank(NameClass, name); got != want || got < 0 {
				t.Errorf("the rank of %s is %d, want %d", name, got, want)
			}
		}
	}
}

// TestEveryNodeTableOfAnArchiveCanBeCorrected: a correction can name each of 1000 node tables, and no other spelling.
func TestEveryNodeTableOfAnArchiveCanBeCorrected(t *testing.T) {
	for k := 1; k <= 1000; k++ {
		if _, err := ParseCorrection(NodeTable(k) + ".label=2"); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"nodes0", "nodes1", "nodes02", "nodes1001", "node"} {
		if _, err := ParseCorrection(name + ".label=2"); err == nil {
			t.Errorf("%s is the name of a table", name)
		}
	}
}
