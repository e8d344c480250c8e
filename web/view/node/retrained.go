package node

// This file has the training on a graph that the user has changed by hand. Two runs start anew, on the graph as it is and on the changed
// graph, so that their difference is the effect of the change.

import (
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/view"
)

// Retrained is the view model of two trainings: on the given graph, and on the graph with the changes by hand.
type Retrained struct {
	// On reports that the trainings proceed. Fraction is the finished share, from 0 to 1. Left is the text of the remaining time, and ""
	// unless the trainings proceed.
	On       bool   `json:"on"`
	Off      bool   `json:"off"` // no training can start
	Fraction view.F `json:"fraction"`
	Left     string `json:"left"`
	// Say and Now compare the predictions of the node after the two trainings. They are nil until both trainings have succeeded.
	Say  []view.Span  `json:"say,omitempty"`
	Now  []AnswerMark `json:"now,omitempty"`
	Note string       `json:"note"` // the reason for a missing comparison, the method of the trainings, or "" without either
}

// retrained returns the view model of the trainings for the present change. While they proceed, it has the remaining time. Once both have
// ended for the present node and change, it has the comparison, or a note on a failed run.
func (u *unroller) retrained() *Retrained {
	r, change := &u.s.Lab.Retrain, u.explanation.Without
	replacesMaps := change.Maps != ""
	v := &Retrained{On: u.s.Lab.Work == lab.ForRetrain, Off: change.Empty() || replacesMaps || u.s.Lab.Busy(),
		Fraction: view.F(r.Report.Fraction)}
	switch {
	case v.On:
		v.Left = view.RunsLeft(&r.Report)
		return v
	case replacesMaps: // a training would learn the maps anew
		v.Note = "Maps are replaced in the trained network only: put the learned ones back to train."
		return v
	case u.s.Lab.Busy():
		v.Note = "Other runs are under way; they come first."
		return v
	}

	// The two finished runs: on the graph as it is, and on the changed graph.
	unchanged, changed, ok := r.Of(u.s.Node(), change)
	if !ok { // not trained yet, or trained for another node or change
		return v
	}
	for _, run := range []client.JobState{unchanged, changed} {
		hasPrediction := len(run.Outcome.Prob) == len(u.parts.Called) // a probability for each class
		if run.Err != "" || !hasPrediction {
			v.Note = "The training failed: " + run.Err
			return v
		}
	}
	v.setOutcomes(u, &unchanged, &changed)
	return v
}

// setOutcomes sets the sentence and the marks that compare the node's predictions and the test accuracies of the two runs. It omits the
// accuracies if no test node has a label.
func (v *Retrained) setOutcomes(u *unroller, unchanged, changed *client.JobState) {
	// The node's class probabilities on the two graphs, both after training.
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
