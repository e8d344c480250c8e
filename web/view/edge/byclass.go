package edge

import (
	"sort"

	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// ByClass lists the edges by the classes of their ends.
type ByClass struct {
	Heads []string    `json:"heads"` // headings of the columns
	Tops  []string    `json:"tops"`  // maximum of a column over edges, the end of its bars
	Rows  []ClassPair `json:"rows"`
	Note  string      `json:"note"`
	// D is the size of the mean maps, 0 for none; Max is their largest |entry|.
	D   int    `json:"d"`
	Max view.F `json:"max"`
}

// ClassPair is a row: the edges between two classes or, without marks, all edges inside classes or all between two classes.
type ClassPair struct {
	Names  []string `json:"names"`
	Slots  []int    `json:"slots"`
	Same   bool     `json:"same"`
	Edges  int      `json:"edges"`
	Part   view.F   `json:"part"` // share of the edges with two labels
	Cells  []string `json:"cells"`
	Bins   [][]int  `json:"bins"` // histogram of each column over the row's edges, from 0 to the column's top
	Map    view.Vec `json:"map"`  // mean map, D × D, empty before the maps are computed
	Filter string   `json:"filter"`
	Chosen bool     `json:"chosen"`
}

// maxPairs bounds the listed pairs: all pairs of nine classes.
const maxPairs = 45

// pairNumbers is the number of columns, classBins the number of bins of a histogram.
const (
	pairNumbers = 4
	classBins   = 10
)

// pairSum accumulates the edges of a row.
type pairSum struct {
	a, b, n int // slots of the classes (−1 in the first two rows) and number of edges
	sums    [pairNumbers]float64
	bins    [pairNumbers][classBins]int
	block   view.Vec
}

// add adds edge e with its numbers and its d × d block; turned reports that the edge starts in the second class.
func (p *pairSum) add(values [pairNumbers][]float64, tops [pairNumbers]float64, e int, block view.Vec, d int, turned bool) {
	p.n++
	for k, v := range values {
		if len(v) > 0 {
			p.sums[k] += v[e]
			p.bins[k][min(classBins-1, max(0, int(v[e]/max(tops[k], 1e-300)*classBins)))]++
		}
	}
	if p.block == nil {
		p.block = make(view.Vec, len(block))
	}
	for k, x := range block {
		switch at := k%d*d + k/d; {
		case p.a == p.b: // ends of one class have no order: the block is symmetrised
			p.block[k] += (x + block[at]) / 2
		case turned:
			p.block[at] += x
		default:
			p.block[k] += x
		}
	}
}

// Classes lists the edges by class pair; nil without labelled edges, and in the figure of one edge.
func Classes(s *state.State) []view.Figure {
	g, f := s.Graph, s.Frame
	m, d, C := len(g.Edges)/2, f.D, g.Classes
	if m == 0 || C == 0 || s.Figure.Name != "" {
		return nil
	}
	values := [pairNumbers][]float64{f.Kappa, f.MapNorm, f.OffDiagonal, f.EdgeEnergy}
	var tops [pairNumbers]float64
	for k := range values {
		if len(values[k]) != m {
			values[k] = nil
		}
		for e, v := range values[k] {
			if g.Alike(e) >= 0 {
				tops[k] = max(tops[k], v)
			}
		}
	}
	var raw []float32
	if s.ByHand == nil && s.MapsNow() && len(s.Maps().Maps) == 2*m*d*d {
		raw = s.Maps().Maps
	}
	classes, labelled := view.Classes(g), 0
	rows, at := []*pairSum{{a: -1, b: -1}, {a: -1, b: -1}}, map[int]int{}
	for e := range m {
		p, q := g.Labels[g.Edges[2*e]], g.Labels[g.Edges[2*e+1]]
		if p < 0 || q < 0 || p >= C || q >= C {
			continue
		}
		labelled++
		a, b := classes[p].Slot, classes[q].Slot
		turned, key := a > b, min(a, b)*C+max(a, b)
		if at[key] == 0 {
			at[key] = len(rows)
			rows = append(rows, &pairSum{a: min(a, b), b: max(a, b)})
		}
		var block view.Vec
		if raw != nil {
			block = product(raw[2*e*d*d:(2*e+1)*d*d], raw[(2*e+1)*d*d:(2*e+2)*d*d], d)
		}
		all := 0
		if a != b {
			all = 1
		}
		rows[all].add(values, tops, e, block, d, turned)
		rows[at[key]].add(values, tops, e, block, d, turned)
	}
	if labelled == 0 {
		return nil
	}
	sort.SliceStable(rows[2:], func(i, j int) bool {
		p, q := rows[2+i], rows[2+j]
		return p.n > q.n || p.n == q.n && p.a*C+p.b < q.a*C+q.b
	})
	out := ByClass{Heads: []string{}, Tops: []string{}}
	for k, head := range []string{"κ̄", "‖R‖", "off", "energy"} {
		switch {
		case values[k] == nil:
			continue
		case k == pairNumbers-1:
			out.Tops = append(out.Tops, view.Pct(tops[k]))
		default:
			out.Tops = append(out.Tops, view.Fix(tops[k], 2))
		}
		out.Heads = append(out.Heads, head)
	}
	if len(f.MapNorm) > 0 && s.FewMaps() {
		out.D = d
	}
	of := view.BySlot(g)
	for k, p := range rows[:min(len(rows), 2+maxPairs)] {
		if p.n == 0 {
			continue
		}
		r := ClassPair{Same: p.a == p.b, Edges: p.n, Part: view.F(float64(p.n) / float64(labelled)), Cells: []string{}, Bins: [][]int{},
			Map: p.mean()}
		if k < 2 {
			r.Same = k == 0
			r.Names, r.Slots, r.Filter = []string{[]string{"same class", "different classes"}[k]}, []int{}, []string{"same", "same = 0"}[k]
		} else {
			a, b := of[p.a], of[p.b]
			r.Names, r.Slots, r.Filter = []string{classes[a].Name, classes[b].Name}, []int{p.a, p.b}, state.PairFilter(min(a, b), max(a, b))
		}
		for c, v := range values {
			if v == nil {
				continue
			}
			r.Bins = append(r.Bins, p.bins[c][:])
			switch c {
			case pairNumbers - 1:
				r.Cells = append(r.Cells, view.Pct(p.sums[c]))
			default:
				r.Cells = append(r.Cells, view.Fix(p.sums[c]/float64(p.n), 2))
			}
		}
		r.Chosen = s.View.Table != nil && s.View.Table.Of == state.TableEdges && s.View.Table.Filter == r.Filter
		out.Max = view.F(max(float64(out.Max), view.MaxOf(r.Map), -view.MinOf(r.Map)))
		out.Rows = append(out.Rows, r)
	}
	out.Note = byClassNote(s, &out, m-labelled, len(rows)-2)
	list := []view.Figure{{ID: "byclass", Title: "Edges by class", Sub: "a click on classes shows their edges in the table",
		TestID: "edges-by-class", Data: out}}
	return append(append(list, mapPlane(s)...), compatibility(s)...)
}

// mean divides the sum of blocks by the number of edges.
func (p *pairSum) mean() view.Vec {
	for k := range p.block {
		p.block[k] /= float64(p.n)
	}
	if p.block == nil {
		return view.Vec{}
	}
	return p.block
}

// product returns R_ijᵀ R_ji of two d × d maps.
func product(ri, rj []float32, d int) view.Vec {
	out := make(view.Vec, d*d)
	for k := range d {
		for p := range d {
			x := float64(ri[k*d+p])
			for q := range d {
				out[p*d+q] += x * float64(rj[k*d+q])
			}
		}
	}
	return out
}

// byClassNote explains the columns and names the omitted edges.
func byClassNote(s *state.State, m *ByClass, unlabelled, pairs int) string {
	f, text := s.Frame, ""
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
