// This file divides a grid into grids of one data set and one model. The command table chooses settings for each of them.

package study

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// splitSource states whether the user has chosen the splits.
type splitSource bool

const (
	ownSplits  splitSource = false // the splits of the data set
	userSplits splitSource = true  // the flag -splits
)

// perModel divides a grid into grids of one data set and one model each.
// The grids have the splits of g, with two exceptions under [ProtocolSplits], the protocol of the fixed splits of a data set:
//   - A data set without splits has drawn splits, with the numbers of the splits as seeds.
//   - With ownSplits, a data set with fewer splits than g has only the splits that exist. notes has a sentence on their number.
//
// notes also has sentences on classes with fewer nodes than a drawn split needs. perModel fails for an unknown model, and if
// read fails.
func (g Grid) perModel(read Loader, protocol string, source splitSource) (grids []Grid, notes string, err error) {
	if err := g.checkModels(); err != nil {
		return nil, "", err
	}
	for _, d := range g.Datasets {
		gridOfDataset := g
		gridOfDataset.Datasets = []string{d}
		data, splits, err := read(d)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", d, err)
		}
		usesNumbered := protocol == ProtocolSplits
		if usesNumbered && len(splits) == 0 {
			gridOfDataset.Splits = drawnLike(g.Splits)
		}
		hasFewer := usesNumbered && 0 < len(splits) && len(splits) < len(g.Splits)
		// With userSplits the grid keeps the splits that do not exist, and their runs fail.
		if hasFewer && source == ownSplits {
			gridOfDataset.Splits = g.Splits[:len(splits)]
			notes += "\n" + d + " has " + words.Count(len(splits), "split") + ".\n"
		}
		drawn := graph.Split{Name: protocol}
		if text := drawn.FewText(data); text != "" {
			notes += "\n" + d + ": " + text + "\n"
		}
		for _, m := range g.Models {
			gridOfDataset.Models = []string{m}
			grids = append(grids, gridOfDataset)
		}
	}
	return grids, notes, nil
}
