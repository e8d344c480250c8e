// Package api implements the browser-independent part of window.sheafscope, the page's interface for scripts: the answers, the parsing of
// arguments, and the settling of promises. Operations are messages to the state of the page, like operations of the page's controls.
package api

import (
	"math"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// This file makes the answer of state() for scripts of the page and for the embedding site.

// Snapshot is the answer of state(). A value that is not computed yet is null. Stage 4 computes lambda2 and kernelDim. Stage 8 computes
// predictions, probabilities and accuracy. Stage 9 computes loss and bound. The accuracy of an empty set is null, too.
type Snapshot struct {
	// Graph describes the loaded graph. Model is "sgpc" or the name of a peer. Reading is "paper" or "code", and Method is the name of the set
	// of settings. Split is the name of the split.
	Graph   *GraphState `json:"graph"`
	Model   string      `json:"model"`
	Reading string      `json:"reading"`
	Method  string      `json:"method"`
	Seed    seed        `json:"seed"`
	Split   string      `json:"split"`
	// Epoch is the number of finished epochs. Stage is the stage (1 to 10) of the last inner step, 0 before the first step.
	Epoch int `json:"epoch"`
	Stage int `json:"stage"`
	// StageName is the name on the stage rail, null before the first stage.
	StageName *string `json:"stageName"`
	// Position is the number of inner steps since the start. Done reports that the run is over.
	Position int  `json:"position"`
	Done     bool `json:"done"`
	// Config holds the value of every setting of the run.
	Config config `json:"config"`
	// Lambda2, KernelDim and Spectrum belong to the newest spectrum. While Busy is false, it is the spectrum of Position. KernelDim is the
	// number of eigenvalues that count as 0, and Lambda2 is the smallest other eigenvalue. An unknown number is null, and an unknown Spectrum
	// is empty. Complete reports that Spectrum has all eigenvalues.
	Lambda2   *float64  `json:"lambda2"`
	KernelDim *int      `json:"kernelDim"`
	Spectrum  []float64 `json:"spectrum"`
	Complete  bool      `json:"spectrumComplete"`
	// Loss is the sum of the three weighted terms LossTerms. Loss and bound belong to epoch LossEpoch, counted from 1. Predictions and
	// accuracy belong to PredictionEpoch, which is LossEpoch + 1 between stage 8 and the loss of an epoch. Accuracy has the keys train, val
	// and test. Bound has the terms of the error bound.
	Loss      *float64            `json:"loss"`
	LossTerms map[string]*float64 `json:"lossTerms"`
	Accuracy  map[string]*float64 `json:"accuracy"`
	Bound     map[string]*float64 `json:"bound"`
	// Certificate is the error bound from the validation nodes. It is null whenever Bound is null.
	Certificate *CertificateState `json:"certificate"`
	// Predictions has the predicted class of each node. Probability has the class probabilities, N × C, row by row.
	Predictions     []int     `json:"predictions"`
	Probability     []float64 `json:"probabilities"`
	LossEpoch       *int      `json:"lossEpoch"`
	PredictionEpoch *int      `json:"predictionEpoch"`
	// Selected has the keys node and edge: the index (from 0) of the selected node and edge, null for none. History has lists by epoch.
	Selected map[string]*int      `json:"selected"`
	History  map[string][]float64 `json:"history"`
	// ByHand is the displayed evaluation of a change by hand: of a map, of all maps by maps of the graph's file, or of the weights of
	// frequency mixing (AFM). It is null if no such evaluation is displayed. All other fields belong to the run.
	ByHand *ByHandState `json:"byHand"`
	// Busy reports whether the page is [Unsettled].
	Busy bool `json:"busy"`
	// Level is the page's level. At "look" the fields about the graph and the run belong to the stored run at a stop of the dial, and Dial
	// describes the stop. Fields that are not stored with the run are null or empty, such as Probability, Spectrum and the lists of History.
	Level string     `json:"level"`
	Dial  *DialState `json:"dial"`
	// OneEdge is the edge that fills the page, null if no edge fills the page.
	OneEdge *OneEdge `json:"oneEdge"`
	// Scene is the number of the scene, from 0 (Look) to 6. It is null outside the scenes.
	Scene *int `json:"scene"`
	// Error is the error that the page shows, null for none.
	Error *string `json:"error"`
}

// DialState is a stop of the dial at Look. Stop counts from 0, and Stops is the number of stops. Accuracy is the test accuracy of the
// stop's run, from 0 to 1, and Wrong is the number of wrong test nodes.
type DialState struct {
	Stop     int     `json:"stop"`
	Stops    int     `json:"stops"`
	Accuracy float64 `json:"accuracy"`
	Wrong    int     `json:"wrong"`
}

// config has the settings of a run. Its seed hides the seed of the settings: a seed from 2⁵³ on is a string, exact in JavaScript.
type config struct {
	settings.Config
	Seed seed `json:"seed"`
}

// CertificateState is an upper bound on the error, computed from Nodes nodes. Bound is null if Nodes is 0. If Valid is true, the bound
// holds at level Confidence. Reason is a text that says why the bound is valid or not.
type CertificateState struct {
	Bound      *float64 `json:"bound"`
	Confidence float64  `json:"confidence"`
	Nodes      int      `json:"nodes"`
	Valid      bool     `json:"valid"`
	Reason     string   `json:"reason"`
}

// GraphState describes the graph of a Snapshot. N is the number of nodes, M the number of undirected edges. Homophily is the share of edges
// inside a class. Features, Classes and Components are the numbers of features, classes and connected components. Train, Val and Test are
// the numbers of nodes in the sets of the split.
type GraphState struct {
	Name       string  `json:"name"`
	N          int     `json:"n"`
	M          int     `json:"m"`
	Features   int     `json:"features"`
	Classes    int     `json:"classes"`
	Homophily  float64 `json:"homophily"`
	Components int     `json:"components"`
	Train      int     `json:"train"`
	Val        int     `json:"val"`
	Test       int     `json:"test"`
}

// ByHandState is the evaluation of a network changed by hand.
type ByHandState struct {
	// What is "map", "mixing", or "file", which means the maps of the graph's file. Edge is the index (from 0) of the changed edge, null if
	// no single edge is changed. Gamma are the changed logits of frequency mixing. The other fields are as in Snapshot.
	What        string              `json:"what"`
	Edge        *int                `json:"edge"`
	Gamma       []float64           `json:"gamma,omitempty"`
	Lambda2     *float64            `json:"lambda2"`
	KernelDim   *int                `json:"kernelDim"`
	Spectrum    []float64           `json:"spectrum"`
	Accuracy    map[string]*float64 `json:"accuracy"`
	Predictions []int               `json:"predictions"`
}

// byHand returns the displayed evaluation of a change by hand, nil if no such evaluation is displayed.
func byHand(s *state.State) *ByHandState {
	if !s.ByHand.Shown() || s.Frame == nil {
		return nil
	}
	// While the evaluation is displayed, Frame and Spectrum of the state belong to the changed network.
	e := &ByHandState{What: "map", Edge: notNegative(s.Edge()), Gamma: s.ByHand.Gamma, Accuracy: accuracies(s.Frame),
		Predictions: s.Frame.Pred, Spectrum: []float64{}}
	switch {
	case e.Gamma != nil: // mixing weights and the maps of a file belong to no single edge
		e.What, e.Edge = "mixing", nil
	case s.FileMaps() > 0:
		e.What, e.Edge = "file", nil
	}
	if v := s.Spectrum; v != nil {
		e.Lambda2, e.KernelDim = optional(v.Lambda2, v.Lambda2 > 0), notNegative(v.KernelDim)
		e.Spectrum = nonNil(v.Values)
	}
	return e
}

// accuracies returns the accuracies of a frame, nil before the first prediction.
func accuracies(f *frame.Frame) map[string]*float64 {
	if f.Pred == nil {
		return nil
	}
	return map[string]*float64{"train": share(f.Accuracy.Train), "val": share(f.Accuracy.Val), "test": share(f.Accuracy.Test)}
}

// NewSnapshot returns the snapshot of a state. busy reports whether the page is [Unsettled]. At the level Look the snapshot is of the
// stored run of the dial's stop, once the page has this run.
func NewSnapshot(s *state.State, busy bool) Snapshot {
	if s.View.Level == state.LevelLook && s.Opening != nil {
		t, ok := dialSnapshot(s, busy)
		if ok {
			return t
		}
	}
	t := Snapshot{Busy: busy, Level: s.View.Level, Spectrum: []float64{},
		Model: s.Config.Model, Config: config{s.Config, seed(s.Recipe.Seed)}, Reading: s.Config.Reading, Method: string(s.MethodShown()),
		Seed:     seed(s.Recipe.Seed),
		Selected: map[string]*int{"node": notNegative(s.Node()), "edge": notNegative(s.Edge())}}
	if s.Error != "" {
		t.Error = &s.Error
	}
	if g := s.Graph; g != nil {
		// Edges has the two ends of each edge.
		t.Graph = &GraphState{Name: g.Name, N: g.N, M: len(g.Edges) / 2, Features: g.Features, Classes: g.Classes,
			Homophily: g.EdgeHomophily, Components: g.Components, Train: len(g.Train), Val: len(g.Val), Test: len(g.Test)}
		t.Split = g.SplitName
	}

	// The frame and the spectrum of the run, without changes by hand.
	f, spectrum := s.Run()
	if f != nil {
		t.frame(f)
		t.certificate(s, f)
	}
	t.ByHand, t.OneEdge, t.Scene = byHand(s), oneEdge(s), notNegative(s.SceneAt())
	if spectrum != nil && len(spectrum.Values) > 0 {
		t.Lambda2, t.KernelDim = optional(spectrum.Lambda2, spectrum.Lambda2 > 0), notNegative(spectrum.KernelDim)
		t.Complete, t.Spectrum = spectrum.Complete, nonNil(spectrum.Values)
	}
	h := &s.History
	t.History = map[string][]float64{"ce": nonNil(h.CE), "kl": nonNil(h.KL), "spec": nonNil(h.Spec), "train": shares(h.Train),
		"val": shares(h.Val), "test": shares(h.Test), "bound": nonNil(h.Bound), "lambda2": nonNil(h.Lambda2)}
	return t
}

// dialSnapshot returns the snapshot of the run of the dial's stop. ok is false before the page has the state of this run.
func dialSnapshot(s *state.State, busy bool) (t Snapshot, ok bool) {
	if json.Unmarshal([]byte(s.Opening.State), &t) != nil || t.Graph == nil {
		return t, false
	}

	// The stored state lacks the spectrum, the history and the fields about the page. Other fields that it lacks stay null or 0.
	none := []float64{}
	t.OneEdge, t.Scene = oneEdge(s), notNegative(s.SceneAt())
	t.Busy, t.Level, t.Spectrum, t.Selected = busy, s.View.Level, none, map[string]*int{"node": nil, "edge": nil}
	t.History = map[string][]float64{"ce": none, "kl": none, "spec": none, "train": none, "val": none, "test": none, "bound": none,
		"lambda2": none}
	if test := t.Accuracy["test"]; test != nil {
		wrong := int(math.Round((1 - *test) * float64(t.Graph.Test)))
		t.Dial = &DialState{s.Opening.Stop, s.Opening.Stops, *test, wrong}
	}
	if s.Error != "" {
		t.Error = &s.Error
	}
	return t, true
}

// frame sets the fields that a frame determines. Before the first loss, the fields about the loss and the bound stay null.
func (t *Snapshot) frame(f *frame.Frame) {
	t.Epoch, t.Stage, t.Position, t.Done = f.Epoch, f.Stage, f.Position, f.Done
	if f.Stage > 0 {
		t.StageName = &stage.Names[f.Stage]
	}
	t.Accuracy, t.Predictions = accuracies(f), f.Pred
	if f.Calibrated != nil {
		t.Probability = nonNil(f.Calibrated)
	}
	t.PredictionEpoch, t.LossEpoch = positive(f.EpochOf(stage.Classes)), positive(f.Judged)
	if f.Judged == 0 { // before the first loss
		return
	}
	t.Loss = finite(f.Loss.Total)
	t.LossTerms = map[string]*float64{"ce": finite(f.Loss.CE), "kl": finite(f.Loss.KL), "spec": finite(f.Loss.Spec)}

	// The bound. Values about test nodes do not exist if the graph has no test nodes.
	b, hasTest := &f.Bound, f.Accuracy.Test >= 0 // the accuracy of an empty set is −1
	t.Bound = map[string]*float64{
		"total": optional(b.Total, b.HasTotal), "empirical": finite(b.Empirical), "l_kl": finite(b.LKL), "l_spec": optional(b.LSpec, b.HasSpec),
		"c_het": finite(b.CHet), "kl_sum": finite(b.KLSum), "test_risk": optional(b.TestRisk, hasTest),
		"test_loss":   share(b.TestLoss),
		"error_total": optional(b.ErrorTotal, b.HasTotal), "delta": finite(b.Delta),
		"clopper_pearson": optional(b.ClopperPearson, len(b.CertifyNodes) > 0), "conformal_level": finite(b.ConformalLevel),
		"conformal_coverage": optional(b.ConformalCover, hasTest), "conformal_size": optional(b.ConformalSize, hasTest),
		"ece": optional(b.ECE, hasTest),
	}
}

// certificate sets the error bound from the validation nodes. Before the first loss there is no bound.
func (t *Snapshot) certificate(s *state.State, f *frame.Frame) {
	if f.Judged == 0 {
		return
	}
	b := &f.Bound
	c := &CertificateState{Confidence: 1 - b.Delta, Nodes: len(b.CertifyNodes)}
	c.Valid, c.Reason = s.Certified(f)
	if c.Nodes > 0 {
		c.Bound = finite(b.ClopperPearson)
	}
	t.Certificate = c
}

// JSON returns the snapshot as JSON.
func (t Snapshot) JSON() string { return toJSON(t) }

// finite returns a pointer to x. For NaN and ±Inf, which JSON cannot represent, it returns nil.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// optional returns a pointer to x, nil if the value does not exist. For example λ₂ does not exist if all computed eigenvalues are 0.
func optional(x float64, exists bool) *float64 {
	if !exists {
		return nil
	}
	return finite(x)
}

// share returns a pointer to an accuracy or a mean loss on a set of nodes. For an empty set, whose number is −1, it returns nil.
func share(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return finite(x)
}

// shares returns accuracies by epoch. For an empty set, whose accuracies are −1, it returns an empty list.
func shares(x []float64) []float64 {
	if len(x) > 0 && x[len(x)-1] < 0 {
		return []float64{}
	}
	return nonNil(x)
}

// positive returns a pointer to n. For 0, which stands for no epoch, it returns nil.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// notNegative returns a pointer to i. For a negative value, which stands for none, it returns nil.
func notNegative(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

// nonNil returns x. For nil it returns an empty list: the JSON is then [] and not null.
func nonNil(x []float64) []float64 {
	if x == nil {
		return []float64{}
	}
	return x
}
