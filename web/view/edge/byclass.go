package edge

import (
	"sort"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// ByClass is the table of edges by the classes of their ends.
type ByClass struct {
	// Heads are the headings of the columns. Tops are the largest values of an edge in each column, where the bars end.
	Heads []string    `json:"heads"`
	Tops  []string    `json:"tops"`
	Rows  []ClassPair `json:"rows"`
	Note  string      `json:"note"`
	// D is the size of the mean maps, 0 if the page does not show maps. Max is their largest absolute entry.
	D   int    `json:"d"`
	Max view.F `json:"max"`
}

// ClassPair is a row of the table: the edges between two classes. The first two rows have all edges inside a class and all edges between
// two classes; they have no class marks.
type ClassPair struct {
	Names []string `json:"names"`
	Slots []int    `json:"slots"`
	Same  bool     `json:"same"`
	Edges int      `json:"edges"`
	// Part is the share of the row in the edges whose ends both have a label.
	Part  view.F   `json:"part"`
	Cells []string `json:"cells"`
	// Bins are the histograms of the columns over the row's edges, from 0 to the column's top.
	Bins [][]int `json:"bins"`
	// Map is the mean of R_ijᵀR_ji (D × D). It is empty before the maps are computed.
	Map view.Vec `json:"map"`
	// Filter selects the row's edges in the table beside the graph, and Chosen reports that it is the table's present filter.
	Filter string `json:"filter"`
	Chosen bool   `json:"chosen"`
}

// maxPairs is the largest number of listed class pairs: all pairs of nine classes.
const maxPairs = 45

// The columns of the table, and the number of bins of a histogram.
const (
	columnKappa = iota
	columnNorm
	columnOffDiagonal
	columnEnergy
	pairColumns

	classBins = 10
)

// columnHeads are the headings of the columns.
var columnHeads = [pairColumns]string{"κ̄", "‖R‖", "off", "energy"}

// The rows of the table before the class pairs.
const (
	rowSameClass = iota
	rowDifferentClasses
	summaryRows
)

// edgeColumns are the numbers of the table's columns: values by edge, and the largest value over the edges with two labels. A column
// without values is nil.
type edgeColumns struct {
	values [pairColumns][]float64
	tops   [pairColumns]float64
}

// newEdgeColumns returns the columns that the frame has for every edge.
func newEdgeColumns(s *state.State) (c edgeColumns) {
	g, f := s.Graph, s.Frame
	c.values = [pairColumns][]float64{f.Kappa, f.MapNorm, f.OffDiagonal, f.EdgeEnergy}
	for k := range c.values {
		if len(c.values[k]) != len(g.Edges)/2 {
			c.values[k] = nil
		}
		for e, value := range c.values[k] {
			if labelled := g.Alike(e) >= 0; labelled {
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
	sums    [pairColumns]float64
	bins    [pairColumns][classBins]int
	block   view.Vec // sum of the d × d blocks
}

// add adds edge e to the sums and the histograms.
func (p *pairSum) add(columns *edgeColumns, e int) {
	p.n++
	for k, values := range columns.values {
		if len(values) == 0 {
			continue
		}
		p.sums[k] += values[e]
		bin := int(values[e] / max(columns.tops[k], 1e-300) * classBins) // a top of 0 must not divide
		p.bins[k][min(classBins-1, max(0, bin))]++
	}
}

// addBlock adds the d × d block of an edge from the class slot from to the slot to. A row of two classes transposes the block of an edge
// that starts in the second class. The ends of an edge inside a class have no order, so the block is symmetrised there and in the
// summary rows.
func (p *pairSum) addBlock(block view.Vec, d, from, to int) {
	if p.block == nil {
		p.block = make(view.Vec, len(block))
	}
	for k, x := range block {
		transposed := k%d*d + k/d
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

// Classes returns the table of edges by class pair, then the pictures of all maps and of compatibility. It returns nil for a graph
// without labelled edges, and in the figure of one edge.
func Classes(s *state.State) []view.Figure {
	g := s.Graph
	m := len(g.Edges) / 2
	if m == 0 || g.Classes == 0 || s.Figure.Name != "" {
		return nil
	}
	columns := newEdgeColumns(s)
	sums, labelled := sumByClass(s, &columns)
	if labelled == 0 {
		return nil
	}
	out := ByClass{Heads: []string{}, Tops: []string{}}
	for k, head := range columnHeads {
		if columns.values[k] == nil {
			continue
		}
		out.Heads = append(out.Heads, head)
		if k == columnEnergy {
			out.Tops = append(out.Tops, view.Pct(columns.tops[k]))
		} else {
			out.Tops = append(out.Tops, view.Fix(columns.tops[k], 2))
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

// sumByClass returns the sums of the two summary rows and of each class pair, the pair with most edges first. Labelled is the number of
// edges whose ends both have a label.
func sumByClass(s *state.State, columns *edgeColumns) (sums []*pairSum, labelled int) {
	g, d, C := s.Graph, s.Frame.D, s.Graph.Classes
	m := len(g.Edges) / 2
	var maps []float32 // the present maps of all edges, two of d × d numbers for each
	if s.ByHand == nil && s.MapsNow() && len(s.Maps().Maps) == 2*m*d*d {
		maps = s.Maps().Maps
	}
	classes := view.Classes(g)
	sums = []*pairSum{{a: -1, b: -1}, {a: -1, b: -1}}
	rowOfPair := map[int]int{} // by a·C + b; 0 is a summary row and stands for none
	for e := range m {
		i, j := g.Ends(e)
		first, second := g.Labels[i], g.Labels[j]
		if first < 0 || second < 0 || first >= C || second >= C {
			continue
		}
		labelled++
		from, to := classes[first].Slot, classes[second].Slot
		a, b := min(from, to), max(from, to)
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
			block := product(maps[2*e*d*d:(2*e+1)*d*d], maps[(2*e+1)*d*d:(2*e+2)*d*d], d)
			summary.addBlock(block, d, from, to)
			pair.addBlock(block, d, from, to)
		}
	}
	pairs := sums[summaryRows:]
	sort.SliceStable(pairs, func(i, j int) bool {
		p, q := pairs[i], pairs[j]
		return p.n > q.n || p.n == q.n && p.a*C+p.b < q.a*C+q.b
	})
	return sums, labelled
}

// row returns row k of the table. Labelled is the number of edges whose ends both have a label.
func (p *pairSum) row(s *state.State, columns *edgeColumns, k, labelled int) ClassPair {
	r := ClassPair{Same: p.a == p.b, Edges: p.n, Part: view.F(float64(p.n) / float64(labelled)), Cells: []string{}, Bins: [][]int{},
		Map: p.mean()}
	switch k {
	case rowSameClass:
		r.Names, r.Slots, r.Filter = []string{"same class"}, []int{}, "same"
	case rowDifferentClasses:
		r.Same, r.Names, r.Slots, r.Filter = false, []string{"different classes"}, []int{}, "same = 0"
	default:
		classes, bySlot := view.Classes(s.Graph), view.BySlot(s.Graph)
		a, b := bySlot[p.a], bySlot[p.b]
		r.Names, r.Slots = []string{classes[a].Name, classes[b].Name}, []int{p.a, p.b}
		r.Filter = state.PairFilter(min(a, b), max(a, b))
	}
	for c, values := range columns.values {
		if values == nil {
			continue
		}
		r.Bins = append(r.Bins, p.bins[c][:])
		if c == columnEnergy { // shares add up, other numbers are averaged
			r.Cells = append(r.Cells, view.Pct(p.sums[c]))
		} else {
			r.Cells = append(r.Cells, view.Fix(p.sums[c]/float64(p.n), 2))
		}
	}
	table := s.View.Table
	r.Chosen = table != nil && table.Of == state.TableEdges && table.Filter == r.Filter
	return r
}

// mean returns the mean of the blocks, an empty list if there are no blocks. It overwrites the sum.
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

// byClassNote explains the columns of the table and counts the omitted edges and pairs.
func byClassNote(s *state.State, m *ByClass, unlabelled, pairs int) string {
	f, text := s.Frame, ""

	// A sentence for each column, then one on the bars.
	for k, head := range m.Heads {
		switch head {
		case "κ̄":
			text += "κ̄: mean over the row’s edges. "
		case "‖R‖":
			text += "‖R‖: of both maps, mean. "
		case "off":
			text += "off: mass of the plan off its diagonal, mean. "
		default:
			text += "Energy: the row’s share of the Dirichlet energy"
			if f.Undiffused {
				text += " before diffusion"
			}
			text += ". "
		}
		if k == len(m.Heads)-1 {
			text += "Bars: the row’s edges by their own value, from 0 to the largest of the column: "
			for q, top := range m.Tops {
				if q > 0 {
					text += ", "
				}
				text += m.Heads[q] + " " + top
			}
			text += ". "
		}
	}

	// Values of an earlier epoch, the mean maps, and what is left out.
	if old := view.EarlierEpoch(f, stage.Posterior); old != "" && len(f.Kappa) > 0 {
		text += "κ̄ is that " + old + ". "
	}
	if old := view.EarlierEpoch(f, stage.Maps); old != "" && len(f.MapNorm) > 0 {
		text += "The maps are those " + old + ". "
	}
	if m.D > 0 && m.Max > 0 {
		text += "Last column: mean over the edges, i the end of the first class; within a class, and in the first rows, an edge counts " +
			"both ways round. Colours run to ±" + view.Num(float64(m.Max)) + ". "
	}
	if unlabelled > 0 {
		text += words.Counted(unlabelled, "edge has", "edges have") + " an end without a label and are left out. "
	}
	if pairs > maxPairs {
		text += words.Count(pairs-maxPairs, "pair") + " with fewer edges are not listed. "
	}
	return text
}
