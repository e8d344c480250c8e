package lab

import (
	"reflect"

	"sheafscope/core/anatomy"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
)

// Anatomy tells where the time of an epoch of the page's run goes. A worker of its own trains some epochs of that run
// from the start and times their parts.
type Anatomy struct {
	Running bool
	Result  client.Result

	request proto.Request // of no unit before anything was asked for
	key     int           // of the graph
}

// Report is what was measured, nil before.
func (a *Anatomy) Report() *anatomy.Report { return a.Result.Outcome.Anatomy }

// dissected is the request for the page's run.
func dissected(on Subject) proto.Request {
	r := on.Recipe
	r.Position = 0
	return proto.Request{Unit: proto.JobAnatomy, Recipe: r, Files: on.Files}
}

// stale reports whether the run is no longer the page's.
func (a *Anatomy) stale(on Subject) bool {
	return a.request.Unit != "" && (a.key != on.Key || !reflect.DeepEqual(a.request.Recipe, dissected(on).Recipe))
}

// startAnatomy times the run.
func (s State) startAnatomy(on Subject) (State, []Command) {
	switch {
	case on.Graph == nil || s.Anatomy.Running:
		return s, nil
	case s.Busy():
		return s, []Command{Say{busyText}}
	}
	s.Anatomy = Anatomy{Running: true, request: dissected(on), key: on.Key}
	return s, []Command{RunJobs{[]proto.Request{s.Anatomy.request}}, Say{"Some epochs are timed."}}
}

// dissecting takes a report of the pool, or ends the run.
func (s State) dissecting(m Msg) (State, []Command) {
	report, ok := m.(Reported)
	switch {
	case !ok:
		s.Anatomy = Anatomy{}
		return s, []Command{CancelJobs{}, Say{"The measurement is cancelled."}}
	case report.Report.Over && len(report.Report.Results) == 1:
		s.Anatomy.Running, s.Anatomy.Result = false, report.Report.Results[0]
		return s, []Command{Say{"The epochs are timed."}}
	}
	return s, nil
}
