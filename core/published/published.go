// Package published has results of papers for comparison: mean accuracies x̄ in per cent on data sets.
// It has the row of the SGPC paper. Package peer has the rows of the peers.
package published

import "slices"

// Line is a published row of accuracies in per cent, on the ten Geom-GCN splits unless Source states otherwise.
type Line struct {
	Name, Source string
	// Means are in the order texas, wisconsin, cornell, actor, squirrel, chameleon, citeseer, pubmed, cora.
	// The number 0 stands for an accuracy that was not published. A row without accuracies has nil.
	// The accuracies on Cornell were measured on the legacy files, which have the features of Texas.
	Means []float64
}

// Baseline is the source of the baselines in the table of the NSD paper (Bodnar et al.).
// The NSD paper took these numbers from Yan et al., "Two sides of the same coin", 2021.
const Baseline = "as reported in Bodnar et al., 2022"

// Datasets returns the data sets in the order of the columns of a table.
func Datasets() []string {
	return []string{"texas", "wisconsin", "cornell", "cornell_legacy", "actor", "squirrel", "chameleon", "citeseer", "pubmed", "cora"}
}

// Of returns the published accuracy on a data set, or 0 if none was published.
// The accuracy on Cornell belongs to the data set "cornell_legacy". For "cornell" Of returns 0.
func (r Line) Of(dataset string) float64 {
	columns := slices.DeleteFunc(Datasets(), func(d string) bool { return d == "cornell" })
	if k := slices.Index(columns, dataset); k >= 0 && r.Means != nil {
		return r.Means[k]
	}
	return 0
}

// SGPC returns the row of the SGPC paper.
//
// According to the paper 20 labelled nodes of each class are drawn for training. On WebKB this is impossible, and the paper does not
// explain it: some classes have fewer than 20 nodes, and a class of Texas has a single node.
// The authors' program reports the best test epoch of one split.
// The paper does not name its version of Cornell; the legacy files were common.
func SGPC() Line {
	return Line{"SGPC, its paper", "20 random labels a class", []float64{83.2, 81.1, 81.0, 38.1, 36.0, 53.3, 72.6, 79.9, 83.0}}
}
