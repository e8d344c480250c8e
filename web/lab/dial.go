package lab

import (
	"maps"

	"sheafscope/core/peer"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles the dial. A stop of the dial is a family of restriction maps.

// Dial compares families of restriction maps, from a plain graph to a sheaf. The pool of workers trains a network of neural sheaf diffusion
// on the loaded graph with each family; all other settings are equal.
type Dial struct {
	Batch                  // one training for each stop
	Graph *proto.GraphInfo // graph of the trainings
}

// DialStops lists the families of maps in the order of the dial, as pairs (word, label) of peer.MapChoices. Two choices there are no stops:
// the first, "learned", which stands for the maps of the model itself, and the last, "zero".
func DialStops() [][2]string { return peer.MapChoices[1 : len(peer.MapChoices)-1] }

// StopSetup returns the setup of a stop: neural sheaf diffusion on the graph, split and seed of r, with kind as the value of the setting
// "maps". If the model of r is a peer with this setting, the stop has the other settings of r. Otherwise it has the default settings.
func StopSetup(r recipe.Setup, kind string) recipe.Setup {
	r.Position, r.Method, r.Tuned = 0, "", recipe.Tuned{} // from the start, without the set of settings and the search of r
	model, _ := r.Runs()
	hasMaps := peer.Find(model).Reads("maps") != nil // false for SGPC, which is no peer
	if !hasMaps {
		r.Settings = nil
	}
	r.Model, r.Settings = "nsd-general", withKey(r.Settings, "maps", kind)
	return r
}

// withKey returns a copy of the map m that maps key to value.
func withKey[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[K]V{}
	}
	out[key] = value
	return out
}

// first returns the setup that the first training of a new batch would have: the setup of the first stop.
func (*Dial) first(page Subject) recipe.Setup { return StopSetup(page.Recipe, DialStops()[0][0]) }

// startDial starts the trainings of all stops. Without a graph, or while the pool is busy, it starts nothing, and returns the
// announcement of refuse.
func (s State) startDial(page Subject) (State, []Command) {
	if page.Graph == nil || s.Busy() {
		return s, s.refuse(ForDial)
	}
	var jobs []proto.Query
	for _, stop := range DialStops() {
		jobs = append(jobs, proto.Query{Unit: proto.JobStop, Run: StopSetup(page.Recipe, stop[0]), Files: page.Files})
	}
	s.Work, s.Dial = ForDial, Dial{newBatch(page, jobs), page.Graph}
	return s, []Command{RunJobs{jobs}}
}

// openStop loads the run of stop k, counted from 0, at its best epoch. It does nothing if this stop has no successful training.
func (s State) openStop(k int) (State, []Command) {
	d := &s.Dial
	if k < 0 || k >= len(d.Requests) || k >= len(d.Report.Results) { // no such stop, or no batch yet
		return s, nil
	}
	outcome := d.Report.Results[k].Outcome
	if outcome.BestEpoch == 0 { // the training has not ended, or has failed: epochs count from 1
		return s, nil
	}
	r := d.Requests[k].Run
	r.Position = outcome.Position
	return s, []Command{ShowRun{Recipe: r}}
}
