// Package api is window.sheafscope without the browser: what state() answers,
// and when the promise of an operation is settled. The operations are messages
// to the page's state, so they do what the page's controls do.
package api

import (
	"math"

	"sheafscope/core/json"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
)

// Snapshot is the answer of state(). What is not known yet is null: before the
// first prediction (stage 8) predictions, probabilities and accuracy, before the
// first posterior (stage 9) loss and bound, before the first maps (stage 4)
// lambda2 and kernelDim. So is the accuracy of an empty set.
type Snapshot struct {
	Graph   *GraphState `json:"graph"`
	Model   string      `json:"model"`
	Reading string      `json:"reading"`
	Method  string      `json:"method"`
	Seed    seed        `json:"seed"`
	Split   string      `json:"split"`
	Epoch   int         `json:"epoch"`
	Stage   int         `json:"stage"`
	// StageName is that of the rail, null before the first stage.
	StageName *string `json:"stageName"`
	Position  int     `json:"position"`
	Done      bool    `json:"done"`
	// Config holds every setting of the run with its value.
	Config config `json:"config"`
	// Lambda2, KernelDim and Spectrum are those of the last spectrum; it is
	// that of Position whenever Busy is false.
	Lambda2   *float64  `json:"lambda2"`
	KernelDim *int      `json:"kernelDim"`
	Spectrum  []float64 `json:"spectrum"`
	Complete  bool      `json:"spectrumComplete"`
	// Loss is the sum, LossTerms its three weighted terms.
	// They and the bound belong to epoch LossEpoch, counted from 1, predictions
	// and accuracy to PredictionEpoch: in stages 8 and 9 that is one later.
	Loss      *float64            `json:"loss"`
	LossTerms map[string]*float64 `json:"lossTerms"`
	Accuracy  map[string]*float64 `json:"accuracy"`
	Bound     map[string]*float64 `json:"bound"`
	// Certificate is what the validation nodes say of the error, null with Bound.
	Certificate *CertificateState `json:"certificate"`
	Predictions []int             `json:"predictions"`
	Probability []float64         `json:"probabilities"`
	// LossEpoch and PredictionEpoch are null before the first.
	LossEpoch       *int                 `json:"lossEpoch"`
	PredictionEpoch *int                 `json:"predictionEpoch"`
	Selected        map[string]*int      `json:"selected"`
	History         map[string][]float64 `json:"history"`
	// ByHand is what the screen shows in place of the run, when a map or the
	// weights of frequency mixing (AFM) are changed by hand; everything else here is the run's.
	ByHand *ByHandState `json:"byHand"`
	Busy   bool         `json:"busy"`
	// Level is that of the page; at "look" Dial is the stop of its dial, and everything else here that of the stop's run, but for
	// Spectrum, Probability and History, which are empty there.
	Level string     `json:"level"`
	Dial  *DialState `json:"dial"`
	// OneEdge is the edge that fills the page, null for none.
	OneEdge *OneEdge `json:"oneEdge"`
	// Scene is that of the thread, from 0, Look itself, to 6; null away from it.
	Scene *int    `json:"scene"`
	Error *string `json:"error"`
}

// DialState is a stop of the dial at Look: of Stops from 0 on, with the accuracy on the test nodes and how many are wrong.
type DialState struct {
	Stop     int     `json:"stop"`
	Stops    int     `json:"stops"`
	Accuracy float64 `json:"accuracy"`
	Wrong    int     `json:"wrong"`
}

// config is a Config with its seed as JavaScript takes it.
type config struct {
	settings.Config
	Seed seed `json:"seed"`
}

// CertificateState is a bound on the error from Nodes nodes, null without any,
// at level Confidence if it is Valid; Reason says why it is or is not.
type CertificateState struct {
	Bound      *float64 `json:"bound"`
	Confidence float64  `json:"confidence"`
	Nodes      int      `json:"nodes"`
	Valid      bool     `json:"valid"`
	Reason     string   `json:"reason"`
}

// GraphState is the graph in a Snapshot.
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

// ByHandState is a look at another network: what was changed, and its answer.
type ByHandState struct {
	// What is "map", "mixing" or "file", the maps of the graph's file; Edge the changed edge or null.
	What        string              `json:"what"`
	Edge        *int                `json:"edge"`
	Gamma       []float64           `json:"gamma,omitempty"`
	Lambda2     *float64            `json:"lambda2"`
	KernelDim   *int                `json:"kernelDim"`
	Spectrum    []float64           `json:"spectrum"`
	Accuracy    map[string]*float64 `json:"accuracy"`
	Predictions []int               `json:"predictions"`
}

// byHand reports what is on the screen while something is changed by hand, nil otherwise.
func byHand(s *state.State) *ByHandState {
	if !s.ByHand.Shown() || s.Frame == nil {
		return nil
	}
	e := &ByHandState{What: "map", Edge: index(s.Edge()), Gamma: s.ByHand.Gamma, Accuracy: accuracies(s.Frame), Predictions: s.Frame.Pred,
		Spectrum: []float64{}}
	switch {
	case e.Gamma != nil:
		e.What, e.Edge = "mixing", nil
	case s.FileMaps() > 0:
		e.What, e.Edge = "file", nil
	}
	if v := s.Spectrum; v != nil {
		e.Lambda2, e.KernelDim, e.Spectrum = present(v.Lambda2, v.Lambda2 > 0), index(v.KernelDim), list(v.Values)
	}
	return e
}

// accuracies returns nil before the first prediction.
func accuracies(f *frame.Frame) map[string]*float64 {
	if f.Pred == nil {
		return nil
	}
	return map[string]*float64{"train": share(f.Accuracy.Train), "val": share(f.Accuracy.Val), "test": share(f.Accuracy.Test)}
}

// Take makes the snapshot of a state; busy reports whether it is unsettled.
func Take(s *state.State, busy bool) Snapshot {
	if s.View.Level == state.LevelLook && s.Opening != nil {
		if t, ok := dialled(s, busy); ok {
			return t
		}
	}
	t := Snapshot{Busy: busy, Level: s.View.Level, Spectrum: []float64{},
		Model: s.Config.Model, Config: config{s.Config, seed(s.Recipe.Seed)}, Reading: s.Config.Reading, Method: string(s.MethodShown()),
		Seed:     seed(s.Recipe.Seed),
		Selected: map[string]*int{"node": index(s.Node()), "edge": index(s.Edge())}}
	if s.Error != "" {
		t.Error = &s.Error
	}
	if g := s.Graph; g != nil {
		t.Graph = &GraphState{Name: g.Name, N: g.N, M: len(g.Edges) / 2, Features: g.Features, Classes: g.Classes,
			Homophily: g.EdgeHomophily, Components: g.Components, Train: len(g.Train), Val: len(g.Val), Test: len(g.Test)}
		t.Split = g.SplitName
	}
	f, v := s.Run()
	if f != nil {
		t.frame(f)
		t.certificate(s, f)
	}
	t.ByHand, t.OneEdge, t.Scene = byHand(s), oneEdge(s), index(s.SceneAt())
	if v != nil && len(v.Values) > 0 {
		t.Lambda2, t.KernelDim, t.Complete = present(v.Lambda2, v.Lambda2 > 0), index(v.KernelDim), v.Complete
		t.Spectrum = list(v.Values)
	}
	h := &s.History
	t.History = map[string][]float64{"ce": list(h.CE), "kl": list(h.KL), "spec": list(h.Spec), "train": shares(h.Train),
		"val": shares(h.Val), "test": shares(h.Test), "bound": list(h.Bound), "lambda2": list(h.Lambda2)}
	return t
}

// dialled is the snapshot of the run of a stop, not ok before the page has it.
func dialled(s *state.State, busy bool) (t Snapshot, ok bool) {
	if json.Unmarshal([]byte(s.Opening.State), &t) != nil || t.Graph == nil {
		return t, false
	}
	none := []float64{}
	t.OneEdge, t.Scene = oneEdge(s), index(s.SceneAt())
	t.Busy, t.Level, t.Spectrum, t.Selected = busy, s.View.Level, none, map[string]*int{"node": nil, "edge": nil}
	t.History = map[string][]float64{"ce": none, "kl": none, "spec": none, "train": none, "val": none, "test": none, "bound": none,
		"lambda2": none}
	if test := t.Accuracy["test"]; test != nil {
		t.Dial = &DialState{s.Opening.Stop, s.Opening.Stops, *test, int(math.Round((1 - *test) * float64(t.Graph.Test)))}
	}
	if s.Error != "" {
		t.Error = &s.Error
	}
	return t, true
}

func (t *Snapshot) frame(f *frame.Frame) {
	t.Epoch, t.Stage, t.Position, t.Done = f.Epoch, f.Stage, f.Position, f.Done
	if f.Stage > 0 {
		t.StageName = &stage.Names[f.Stage]
	}
	t.Accuracy, t.Predictions = accuracies(f), f.Pred
	if f.Calibrated != nil {
		t.Probability = list(f.Calibrated)
	}
	t.PredictionEpoch, t.LossEpoch = count(f.EpochOf(stage.Classes)), count(f.Judged)
	if f.Judged == 0 {
		return
	}
	t.Loss = number(f.Loss.Total)
	t.LossTerms = map[string]*float64{"ce": number(f.Loss.CE), "kl": number(f.Loss.KL), "spec": number(f.Loss.Spec)}
	b := &f.Bound
	t.Bound = map[string]*float64{
		"total": present(b.Total, b.HasTotal), "empirical": number(b.Empirical), "l_kl": number(b.LKL), "l_spec": present(b.LSpec, b.HasSpec),
		"c_het": number(b.CHet), "kl_sum": number(b.KLSum), "test_risk": present(b.TestRisk, f.Accuracy.Test >= 0),
		"test_loss":   share(b.TestLoss),
		"error_total": present(b.ErrorTotal, b.HasTotal), "delta": number(b.Delta),
		"clopper_pearson": present(b.ClopperPearson, len(b.CertifyNodes) > 0), "conformal_level": number(b.ConformalLevel),
		"conformal_coverage": present(b.ConformalCover, f.Accuracy.Test >= 0), "conformal_size": present(b.ConformalSize, f.Accuracy.Test >= 0),
		"ece": present(b.ECE, f.Accuracy.Test >= 0),
	}
}

// certificate reports what the validation nodes say of the error.
func (t *Snapshot) certificate(s *state.State, f *frame.Frame) {
	if f.Judged == 0 {
		return
	}
	b := &f.Bound
	c := &CertificateState{Confidence: 1 - b.Delta, Nodes: len(b.CertifyNodes)}
	c.Valid, c.Reason = s.Certified(f)
	if c.Nodes > 0 {
		c.Bound = number(b.ClopperPearson)
	}
	t.Certificate = c
}

// JSON is the snapshot as JSON.
func (t Snapshot) JSON() string { return written(t) }

// number is nil for what JSON cannot write.
func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// present is nil for what there is not, such as λ2 where none is above the kernel.
func present(x float64, there bool) *float64 {
	if !there {
		return nil
	}
	return number(x)
}

// share is an accuracy; -1 stands for an empty set.
func share(x float64) *float64 {
	if x < 0 {
		return nil
	}
	return number(x)
}

// shares are accuracies by epoch; an empty set has none.
func shares(x []float64) []float64 {
	if len(x) > 0 && x[len(x)-1] < 0 {
		return []float64{}
	}
	return list(x)
}

// count is nil for 0, which stands for none yet.
func count(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func index(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

// list is x, empty instead of nil.
func list(x []float64) []float64 {
	if x == nil {
		return []float64{}
	}
	return x
}
