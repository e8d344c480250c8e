package edge

// This file has the table of edges by the classes of their ends. A slot is the place of a class in the palette. The agreement κ̄, the norm
// ‖R‖ and the energy of an edge are numbers of the frame.

import (
	"sort"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// ByClass is the table of edges by the classes of their ends.
type ByClass struct {
	// Heads are the headings of the columns. Tops are the texts of the largest value of an edge in each column: the right ends of the
	// histograms.
	Heads []string `json:"heads"`
	Tops  []string `json:"tops"`
	// Rows are the two summary rows, and then the class pairs, without rows that have no edges. Note explains the columns.
	Rows []ClassPair `json:"rows"`
	Note string      `json:"note"`
	// D is the stalk dimension, the size of the mean blocks. It is 0 if there are no maps, or too many maps for the page. Max is the
	// largest absolute entry of all blocks.
	D   int    `json:"d"`
	Max view.F `json:"max"`
}

// ClassPair is a row of the table: the edges between two classes, or the edges inside a class. Two summary rows precede the class pairs:
// all edges inside a class, and all edges between two classes.
type ClassPair struct {
	// Names are the two names of the classes, and Slots are their class marks. In a row of one class, both names and both marks are equal.
	// A summary row has one name and no marks.
	Names []string `json:"names"`
	Slots []int    `json:"slots"`
	// Same reports that both ends of each edge have the same class. Edges is the number of edges.
	Same  bool `json:"same"`
	Edges int  `json:"edges"`
	// Part is the row's share, from 0 to 1, of all edges whose ends both have a label.
	Part view.F `json:"part"`
	// Cells are the texts of the columns. Bins are the histograms of the columns over the row's edges, from 0 to the column's top.
	Cells []string `json:"cells"`
	Bins  [][]int  `json:"bins"`
	// Map is the mean of R_ijᵀR_ji (D × D), where node i has the first class. It is empty if the page lacks the maps.
	Map view.Vec `json:"map"`
	// Filter selects the row's edges in the table beside the graph, and Chosen reports that it is the table's present filter.
	Filter string `json:"filter"`
	Chosen bool   `json:"chosen"`
}

// maxPairs is the largest number of listed class pairs: all pairs of nine classes, 9·10/2, with the pairs of equal classes.
const maxPairs = 45

// The columns of the table: numbers that every edge has.
const (
	columnKappa       = iota // mean agreement κ̄_e
	columnNorm               // norm ‖R‖ of both maps
	columnOffDiagonal        // mass of the plan off the diagonal
	columnEnergy             // share of the Dirichlet energy
	pairColumns              // number of columns
)

// classBins is the number of bins of a histogram.
const classBins = 10

// columnHeads are the headings of the columns.
var columnHeads = [pairColumns]string{"κ̄", "‖R‖", "off", "energy"}

// The rows of the table before the class pairs.
const (
	rowSameClass = iota
	rowDifferentClasses
	summaryRows
)

// edgeColumns has the numbers of the table's columns. For each column, values has one value for each edge, or is nil if the frame lacks the
// column. tops is the largest value over the edges with two labels.
type edgeColumns struct {
	values [pairColumns][]float64
	tops   [pairColumns]float64
}

// newEdgeColumns returns the columns that the frame has for every edge.
func newEdgeColumns(s *state.State) (c edgeColumns) {
	g, f := s.Graph, s.Frame
	c.values = [pairColumns][]float64{f.Kappa, f.MapNorm, f.OffDiagonal, f.EdgeEnergy} // in the order of the columns
	for k := range c.values {
		if len(c.values[k]) != len(g.Edges)/2 { // g.Edges has the two ends of each edge
			c.values[k] = nil
		}
		for e, value := range c.values[k] {
			hasLabels := g.Alike(e) >= 0 // −1: an end has no label, and the edge is in no row
			if hasLabels {
				c.tops[k] = max(c.tops[k], value)
			}
		}
	}
	return c
}

// pairSum accumulates the edges of a row.
type pairSum struct {
	// a and b are the slots of the two classes, a ≤ b. They are −1 in the summary rows. n is the number of edges.
	a, b, n int
	sums    [pairColumns]float64        // sums of the columns
	bins    [pairColumns][classBins]int // histograms of the columns
	block   view.Vec                    // sum of the d × d blocks R_ijᵀR_ji, nil before the first block
}

// add adds edge e to the sums and the histograms.
func (p *pairSum) add(columns *edgeColumns, e int) {
	p.n++
	for k, values := range columns.values {
		if len(values) == 0 { // the frame lacks this column
			continue
		}
		p.sums[k] += values[e]
		top := max(columns.tops[k], 1e-300) // positive, since it divides
		bin := int(values[e] / top * classBins)
		p.bins[k][min(classBins-1, max(0, bin))]++
	}
}

// addBlock adds the d × d block R_ijᵀR_ji of an edge (i, j). from and to are the class slots of i and j.
//
// A row of two classes has blocks from the first class to the second. The block of an edge in the other direction is transposed. In a row
// of one class and in a summary row, whose a and b are both −1, the ends of an edge have no order. There the mean of the block and its
// transpose is added.
func (p *pairSum) addBlock(block view.Vec, d, from, to int) {
	if p.block == nil {
		p.block = make(view.Vec, len(block))
	}
	for k, x := range block {
		row, col := k/d, k%d
		transposed := col*d + row
		switch {
		case p.a == p.b:
			p.block[k] += (x + block[transposed]) / 2
		case from > to:
			p.block[transposed] += x
		default:
			p.block[k] += x
		}
	}
}

// Classes returns the table of edges by class pair, then the pictures of all maps and of compatibility. It returns nil for a graph in which
// no edge has two labels. It also returns nil for a page with a single figure, which is never one of these figures.
func Classes(s *state.State) []view.Figure {
	g := s.Graph
	m := len(g.Edges) / 2
	isSoleFigure := s.Figure.Name != ""
	if m == 0 || g.Classes == 0 || isSoleFigure {
		return nil
	}
	columns := newEdgeColumns(s)
	sums, labelled := sumByClass(s, &columns)
	if labelled == 0 {
		return nil
	}

	// The columns of the frame, then the rows. Rows without edges are omitted. Pairs after the first maxPairs are omitted, too.
	out := ByClass{Heads: []string{}, Tops: []string{}}
	for k, head := range columnHeads {
		if columns.values[k] == nil {
			continue
		}
		out.Heads = append(out.Heads, head)
		if k == columnEnergy {
			out.Tops = append(out.Tops, view.Pct(columns.tops[k]))
		} else {
			out.Tops = append(out.Tops, view.Temperature(columns.tops[k]))
		}
	}
	if len(s.Frame.MapNorm) > 0 && s.FewMaps() {
		out.D = s.Frame.D
	}
	for k, sum := range sums[:min(len(sums), summaryRows+maxPairs)] {
		if sum.n == 0 {
			continue
		}
		row := sum.row(s, &columns, k, labelled)
		out.Max = view.F(max(float64(out.Max), view.MaxOf(row.Map), -view.MinOf(row.Map)))
		out.Rows = append(out.Rows, row)
	}
	out.Note = byClassNote(s, &out, m-labelled, len(sums)-summaryRows)
	list := []view.Figure{{ID: "byclass", Title: "Edges by class", Sub: "a click on classes shows their edges in the table",
		TestID: "edges-by-class", Data: out}}
	return append(append(list, mapPlane(s)...), compatibility(s)...)
}

// sumByClass returns the sums of the two summary rows. The sums of the class pairs follow by descending number of edges. labelled is the
// number of edges whose ends both have a label.
func sumByClass(s *state.State, columns *edgeColumns) (sums []*pairSum, labelled int) {
	g, d, C := s.Graph, s.Frame.D, s.Graph.Classes
	m := len(g.Edges) / 2
	// maps has the present maps R_ij and R_ji of each edge, d × d numbers each. It is nil if the page lacks them. During a change by hand the
	// page lacks them, too: it has only the maps of the run.
	var maps []float32
	if s.ByHand == nil && s.MapsNow() && len(s.Maps().Maps) == 2*m*d*d {
		maps = s.Maps().Maps
	}
	classes := view.Classes(g)
	sums = []*pairSum{{a: -1, b: -1}, {a: -1, b: -1}}
	rowOfPair := map[int]int{} // the index in sums, by a·C + b; 0 for a pair without a row, since sums[0] is a summary row
	for e := range m {
		i, j := g.Ends(e)
		first, second := g.Labels[i], g.Labels[j]
		if min(first, second) < 0 || max(first, second) >= C {
			continue // an end has no label, or a label that is no class
		}
		labelled++
		from, to := classes[first].Slot, classes[second].Slot
		a, b := min(from, to), max(from, to)
		// The edge counts in a summary row, and in the row of its class pair. The first edge of a pair makes the row.
		key := a*C + b
		if rowOfPair[key] == 0 {
			rowOfPair[key] = len(sums)
			sums = append(sums, &pairSum{a: a, b: b})
		}
		summary := sums[rowSameClass]
		if a != b {
			summary = sums[rowDifferentClasses]
		}
		pair := sums[rowOfPair[key]]
		summary.add(columns, e)
		pair.add(columns, e)
		if maps != nil {
			rij, rji := maps[2*e*d*d:(2*e+1)*d*d], maps[(2*e+1)*d*d:(2*e+2)*d*d]
			block := product(rij, rji, d)
			summary.addBlock(block, d, from, to)
			pair.addBlock(block, d, from, to)
		}
	}

	// Pairs with the same number of edges are in the order of their slots.
	pairs := sums[summaryRows:]
	sort.SliceStable(pairs, func(i, j int) bool {
		p, q := pairs[i], pairs[j]
		if p.n != q.n {
			return p.n > q.n
		}
		return p.a*C+p.b < q.a*C+q.b
	})
	return sums, labelled
}

// row returns row k of the table from the sums p, which have at least one edge. labelled is the number of edges whose ends both have a
// label. A click on the row sets its filter in the table of edges: "same" and "same = 0" for the summary rows.
func (p *pairSum) row(s *state.State, columns *edgeColumns, k, labelled int) ClassPair {
	r := ClassPair{Same: p.a == p.b, Edges: p.n, Part: view.F(float64(p.n) / float64(labelled)), Cells: []string{}, Bins: [][]int{},
		Map: p.mean()}
	switch k {
	case rowSameClass:
		r.Names, r.Slots, r.Filter = []string{"same class"}, []int{}, "same"
	case rowDifferentClasses:
		// Both summary rows have a = b = −1, for which Same is true above. The classes differ here.
		r.Same, r.Names, r.Slots, r.Filter = false, []string{"different classes"}, []int{}, "same = 0"
	default:
		classes, bySlot := view.Classes(s.Graph), view.BySlot(s.Graph)
		first, second := bySlot[p.a], bySlot[p.b] // the numbers of the classes
		r.Names, r.Slots = []string{classes[first].Name, classes[second].Name}, []int{p.a, p.b}
		r.Filter = state.PairFilter(min(first, second), max(first, second))
	}

	// The texts and the histograms of the columns that the frame has.
	for c, values := range columns.values {
		if values == nil {
			continue
		}
		r.Bins = append(r.Bins, p.bins[c][:])
		if c == columnEnergy { // shares add up, other numbers are averaged
			r.Cells = append(r.Cells, view.Pct(p.sums[c]))
		} else {
			r.Cells = append(r.Cells, view.Temperature(p.sums[c]/float64(p.n)))
		}
	}
	table := s.View.Table
	r.Chosen = table != nil && table.Of == state.TableEdges && table.Filter == r.Filter
	return r
}

// mean returns the mean of the blocks over the edges of the row, and overwrites the sum of the blocks. If the page lacks the maps, there
// are no blocks, and mean returns an empty list, not nil.
func (p *pairSum) mean() view.Vec {
	for k := range p.block {
		p.block[k] /= float64(p.n)
	}
	if p.block == nil {
		return view.Vec{}
	}
	return p.block
}

// product returns rijᵀ·rji for the two d × d maps of an edge.
func product(rij, rji []float32, d int) view.Vec {
	out := make(view.Vec, d*d)
	for k := range d {
		for p := range d {
			x := float64(rij[k*d+p])
			for q := range d {
				out[p*d+q] += x * float64(rji[k*d+q])
			}
		}
	}
	return out
}

// byClassNote returns the note below the table. The note explains the columns and counts the omitted edges and pairs. unlabelled is the
// number of edges with an end without a label, and pairs is the number of class pairs.
func byClassNote(s *state.State, m *ByClass, unlabelled, pairs int) string {
	f, text := s.Frame, ""

	// A sentence for each column, then one on the bars.
	for _, head := range m.Heads {
		switch head {
		case "κ̄":
			text += "κ̄: mean over the row’s edges. "
		case "‖R‖":
			text += "‖R‖: of both maps, mean. "
		case "off":
			text += "off: mass of the plan off its diagonal, mean. "
		default: // the head "energy"
			text += "Energy: the row’s share of the Dirichlet energy"
			if f.Undiffused {
				text += " before diffusion"
			}
			text += ". "
		}
	}
	if len(m.Heads) > 0 {
		text += "Bars: the row’s edges by their own value, from 0 to the largest of the column: "
		for q, top := range m.Tops {
			if q > 0 {
				text += ", "
			}
			text += m.Heads[q] + " " + top
		}
		text += ". "
	}

	// The sentences on values of an earlier epoch, on the mean maps, and on omitted edges and pairs.
	if old := view.EarlierEpoch(f, stage.Posterior); old != "" && len(f.Kappa) > 0 {
		text += "κ̄ is that " + old + ". "
	}
	if old := view.EarlierEpoch(f, stage.JKO); old != "" && len(f.OffDiagonal) > 0 {
		text += "The plans are those " + old + ". "
	}
	if old := view.EarlierEpoch(f, stage.Maps); old != "" && len(f.MapNorm) > 0 {
		text += "The maps are those " + old + ". "
	}
	if m.D > 0 && m.Max > 0 { // Max is 0 if the page lacks the maps
		text += "Last column: mean over the edges, i the end of the first class; within a class, and in the first rows, an edge counts " +
			"both ways round. Colours run to ±" + view.Num(float64(m.Max)) + ". "
	}
	if unlabelled > 0 {
		text += words.Counted(unlabelled, "edge has", "edges have") + " an end without a label: left out. "
	}
	if pairs > maxPairs {
		text += words.Counted(pairs-maxPairs, "pair is", "pairs are") + " not listed; none has more edges. "
	}
	return text
}
