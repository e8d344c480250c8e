package node

import (
	"math"
	"sort"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/words"
	"sheafscope/web/view"
)

// rows returns the sources: the node, its neighbours by pull, further nodes, the bias and the unexplained rest.
func (u *unroller) rows() []SourceRow {
	s, c := u.s, len(u.x.Score)
	of := map[int]*SourceRow{}
	var self, bias, gap, rest SourceRow
	for _, r := range []*SourceRow{&self, &bias, &gap, &rest} {
		*r = SourceRow{Node: -1, Edge: -1, Slot: -2, sum: make([]float64, c)}
	}
	var near, far []*SourceRow
	for _, t := range u.x.Terms {
		r := of[t.Neighbour]
		switch {
		case t.Through == explain.ThroughBias:
			r = &bias
		case t.Through == explain.ThroughGap:
			r = &gap
		case t.Neighbour == s.Node():
			r = &self
		case t.Neighbour < 0:
			r = &rest
		case r == nil:
			r = &SourceRow{Key: "n" + view.Int(t.Neighbour), Name: view.ShortName(s, t.Neighbour), Node: t.Neighbour, Edge: t.Edge,
				Slot: view.NodeTitle(s, t.Neighbour).Slot, sum: make([]float64, c)}
			of[t.Neighbour] = r
			if t.Edge >= 0 {
				near = append(near, r)
			} else {
				far = append(far, r)
			}
		}
		for k, v := range t.Contribution {
			r.sum[k] += v
		}
	}
	for k := range u.x.Ways {
		m := &u.x.Ways[k]
		if r := of[m.Node]; r != nil {
			r.Way = m
		}
	}
	self.Key, self.Name, self.Sub = "self", view.ShortName(s, s.Node())+" itself", words.Count(len(u.ownWords()), "feature")
	self.Node, self.Slot = s.Node(), view.NodeTitle(s, s.Node()).Slot
	bias.Key, bias.Name, bias.Sub = "bias", "Bias", "with nothing known"
	out := append([]SourceRow{self}, u.group(near, nil, nearRows, len(near), "more", "more neighbour")...)
	out = append(out, u.group(far, &rest, 0, farRows, "far", "further node")...)
	out = append(out, bias)
	if view.MaxNorm(gap.sum) > gapVisible {
		gap.Key, gap.Name, gap.Sub = "gap", "Not explained", "what the rows leave"
		out = append(out, gap)
	}
	for k := range out {
		out[k].pull = out[k].sum[u.a] - out[k].sum[u.b]
	}
	return out
}

// group returns the open rows with the largest pull and one folded row for the others, which unfolds to its first few. rest, if
// not nil, is added to the folded row.
func (u *unroller) group(list []*SourceRow, rest *SourceRow, open, few int, key, name string) []SourceRow {
	labels := u.s.Graph.Labels
	for _, r := range list {
		r.pull = r.sum[u.a] - r.sum[u.b]
		label := labels[r.Node]
		r.Sub = labelName(label, u.cl)
		r.Same = label >= 0 && label == labels[u.s.Node()]
		if f := u.s.Frame; r.Edge >= 0 && r.Edge < len(f.Kappa) {
			r.Sub += ", κ̄ " + view.Fix(f.Kappa[r.Edge], 2)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return math.Abs(list[i].pull) > math.Abs(list[j].pull) })
	cut := min(open, len(list))
	sort.SliceStable(list[:cut], func(i, j int) bool { return list[i].pull > list[j].pull })
	var out []SourceRow
	for _, r := range list[:cut] {
		out = append(out, *r)
	}
	if len(list) == cut {
		return out
	}
	all := SourceRow{Key: key, Name: words.Count(len(list)-cut, name), Node: -1, Edge: -1, Slot: -2, sum: make([]float64, len(u.x.Score))}
	shown := list[cut:min(len(list), cut+few)]
	for _, r := range list[cut:] {
		for k, v := range r.sum {
			all.sum[k] += v
		}
	}
	if rest != nil {
		for k, v := range rest.sum {
			all.sum[k] += v
		}
		all.Sub = "without an edge to it"
	}
	out = append(out, all)
	for _, r := range shown {
		r.In = key
		out = append(out, *r)
	}
	return out
}

// round rounds each column to hundredths by largest remainder, so that the open rows add up to the rounded score.
func (u *unroller) round(rows []SourceRow) {
	for _, c := range u.columns {
		var open []int
		left := math.Round(100 * u.x.Score[c])
		part := make([]float64, len(rows))
		for k := range rows {
			v := 100 * rows[k].sum[c]
			part[k] = math.Round(v)
			if rows[k].In == "" {
				part[k] = math.Floor(v)
				open, left = append(open, k), left-part[k]
			}
		}
		missed := func(k int) float64 { return 100*rows[k].sum[c] - part[k] }
		sort.SliceStable(open, func(i, j int) bool { return missed(open[i]) > missed(open[j]) })
		for k := 0; k < int(left) && k < len(open); k++ {
			part[open[k]]++
		}
		for k := range rows {
			rows[k].Text = append(rows[k].Text, plusFix(part[k]/100))
		}
	}
}
