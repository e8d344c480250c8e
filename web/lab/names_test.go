package lab

import (
	"testing"

	"sheafscope/core/peer"
)

// This file tests the names of the models.

// A model has one name in the menu, in the tables and in the 16 rows published on the ten splits. GCN has no published row on other splits.
func TestOneNameForEachModel(t *testing.T) {
	names := map[string]bool{}
	for _, p := range peer.ReportedRows(peer.OnTenSplits) {
		names[p.Name] = true
	}
	for _, key := range append(peer.Names(), "sgpc") {
		if Label(key) == key {
			t.Errorf("%s has no name but its key", key)
		}
		if row := peer.Reported(key, peer.OnTenSplits); row.Means != nil && !names[row.Name] {
			t.Errorf("no published row is called %q", row.Name)
		}
	}
	// Models of the page that have a published row.
	for _, key := range []string{"mlp", "gcn", "gat", "gcnii", "h2gcn", "gprgnn"} {
		if !names[Label(key)] {
			t.Errorf("%s is %q here, and among the published rows there are only %v", key, Label(key), names)
		}
	}
	if Label("gprgnn") != "GPR-GNN" || len(names) != 16 || peer.Reported("gcn", peer.OnOtherSplits).Means != nil {
		t.Errorf("gprgnn is called %q, want GPR-GNN; or GCN has a row on other splits; or the published rows are not 16: %v",
			Label("gprgnn"), names)
	}
}
