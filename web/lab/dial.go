package lab

import (
	"maps"
	"reflect"

	"sheafscope/core/peer"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Dial is the way from a graph to a sheaf: one network of neural sheaf diffusion on the
// loaded graph, trained with each family of restriction maps, all else alike.
type Dial struct {
	// Requests are the trainings, one a stop, Graph is what they are trained on.
	Requests []proto.Request
	Graph    *proto.GraphInfo
	Report   client.Report
	Running  bool
	key      int // of the graph
}

// Stops are the families of maps on the dial, in its order: word and label of peer.MapChoices.
func Stops() [][2]string { return peer.MapChoices[1 : len(peer.MapChoices)-1] }

// Dialled is the run of a stop: neural sheaf diffusion on graph, split and seed of the page's
// run r, with its settings when r is such a network, else with the usual ones.
func Dialled(r recipe.Run, maps string) recipe.Run {
	r.Position, r.Method, r.Tuned = 0, "", recipe.Tuned{}
	if model, _ := r.Runs(); peer.Find(model).Reads("maps") == nil {
		r.Settings = nil
	}
	r.Model, r.Settings = "nsd-general", set(r.Settings, "maps", maps)
	return r
}

// set is a copy of settings with another value of one.
func set(settings map[string]string, name, value string) map[string]string {
	out := maps.Clone(settings)
	if out == nil {
		out = map[string]string{}
	}
	out[name] = value
	return out
}

// stale reports whether the stops are no longer those of the page's run.
func (d *Dial) stale(on Subject) bool {
	return d.Graph != nil && (d.key != on.Key || !reflect.DeepEqual(Dialled(on.Recipe, Stops()[0][0]), d.Requests[0].Recipe))
}

// startDial trains all stops.
func (s State) startDial(on Subject) (State, []Command) {
	switch {
	case on.Graph == nil || s.Dial.Running:
		return s, nil
	case s.Busy():
		return s, []Command{Say{busyText}}
	}
	d := Dial{Graph: on.Graph, Running: true, key: on.Key}
	for _, stop := range Stops() {
		d.Requests = append(d.Requests, proto.Request{Unit: proto.JobStop, Recipe: Dialled(on.Recipe, stop[0]), Files: on.Files})
	}
	d.Report = client.Report{Results: make([]client.Result, len(d.Requests)), Total: len(d.Requests), Left: -1}
	s.Dial = d
	return s, []Command{RunJobs{d.Requests}}
}

// dialling takes a report of the pool, or ends the trainings.
func (s State) dialling(m Msg) (State, []Command) {
	d := &s.Dial
	report, ok := m.(Reported)
	if !ok {
		d.Running = false
		return s, []Command{CancelJobs{}, Say{"The training is cancelled; what was finished stays."}}
	}
	if report.Report.Total != len(d.Requests) {
		return s, nil // of an earlier batch
	}
	d.Report = report.Report
	if d.Report.Over {
		d.Running = false
		return s, []Command{Say{"All stops of the dial are trained."}}
	}
	return s, nil
}

// openStop gives the page the run of a stop at its best epoch.
func (s State) openStop(at int) (State, []Command) {
	d := &s.Dial
	if at < 0 || at >= len(d.Requests) || at >= len(d.Report.Results) || d.Report.Results[at].Outcome.BestEpoch == 0 {
		return s, nil
	}
	r := d.Requests[at].Recipe
	r.Position = d.Report.Results[at].Outcome.Position
	return s, []Command{Show{Recipe: r}}
}
