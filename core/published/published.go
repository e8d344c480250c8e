// Package published has results for comparison: mean accuracies in per cent on data sets.
// It has the row of the SGPC paper, and comparisons of this project (Duel). Package peer has the rows of the peers.
package published

import "slices"

// Line is a published row of accuracies in per cent. Name is the name of the model. Source is the origin of the numbers, or their splits.
// If Source names no splits, the numbers were measured on the ten Geom-GCN splits.
type Line struct {
	Name, Source string
	// Means has the mean accuracies in the order texas, wisconsin, cornell, actor, squirrel, chameleon, citeseer, pubmed, cora.
	// It has 0 for an accuracy that was not published. It is nil for a row without accuracies.
	// The accuracies for Cornell count as those of the legacy files, whose features are those of Texas.
	Means []float64
}

// Baseline is the source of the baselines that the NSD paper has copied from Yan et al., "Two sides of the same coin", 2021.
const Baseline = "as reported in Bodnar et al., 2022"

// Datasets returns the data sets in the order of the columns of a table.
func Datasets() []string {
	return []string{"texas", "wisconsin", "cornell", "cornell_legacy", "actor", "squirrel", "chameleon", "citeseer", "pubmed", "cora"}
}

// Of returns the mean accuracy for a data set, or 0 if no accuracy was published or the data set is unknown.
// The published accuracies for Cornell belong to "cornell_legacy", and "cornell" has none.
func (r Line) Of(dataset string) float64 {
	// columns are the data sets of Means, in its order.
	columns := slices.DeleteFunc(Datasets(), func(d string) bool { return d == "cornell" })
	k := slices.Index(columns, dataset)
	if k < 0 || r.Means == nil {
		return 0
	}
	return r.Means[k]
}

// SGPC returns the row of the SGPC paper. The paper states that 20 labelled nodes of each class are drawn for training.
// It does not explain how: some classes of the WebKB sets have fewer than 20 nodes.
// The authors' program reports the best test epoch of one split.
// The paper does not state which files of Cornell it used. At that time the legacy files were common.
func SGPC() Line {
	return Line{"SGPC, its paper", "20 random labels a class", []float64{83.2, 81.1, 81.0, 38.1, 36.0, 53.3, 72.6, 79.9, 83.0}}
}
