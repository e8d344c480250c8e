package lab

import (
	"maps"

	"sheafscope/core/peer"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Dial compares families of restriction maps, from a plain graph to a sheaf: one network of neural sheaf diffusion, trained on the
// loaded graph with each family and otherwise equal settings.
type Dial struct {
	Batch // one training for each stop
	Graph *proto.GraphInfo
}

// DialStops lists the families of maps in the order of the dial, as word and label of peer.MapChoices.
func DialStops() [][2]string { return peer.MapChoices[1 : len(peer.MapChoices)-1] }

// StopSetup returns the setup of a stop: neural sheaf diffusion on graph, split and seed of r. It keeps the settings of r where r
// is such a network, else it has the defaults.
func StopSetup(r recipe.Setup, maps string) recipe.Setup {
	r.Position, r.Method, r.Tuned = 0, "", recipe.Tuned{}
	if model, _ := r.Runs(); peer.Find(model).Reads("maps") == nil {
		r.Settings = nil
	}
	r.Model, r.Settings = "nsd-general", withKey(r.Settings, "maps", maps)
	return r
}

// withKey returns a copy of a map with one value set.
func withKey[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[K]V{}
	}
	out[key] = value
	return out
}

// first returns the setup of the first stop.
func (*Dial) first(on Subject) recipe.Setup { return StopSetup(on.Recipe, DialStops()[0][0]) }

// startDial starts the training of all stops.
func (s State) startDial(on Subject) (State, []Command) {
	if on.Graph == nil || s.Busy() {
		return s, s.refuse(ForDial)
	}
	var jobs []proto.Query
	for _, stop := range DialStops() {
		jobs = append(jobs, proto.Query{Unit: proto.JobStop, Run: StopSetup(on.Recipe, stop[0]), Files: on.Files})
	}
	s.Work, s.Dial = ForDial, Dial{newBatch(on, jobs), on.Graph}
	return s, []Command{RunJobs{jobs}}
}

// openStop loads the run of a stop at its best epoch.
func (s State) openStop(at int) (State, []Command) {
	d := &s.Dial
	if at < 0 || at >= len(d.Requests) || at >= len(d.Report.Results) || d.Report.Results[at].Outcome.BestEpoch == 0 {
		return s, nil
	}
	r := d.Requests[at].Run
	r.Position = d.Report.Results[at].Outcome.Position
	return s, []Command{ShowRun{Recipe: r}}
}
