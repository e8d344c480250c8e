package results

// This file has the dial of restriction maps: neural sheaf diffusion with five families of maps, from the identity to general maps.

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

// The largest graph that the dial draws. In its small picture, the edges of a larger graph would hide the nodes.
const (
	dialNodes = 1500
	dialEdges = 6000
)

// Dial is the view model of the dial of restriction maps: a run for each of five families of maps. A family is a stop of the dial. Dial has
// the results of all stops, so that turning the dial needs no request.
type Dial struct {
	Stops []DialStop `json:"stops"` // from the identity to general maps
	// Running reports that the runs proceed, and Off reports that no training can start. Trained reports that a batch of runs has started.
	Running bool `json:"running"`
	Off     bool `json:"off"`
	Trained bool `json:"trained"`
	// Fraction is the progress of the runs in 0..1, and Left is the remaining time. Note describes the experiment before the first runs, and
	// their method afterwards.
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	Note     string `json:"note"`
	// Places are the coordinates x and y of each node in −1..1, and Edges are pairs of nodes. Labels are the labels of the nodes, and Slots
	// are the palette slots of the classes. All four are empty before the first result, for a large graph, or without a layout.
	Places view.Vec `json:"places,omitempty"`
	Edges  []int32  `json:"edges,omitempty"`
	Labels []int    `json:"labels,omitempty"`
	Slots  []int    `json:"slots,omitempty"`
}

// DialStop is a family of maps with the results of its run at the best epoch by validation.
type DialStop struct {
	// Name is the value of the setting "maps", and Label is its text on the page.
	Name  string `json:"name"`
	Label string `json:"label"`
	// Maps is a sentence on the maps of the family. Done reports that the run has ended without a failure, and Failed is the reason of a
	// failure, or "". Said is a sentence on the accuracy.
	Maps   string      `json:"maps"`
	Done   bool        `json:"done"`
	Failed string      `json:"failed,omitempty"`
	Said   []view.Span `json:"said,omitempty"`
	// Share is the test accuracy in 0..1, or −1 if the accuracy is unknown. The next fields are texts, or "" for an unknown result. Test is
	// the test accuracy, and Wrong is the number of wrong predictions. Kernel is the dimension of the kernel, Energy is the Dirichlet
	// energy, and Lambda is λ₂.
	Share  view.F `json:"share"`
	Test   string `json:"test"`
	Wrong  string `json:"wrong"`
	Kernel string `json:"kernel"`
	Energy string `json:"energy"`
	Lambda string `json:"lambda"`
	// Counts is the histogram of the spectrum over 0..2, and Pred is the predicted class of each node.
	Counts view.Vec `json:"counts,omitempty"`
	Pred   []int    `json:"pred,omitempty"`
	// Position is the position of the run at the end of the best epoch: the number of inner operations since the start.
	Position int `json:"position"`
}

// NewDial returns the dial on the loaded graph.
func NewDial(s *state.State) Dial {
	d, nsd := &s.Lab.Dial, peer.Find("nsd-general") // the model of all stops
	m := Dial{Running: s.Lab.Work == lab.ForDial, Off: s.Lab.Busy(), Trained: d.Graph != nil, Fraction: view.F(d.Report.Fraction),
		Note: dialNote(s)}
	if m.Running {
		m.Left = view.RunsLeft(&d.Report)
	}
	hasResult := false
	for k, names := range lab.DialStops() {
		// names has the value of the setting "maps" as text, and its label. Stop k has value k+1: value 0 stands for the model's own maps.
		stop := DialStop{Name: names[0], Label: names[1], Share: -1, Maps: "The maps " + nsd.MapsWith(mapsSetting(k+1)) + "."}
		if k < len(d.Report.Results) {
			result := d.Report.Results[k]
			switch {
			case result.Err != "":
				stop.Failed = result.Err
			case result.Done:
				stop.setResults(&result.Outcome, d.Graph.Labels)
				hasResult = true
			}
		}
		m.Stops = append(m.Stops, stop)
	}
	for k := range m.Stops { // the sentences compare with the first stop, so all results are set before
		m.Stops[k].Said = m.accuracyText(k)
	}

	// The graph, with places cut after three decimals. Edges has two ends for each edge, and Layout has x and y for each node.
	g := d.Graph // not nil if there is a result
	isDrawn := hasResult && g.N <= dialNodes && len(g.Edges) <= 2*dialEdges
	if isDrawn && len(g.Layout) == 2*g.N {
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

// mapsSetting returns the settings of a peer (a model other than SGPC) in which "maps" has its k-th value, counted from 0.
func mapsSetting(k int) peer.Settings {
	return peer.Settings{Values: map[string]float64{"maps": float64(k)}}
}

// setResults sets the results of a stop from its run. A result that the run lacks stays "" or nil. A missing accuracy stays −1. labels are
// the labels of the nodes.
func (stop *DialStop) setResults(o *proto.JobAnswer, labels []int) {
	stop.Done, stop.Position = true, o.Position
	if o.Test >= 0 {
		stop.Share, stop.Test = view.F(o.Test), view.Pct(o.Test)
	}
	if v, ok := o.Metrics["kernel"]; ok {
		stop.Kernel = view.Fix(v, 0)
	}
	if v, ok := o.Metrics["energy"]; ok {
		stop.Energy = view.Fix(v, 3)
	}
	if v, ok := o.Metrics["lambda2"]; ok {
		stop.Lambda = view.Num(v)
	}
	if spectrum := o.Series["spectrum"]; spectrum != nil {
		stop.Counts = charts.Bins(spectrum, 2) // eigenvalues of a normalised Laplacian are at most 2
	}

	// The wrong predictions among the nodes with a label.
	wrong, labelled := 0, 0
	for i, c := range o.Pred {
		stop.Pred = append(stop.Pred, int(c))
		if i < len(labels) && labels[i] >= 0 {
			labelled++
			if labels[i] != int(c) {
				wrong++
			}
		}
	}
	if labelled > 0 {
		stop.Wrong = view.Int(wrong) + " of " + words.Count(labelled, "node")
	}
}

// accuracyText returns a sentence on the test accuracy of stop k, or nil if this accuracy is unknown. The sentence compares stop k with
// stop 0, whose maps are identities. There is no comparison for stop 0 itself, or while the accuracy of stop 0 is unknown.
func (m *Dial) accuracyText(k int) []view.Span {
	stop, identity := &m.Stops[k], &m.Stops[0]
	switch {
	case !stop.Done || stop.Share < 0:
		return nil
	case k == 0 || identity.Share < 0:
		return view.Say("Right on *", stop.Test, "* of the test nodes.")
	case stop.Share == identity.Share:
		return view.Say("Right on *", stop.Test, "* of the test nodes, as with the identity.")
	}
	return view.Say("Right on *", stop.Test, "* of the test nodes; with the identity on *", identity.Test, "*.")
}

// dialNote returns sentences on the experiment or, once a batch of runs has started, on how its numbers are measured.
func dialNote(s *state.State) string {
	d := &s.Lab.Dial
	if d.Graph == nil {
		return "Neural sheaf diffusion on this graph, split and seed, once with each family of maps; encoder, head and settings stay the same. " +
			"With the identity the Laplacian is that of the graph, as in a GCN."
	}
	r := d.Requests[0].Run // all runs of the dial have the same seed
	return d.Graph.Name + ", seed " + strconv.FormatUint(r.Seed, 10) + ", at the epoch that validation chose. One run a stop: a few " +
		"nodes more or less mean little. Spectrum, kernel and energy are of the last layer."
}
