package node

import (
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/view"
)

// Retrained is a training on a changed graph: its progress, or the node's predictions with and without the change.
type Retrained struct {
	On       bool         `json:"on"`
	Off      bool         `json:"off"` // no training can start
	Fraction view.F       `json:"fraction"`
	Left     string       `json:"left"`
	Say      []view.Span  `json:"say,omitempty"`
	Now      []AnswerMark `json:"now,omitempty"`
	Note     string       `json:"note"`
}

// retrained returns the training of the present change.
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
	asIs, changed, ok := r.Of(u.s.Node(), c)
	if !ok {
		return v
	}
	for _, q := range []client.JobState{asIs, changed} {
		if n := len(q.Outcome.Prob); q.Err != "" || n != len(u.x.Called) {
			v.Note = "The training failed: " + q.Err
			return v
		}
	}
	u.trained(v, &asIs, &changed)
	return v
}

// trained adds the outcomes of both runs.
func (u *unroller) trained(v *Retrained, asIs, changed *client.JobState) {
	before, after := asIs.Outcome.Prob, changed.Outcome.Prob
	v.Now = u.marks(before, after)
	v.Say = view.Say("Trained anew with that: *", u.best(after), "*; as it is, trained anew: ", u.best(before), ".")
	n := 0
	for _, i := range changed.Outcome.Tested {
		if u.s.Graph.Labels[i] >= 0 {
			n++
		}
	}
	if n > 0 {
		v.Say = append(v.Say, view.Say(" Right on *", view.Pct(changed.Outcome.Test), "* of the "+words.Count(n, "test node")+"; as it is, on ",
			view.Pct(asIs.Outcome.Test), ".")...)
	}
	v.Note = "One run each, from the start, with this run’s settings, split and seed, at the best epoch by validation."
}
