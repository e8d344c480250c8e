//go:build !js

package graphio

import "testing"

func TestFolders(t *testing.T) {
	for _, d := range []string{"texas", "cornell", "cornell_legacy", "wisconsin", "actor", "chameleon", "squirrel", "cora", "citeseer", "pubmed"} {
		r, err := ReadFolder("../../../shared/datasets/" + d)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v %v %d %+v", r.Graph.Stats(), r.Graph.Notes, len(r.Splits), r.Tally)
	}
}
