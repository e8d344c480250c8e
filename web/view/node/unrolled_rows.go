package node

// This file has the rows of an unrolled node: the sources of its scores. A term is one contribution of a source, and a row adds all terms
// of its source. The pull of a row is its contribution to the predicted class less its contribution to the compared class.

import (
	"math"
	"sort"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// rows returns the rows of the sources: the node itself, its neighbours by pull, further nodes in a folded row, and the bias. If there
// are more than nearRows neighbours, those with smaller |pull| are in a folded row, too. The last row is the gap, the part of the scores
// that the other rows leave unexplained, if two decimals show it.
func (u *unroller) rows() []SourceRow {
	s := u.s
	self, bias, gap := u.emptyRow(), u.emptyRow(), u.emptyRow()
	unnamed := u.emptyRow()        // terms that sum over several further nodes; their Neighbour is negative
	byNode := map[int]*SourceRow{} // the rows of the other nodes
	var near, far []*SourceRow
	for _, term := range u.parts.Terms {
		row := byNode[term.Neighbour] // nil for the node itself, a term without a node, and a new node
		switch {
		case term.Through == explain.ThroughBias:
			row = &bias
		case term.Through == explain.ThroughGap:
			row = &gap
		case term.Neighbour == s.Node():
			row = &self
		case term.Neighbour < 0:
			row = &unnamed
		case row == nil: // the first term of this node
			newRow := u.emptyRow()
			row = &newRow
			row.Key, row.Name = "n"+view.Int(term.Neighbour), view.ShortName(s, term.Neighbour)
			row.Node, row.Edge, row.Slot = term.Neighbour, term.Edge, view.NodeTitle(s, term.Neighbour).Slot
			byNode[term.Neighbour] = row
			if term.Edge >= 0 {
				near = append(near, row)
			} else {
				far = append(far, row)
			}
		}
		addTo(row.sum, term.Contribution)
	}
	for k := range u.parts.Ways { // the messages along edges
		way := &u.parts.Ways[k]
		if row := byNode[way.Node]; row != nil { // a neighbour without a term has no row
			row.Way = way
		}
	}

	// The rows in the order of the list. Further nodes are always folded.
	self.Key, self.Name, self.Sub = "self", view.ShortName(s, s.Node())+" itself", u.countText(len(u.ownWords()), "feature")
	self.Node, self.Slot = s.Node(), view.NodeTitle(s, s.Node()).Slot
	bias.Key, bias.Name, bias.Sub = "bias", "Bias", "with nothing known"
	out := []SourceRow{self}
	out = append(out, u.group(near, fold{visible: nearRows, inside: len(near), key: "more", noun: "more neighbour"})...)
	out = append(out, u.group(far, fold{inside: farRows, key: "far", noun: "further node", extra: &unnamed})...)
	out = append(out, bias)
	if view.MaxNorm(gap.sum) > leastVisible {
		gap.Key, gap.Name, gap.Sub = "gap", "Not explained", "what the rows leave"
		out = append(out, gap)
	}
	for k := range out {
		out[k].pull = u.pullOfRow(&out[k])
	}
	return out
}

// emptyRow returns a row without a node, an edge and a class mark. Its contributions are 0.
func (u *unroller) emptyRow() SourceRow {
	return SourceRow{Node: -1, Edge: -1, Slot: -2, sum: make([]float64, len(u.parts.Score))}
}

// pullOfRow returns the pull of a row: its contribution to the predicted class less its contribution to the compared class.
func (u *unroller) pullOfRow(r *SourceRow) float64 { return r.sum[u.predicted] - r.sum[u.compared] }

// addTo adds x to sum, entry by entry.
func addTo(sum, x []float64) {
	for k, v := range x {
		sum[k] += v
	}
}

// fold describes how a list of rows is folded: visible rows, and one folded row for all others.
type fold struct {
	visible, inside int        // the largest numbers of visible rows, and of rows inside the folded row
	key, noun       string     // the key of the folded row, and the noun of its rows
	extra           *SourceRow // contributions of unnamed nodes for the folded row; nil for a list without unnamed nodes
}

// group returns the visible rows, which have the largest |pull|, in the order of descending pull. If rows remain, a folded row follows with
// the sum of all remaining rows and of f.extra. Its name counts the rows. Then follow the rows inside the folded row, by descending |pull|.
func (u *unroller) group(list []*SourceRow, f fold) []SourceRow {
	for _, row := range list {
		row.pull = u.pullOfRow(row)
		u.describe(row)
	}

	sort.SliceStable(list, func(i, j int) bool { return math.Abs(list[i].pull) > math.Abs(list[j].pull) })
	shown := list[:min(f.visible, len(list))]
	others := list[len(shown):]
	sort.SliceStable(shown, func(i, j int) bool { return shown[i].pull > shown[j].pull })
	var out []SourceRow
	for _, row := range shown {
		out = append(out, *row)
	}
	if len(others) == 0 { // f.extra is nil or 0: unnamed further nodes occur only beside named ones, which are never visible
		return out
	}

	// Only the first f.inside of the other rows are inside the folded row, so that a list of thousands stays short.
	folded := u.emptyRow()
	folded.Key, folded.Name = f.key, words.Count(len(others), f.noun)
	for _, row := range others {
		addTo(folded.sum, row.sum)
	}
	if f.extra != nil {
		addTo(folded.sum, f.extra.sum)
		folded.Sub = "without an edge to it"
		if view.MaxNorm(f.extra.sum) > 0 {
			folded.Name += " or more"
		}
	}
	out = append(out, folded)
	for _, row := range others[:min(len(others), f.inside)] {
		row.In = f.key
		out = append(out, *row)
	}
	return out
}

// describe sets the caption of a node's row: the label of the node, and the agreement κ̄ of its edge if there is one. It also sets Same.
func (u *unroller) describe(row *SourceRow) {
	labels := u.s.Graph.Labels
	label := labels[row.Node]
	row.Sub = labelName(label, u.classes)
	row.Same = label >= 0 && label == labels[u.s.Node()]
	if f := u.s.Frame; row.Edge >= 0 && row.Edge < len(f.Kappa) {
		row.Sub += ", κ̄ " + view.Fix(f.Kappa[row.Edge], 2)
	}
}

// setTexts sets the texts of the rows, rounded to hundredths. In each column the visible rows add up to the rounded score: they are rounded
// down, and the rows with the largest remainders get the missing hundredths. The rows inside a folded row are rounded to the nearest
// hundredth.
func (u *unroller) setTexts(rows []SourceRow) {
	for _, c := range u.columns {
		// missing is the number of hundredths of the score that no row has yet. visibleRows are indices of rows.
		var visibleRows []int
		missing := math.Round(100 * u.parts.Score[c])
		hundredths := make([]float64, len(rows))
		for k := range rows {
			exact := 100 * rows[k].sum[c]
			hundredths[k] = math.Round(exact)
			if rows[k].In == "" {
				hundredths[k] = math.Floor(exact)
				missing -= hundredths[k]
				visibleRows = append(visibleRows, k)
			}
		}
		remainder := func(k int) float64 { return 100*rows[k].sum[c] - hundredths[k] } // at least 0 for a visible row
		sort.SliceStable(visibleRows, func(i, j int) bool { return remainder(visibleRows[i]) > remainder(visibleRows[j]) })
		// A gap without a row can make missing negative, or larger than the number of rows.
		for k := 0; k < int(missing) && k < len(visibleRows); k++ {
			hundredths[visibleRows[k]]++
		}
		for k := range rows {
			rows[k].Text = append(rows[k].Text, plusFix(hundredths[k]/100))
		}
	}
}
