package graphio

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
)

// TestCorrectionsOfMissingPropertiesAreRefused: the error of a correction that the file cannot follow names the fault and the remedy.
func TestCorrectionsOfMissingPropertiesAreRefused(t *testing.T) {
	const dot, graphML = "graph { a -- b; b -- c }", `<graphml><key id="d" for="node" attr.name="name"/><graph><node id="a">` +
		`<data key="d">Ann</data></node><node id="b"/><edge source="a" target="b"/></graph></graphml>`
	for _, c := range []struct{ correction, text, fault, remedy string }{
		{"label=3", dot, "no attributes", leaveOutRemedy},
		{"label=club", dot, "no attributes", leaveOutRemedy},
		{"id=name", graphML, "which id a node has", leaveOutRemedy},
		{"table=nosuch.csv", dot, `no table "nosuch.csv"`, leaveOutRemedy},
		{"label=3-4", "a,b,1,2\nb,c,2,1\n", "only one column", columnRemedy},
		{"label=3-", "a,b,1,2\nb,c,2,1\n", "only one column", columnRemedy},
		{"feature=5-", "a,b,1,2\nb,c,2,1\n", "1 to 4", columnRemedy},
		{"from=1", "Ann,Bob\nBob,Cy\n", "not an integer", "are names"},
		{"from=1", "0,1\n1,2\n", "below 1", "where the numbers"},
	} {
		correction, err := content.ParseCorrection(c.correction)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ReadAs([]File{{Name: "g.txt", Data: []byte(c.text)}}, correction)
		if err == nil || !strings.Contains(err.Error(), c.fault) || !strings.Contains(err.Error(), c.remedy) {
			t.Errorf("%s of %q: error %v, want %q with the remedy %q", c.correction, c.text, err, c.fault, c.remedy)
		}
	}
}

// TestOpenRangeEndsAtTheLastColumn: a range such as 3- names all columns from the third on.
func TestOpenRangeEndsAtTheLastColumn(t *testing.T) {
	for width := 3; width < 9; width++ {
		var want []int
		for k := 2; k < width; k++ {
			want = append(want, k)
		}
		got, err := columnNumbers("g.csv", "3-", nil, width)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("3- of %d columns are the columns %v, error %v, want %v", width, got, err, want)
		}
	}
}

// TestNodesOfListsCanBeNumbered: with numbers from 1, triples and lists of neighbours have a node for every number.
func TestNodesOfListsCanBeNumbered(t *testing.T) {
	for _, f := range []File{{Name: "g.sif", Data: []byte("1 pp 2\n2 pp 5\n")}, {Name: "g.txt", Data: []byte("1 2 5\n2 3 5 1\n3 1\n")}} {
		r, err := ReadAs([]File{f}, Correction{From: "1"})
		if err != nil || r.Graph.N != 5 || !r.Recognition.Numbered {
			t.Errorf("%s numbered from 1: error %v, result %+v, want 5 nodes", f.Name, err, r)
		}
	}
}

// TestPreviewShowsRolesOfReading: the preview of a table without ids, and of an edge list with the names of the ends, has the roles of the
// reading.
func TestPreviewShowsRolesOfReading(t *testing.T) {
	rolesOf := func(s content.Sheet) (list []content.Role) {
		for _, c := range s.Columns {
			list = append(list, c.Role)
		}
		return list
	}
	r := readText(t, "", "source,target\n0,1\n1,2\n2,3\n3,0\n", "a\nb\na\nb\n")
	if got := rolesOf(r.Recognition.Sheets[1]); !slices.Equal(got, []content.Role{content.RoleLabel}) {
		t.Errorf("classes without ids have the roles %q", got)
	}
	r = readText(t, "", "source,target,source_name,target_name\n1,2,Ann,Bob\n2,3,Bob,Cy\n3,1,Cy,Ann\n")
	want := []content.Role{content.RoleSource, content.RoleTarget, content.RoleName, content.RoleName}
	if got := rolesOf(r.Recognition.Sheets[0]); !slices.Equal(got, want) {
		t.Errorf("an edge list with names has the roles %q, want %q", got, want)
	}
	if notes := strings.Join(r.Graph.Notes, " "); strings.Contains(notes, "Further columns") {
		t.Errorf("the names were read, but the notes are %q", notes)
	}
}
