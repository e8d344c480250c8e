package lab

import (
	"sheafscope/core/anatomy"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Anatomy reports where the time of an epoch of the page's run goes. A worker of its own trains some epochs of that run
// from the start and times their parts.
type Anatomy struct {
	Batch
	Result client.Result
}

// Measured is what was measured, nil before.
func (a *Anatomy) Measured() *anatomy.Report { return a.Result.Outcome.Anatomy }

// dissected is the request for the page's run.
func dissected(on Subject) proto.Query {
	r := on.Recipe
	r.Position = 0
	return proto.Query{Unit: proto.JobAnatomy, Run: r, Files: on.Files}
}

// first is the run that is timed.
func (*Anatomy) first(on Subject) recipe.Run { return dissected(on).Run }

// startAnatomy times the run.
func (s State) startAnatomy(on Subject) (State, []Command) {
	switch {
	case on.Graph == nil || s.Anatomy.Running:
		return s, nil
	case s.Busy():
		return s, []Command{Say{busyText}}
	}
	s.Anatomy = Anatomy{Batch: newBatch(on, []proto.Query{dissected(on)})}
	return s, []Command{RunJobs{s.Anatomy.Requests}, Say{"Some epochs are timed."}}
}

// dissecting takes a report of the pool, or ends the run.
func (s State) dissecting(m Msg) (State, []Command) {
	report, ok := m.(Reported)
	if !ok {
		s.Anatomy = Anatomy{}
		return s, []Command{CancelJobs{}, Say{"The measurement is cancelled."}}
	}
	if s.Anatomy.take(report.Report) {
		s.Anatomy.Result = report.Report.Results[0]
		return s, []Command{Say{"The epochs are timed."}}
	}
	return s, nil
}
