package results

import (
	"strconv"

	"sheafscope/core/peer"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
)

// dialNodes and dialEdges bound the graph drawn at the dial.
const dialNodes, dialEdges = 1500, 6000

// Dial is the view model of the dial of restriction maps with all stops, so that turning it needs no request.
type Dial struct {
	Stops []DialStop `json:"stops"`
	// Trained reports that a batch has started.
	Running  bool   `json:"running"`
	Off      bool   `json:"off"`
	Trained  bool   `json:"trained"`
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	Note     string `json:"note"`
	// Places are x, y of each node in −1..1, Edges pairs of nodes, and Slots the slots of the classes. Without places the graph is
	// not drawn.
	Places view.Vec `json:"places,omitempty"`
	Edges  []int32  `json:"edges,omitempty"`
	Labels []int    `json:"labels,omitempty"`
	Slots  []int    `json:"slots,omitempty"`
}

// DialStop is one family of maps with the results of its run at the best epoch by validation, as text, "" for unknown ones.
type DialStop struct {
	Name   string      `json:"name"`
	Label  string      `json:"label"`
	Maps   string      `json:"maps"`
	Done   bool        `json:"done"`
	Failed string      `json:"failed,omitempty"`
	Said   []view.Span `json:"said,omitempty"`
	Share  view.F      `json:"share"`
	Test   string      `json:"test"`
	Wrong  string      `json:"wrong"`
	Kernel string      `json:"kernel"`
	Energy string      `json:"energy"`
	Lambda string      `json:"lambda"`
	// Counts is the histogram of the spectrum over 0..2, Pred the predicted class of each node.
	Counts view.Vec `json:"counts,omitempty"`
	Pred   []int    `json:"pred,omitempty"`
	// Position is the end of the best epoch.
	Position int `json:"position"`
}

// NewDial returns the dial on the loaded graph.
func NewDial(s *state.State) Dial {
	d, p := &s.Lab.Dial, peer.Find("nsd-general")
	m := Dial{Running: s.Lab.Work == lab.ForDial, Off: s.Lab.Busy(), Trained: d.Graph != nil, Fraction: view.F(d.Report.Fraction),
		Note: dialNote(s)}
	if m.Running {
		m.Left = view.RunsLeft(&d.Report)
	}
	draw := false
	for k, name := range lab.DialStops() {
		stop := DialStop{Name: name[0], Label: name[1], Share: -1, Maps: "The maps " + p.MapsWith(mapsSetting(k+1)) + "."}
		if k < len(d.Report.Results) {
			if r := d.Report.Results[k]; r.Err != "" {
				stop.Failed = r.Err
			} else if r.Done {
				stop.fill(&r.Outcome, d.Graph.Labels)
				draw = true
			}
		}
		m.Stops = append(m.Stops, stop)
	}
	for k := range m.Stops {
		m.Stops[k].Said = m.said(k)
	}
	if g := d.Graph; draw && len(g.Layout) == 2*g.N && g.N <= dialNodes && len(g.Edges) <= 2*dialEdges {
		for _, x := range g.Layout {
			m.Places = append(m.Places, float64(int(1000*x))/1000)
		}
		m.Edges, m.Labels = g.Edges, g.Labels
		for _, c := range view.Classes(g) {
			m.Slots = append(m.Slots, c.Slot)
		}
	}
	return m
}

// mapsSetting returns a peer's settings with the k-th choice of "maps".
func mapsSetting(k int) peer.Settings {
	return peer.Settings{Values: map[string]float64{"maps": float64(k)}}
}

// fill sets the results of a run.
func (d *DialStop) fill(o *proto.JobAnswer, labels []int) {
	d.Done, d.Position = true, o.Position
	if o.Test >= 0 {
		d.Share, d.Test = view.F(o.Test), view.Pct(o.Test)
	}
	if v, ok := o.Metrics["kernel"]; ok {
		d.Kernel = view.Fix(v, 0)
	}
	if v, ok := o.Metrics["energy"]; ok {
		d.Energy = view.Fix(v, 3)
	}
	if v, ok := o.Metrics["lambda2"]; ok {
		d.Lambda = view.Num(v)
	}
	if x := o.Series["spectrum"]; x != nil {
		d.Counts = charts.Bins(x, 2)
	}
	wrong, known := 0, 0
	for i, c := range o.Pred {
		d.Pred = append(d.Pred, int(c))
		if i < len(labels) && labels[i] >= 0 {
			known++
			if labels[i] != int(c) {
				wrong++
			}
		}
	}
	if known > 0 {
		d.Wrong = view.Int(wrong) + " of " + words.Count(known, "node")
	}
}

// said describes the accuracy of a stop beside that of the first one.
func (m *Dial) said(k int) []view.Span {
	d, first := &m.Stops[k], &m.Stops[0]
	switch {
	case !d.Done || d.Share < 0:
		return nil
	case k == 0 || first.Share < 0:
		return view.Say("Right on *", d.Test, "* of the test nodes.")
	case d.Share == first.Share:
		return view.Say("Right on *", d.Test, "* of the test nodes, as with the identity.")
	}
	return view.Say("Right on *", d.Test, "* of the test nodes; with the identity on *", first.Test, "*.")
}

// dialNote describes the runs and their numbers.
func dialNote(s *state.State) string {
	d := &s.Lab.Dial
	if d.Graph == nil {
		return "Neural sheaf diffusion on this graph, split and seed, once with each family of maps; encoder, head and settings stay the same. " +
			"With the identity the Laplacian is that of the graph, as in a GCN."
	}
	r := d.Requests[0].Run
	return d.Graph.Name + ", seed " + strconv.FormatUint(r.Seed, 10) + ", at the epoch that validation chose. One run a stop: a few " +
		"nodes more or less mean little. Spectrum, kernel and energy are of the last layer."
}
