package node

import (
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/view"
)

// Retrained is the view model of a training on the changed graph: its progress or, after it, the node's predictions with and without the
// change. On reports that it is running.
type Retrained struct {
	On       bool         `json:"on"`
	Off      bool         `json:"off"` // no training can start
	Fraction view.F       `json:"fraction"`
	Left     string       `json:"left"`
	Say      []view.Span  `json:"say,omitempty"`
	Now      []AnswerMark `json:"now,omitempty"`
	Note     string       `json:"note"`
}

// retrained returns the training for the present change. A changed graph can be trained, but not replaced maps.
func (u *unroller) retrained() *Retrained {
	r, c := &u.s.Lab.Retrain, u.w.Without
	v := &Retrained{On: u.s.Lab.Work == lab.ForRetrain, Off: c.Empty() || c.Maps != "" || u.s.Lab.Busy(), Fraction: view.F(r.Report.Fraction)}
	switch {
	case v.On:
		v.Left = view.RunsLeft(&r.Report)
		return v
	case c.Maps != "":
		v.Note = "Maps are replaced in the trained network only: put the learned ones back to train."
		return v
	case u.s.Lab.Busy():
		v.Note = "Other runs are under way; they come first."
		return v
	}

	// The two runs: on the graph as it is, and on the changed graph.
	unchanged, changed, ok := r.Of(u.s.Node(), c)
	if !ok {
		return v
	}
	for _, run := range []client.JobState{unchanged, changed} {
		if n := len(run.Outcome.Prob); run.Err != "" || n != len(u.x.Called) {
			v.Note = "The training failed: " + run.Err
			return v
		}
	}
	v.setOutcomes(u, &unchanged, &changed)
	return v
}

// setOutcomes sets the predictions and the test accuracies of both runs.
func (v *Retrained) setOutcomes(u *unroller, unchanged, changed *client.JobState) {
	before, after := unchanged.Outcome.Prob, changed.Outcome.Prob
	v.Now = u.marks(before, after)
	v.Say = view.Say("Trained anew with that: *", u.best(after), "*; as it is, trained anew: ", u.best(before), ".")
	tested := 0 // labelled test nodes
	for _, i := range changed.Outcome.Tested {
		if u.s.Graph.Labels[i] >= 0 {
			tested++
		}
	}
	if tested > 0 {
		v.Say = append(v.Say, view.Say(" Right on *", view.Pct(changed.Outcome.Test), "* of the "+words.Count(tested, "test node")+
			"; as it is, on ", view.Pct(unchanged.Outcome.Test), ".")...)
	}
	v.Note = "One run each, from the start, with this run’s settings, split and seed, at the best epoch by validation."
}
