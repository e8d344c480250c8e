// Package published has results of papers for comparison: mean accuracies x̄ in per cent on data sets.
// It has the row of the SGPC paper. Package peer has the rows of the peers.
package published

import "slices"

// Line is a published row of accuracies in per cent, on the ten Geom-GCN splits unless Source states otherwise.
type Line struct {
	Name, Source string
	// Means are in the order texas, wisconsin, cornell, actor, squirrel, chameleon, citeseer, pubmed, cora.
	// A 0 stands for a figure that was not published, and nil for a row without figures.
	// The figures for Cornell were measured on the legacy files, whose features are those of Texas.
	Means []float64
}

// Baseline is the source of the baselines in the table of the NSD paper.
// They are taken there from Yan et al., "Two sides of the same coin", 2021.
const Baseline = "as reported in Bodnar et al., 2022"

// Datasets returns the data sets in the order of the columns of a table.
func Datasets() []string {
	return []string{"texas", "wisconsin", "cornell", "cornell_legacy", "actor", "squirrel", "chameleon", "citeseer", "pubmed", "cora"}
}

// Of returns the figure for a data set, or 0 if there is none. The data set "cornell" has no figure, but "cornell_legacy" has.
func (r Line) Of(dataset string) float64 {
	columns := slices.DeleteFunc(Datasets(), func(d string) bool { return d == "cornell" })
	if k := slices.Index(columns, dataset); k >= 0 && r.Means != nil {
		return r.Means[k]
	}
	return 0
}

// SGPC returns the row of the SGPC paper, which states that 20 labelled nodes of each class are drawn for training.
// WebKB has classes of fewer than 20 nodes (Texas one of a single node), so this cannot be done there; the paper does not explain it.
// The authors' program reports the best test epoch of one split.
// The paper does not state which Cornell it used; the legacy files were the common ones.
func SGPC() Line {
	return Line{"SGPC, its paper", "20 random labels a class", []float64{83.2, 81.1, 81.0, 38.1, 36.0, 53.3, 72.6, 79.9, 83.0}}
}
