package lab

import (
	"maps"

	"sheafscope/core/peer"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Dial is the way from a graph to a sheaf: one network of neural sheaf diffusion on the
// loaded graph, trained with each family of restriction maps, all else alike.
type Dial struct {
	Batch // a training for each stop
	Graph *proto.GraphInfo
}

// Stops are the families of maps on the dial, in its order: word and label of peer.MapChoices.
func Stops() [][2]string { return peer.MapChoices[1 : len(peer.MapChoices)-1] }

// Dialled is the run of a stop: neural sheaf diffusion on graph, split and seed of the page's
// run r, with its settings when r is such a network, else with the usual ones.
func Dialled(r recipe.Setup, maps string) recipe.Setup {
	r.Position, r.Method, r.Tuned = 0, "", recipe.Tuned{}
	if model, _ := r.Runs(); peer.Find(model).Reads("maps") == nil {
		r.Settings = nil
	}
	r.Model, r.Settings = "nsd-general", set(r.Settings, "maps", maps)
	return r
}

// set is a copy of a map, of settings say, with another value of one key.
func set[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[K]V{}
	}
	out[key] = value
	return out
}

// first is the run of the first stop.
func (*Dial) first(on Subject) recipe.Setup { return Dialled(on.Recipe, Stops()[0][0]) }

// startDial trains all stops.
func (s State) startDial(on Subject) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForDial)
	}
	var jobs []proto.Query
	for _, stop := range Stops() {
		jobs = append(jobs, proto.Query{Unit: proto.JobStop, Run: Dialled(on.Recipe, stop[0]), Files: on.Files})
	}
	s.Work, s.Dial = ForDial, Dial{newBatch(on, jobs), on.Graph}
	return s, []Command{RunJobs{jobs}}
}

// openStop gives the page the run of a stop at its best epoch.
func (s State) openStop(at int) (State, []Command) {
	d := &s.Dial
	if at < 0 || at >= len(d.Requests) || at >= len(d.Report.Results) || d.Report.Results[at].Outcome.BestEpoch == 0 {
		return s, nil
	}
	r := d.Requests[at].Run
	r.Position = d.Report.Results[at].Outcome.Position
	return s, []Command{Show{Recipe: r}}
}
