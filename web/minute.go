package web

import (
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// The first minute is what greets who has never been here: a dial from a graph to a
// sheaf, whose stops the build has trained by the same code that the page runs, hence
// with the same numbers to the last digit.

// Minute is the model of the greeting.
type Minute struct {
	// Run is what every stop shares, as load() of the page takes it; a stop adds "maps" to its settings, and its position.
	Run  MinuteRun `json:"run"`
	Dial view.Dial `json:"dial"`
	// Lead says what is seen.
	Lead string `json:"lead"`
}

// MinuteRun is a recipe as load() takes it.
type MinuteRun struct {
	Graph    string            `json:"graph"`
	Model    string            `json:"model"`
	Seed     uint64            `json:"seed"`
	Settings map[string]string `json:"settings"`
}

// minuteRun is a graph on which the maps matter, small enough to be trained with every build.
var minuteRun = MinuteRun{Graph: "friends:n=160,seed=1", Model: "nsd-general", Seed: 1, Settings: map[string]string{"epochs": "200"}}

const minuteNote = "Friends and rivals: neighbours who show the same temper mostly share the class, others mostly differ. " +
	"One graph, one seed, one run a stop: another seed gives other numbers. Energy and spectrum are of the last layer."

// NewMinute trains the stops.
func NewMinute() (Minute, error) {
	m := Minute{Run: minuteRun}
	s, err := openState(recipe.Recipe{Run: recipe.Run{Graph: m.Run.Graph, Model: m.Run.Model, Seed: m.Run.Seed, Settings: m.Run.Settings}})
	if err != nil {
		return m, err
	}
	s, cmds := state.Update(s, state.Lab{Msg: lab.StartDial{}})
	for _, c := range cmds {
		if c, ok := c.(state.LabCommand); ok {
			if jobs, ok := c.Command.(lab.RunJobs); ok {
				s, _ = state.Update(s, state.Lab{Msg: lab.Reported{Report: train(jobs.Jobs)}})
			}
		}
	}
	m.Dial = view.NewDial(&s)
	for _, stop := range m.Dial.Stops {
		if !stop.Done {
			return m, errors.New("the first minute: a stop is not trained: " + stop.Failed)
		}
	}
	m.Dial.Note = minuteNote
	m.Lead = fmt.Sprintf("In the graph below, colour and shape show which of %d classes a network has learned to predict for each of "+
		"%d nodes, from %d features and %d edges; a ring marks a wrong one.", s.Graph.Classes, s.Graph.N, s.Graph.Features, len(s.Graph.Edges)/2)
	return m, nil
}

// train does jobs as a pool of workers does.
func train(jobs []proto.Request) client.Report {
	r := client.Report{Total: len(jobs), Done: len(jobs), Over: true, Fraction: 1}
	for k, j := range jobs {
		h := &firstHost{}
		worker := session.New(h, session.Core{})
		j.Kind, j.Gen, j.Seq = proto.Job, 1, k+1
		worker.Post(j)
		worker.Drain()
		last := h.replies[len(h.replies)-1]
		one := client.Result{Done: true, Err: last.Message}
		if last.Outcome != nil {
			one.Outcome = *last.Outcome
		}
		r.Results = append(r.Results, one)
	}
	return r
}

// Script is the greeting's model as a script that sets sheafscopeMinute.
func (m Minute) Script() ([]byte, error) {
	b, err := json.Marshal(m)
	return fmt.Appendf(nil, "globalThis.sheafscopeMinute = %s;\n", b), err
}
