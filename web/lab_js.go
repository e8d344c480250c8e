//go:build js && wasm

package web

import (
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view/results"
)

// This file connects package lab with its workers and its islands, the scripts that draw.

// Workers starts workers beside the worker of the page's run.
type Workers interface {
	// Pool returns a pool with a worker for each core, at most client.MaxWorkers.
	Pool() *client.Pool
	// Second starts another worker and returns its client.
	Second(handler func(proto.Reply)) *client.Client
}

// labWorkers has the workers of package lab, and draws the comparison.
type labWorkers struct {
	page   *Page
	pool   *client.Pool   // workers of tables, searches and experiments, nil before the first batch
	second *client.Client // worker of the second run, nil without a comparison
	drawn  compareKey     // key of the drawn comparison
}

// compareKey has all values on which the picture of the comparison depends.
type compareKey struct {
	pictures pictureKey
	version  int // 1 + Version of [lab.State], 0 without a comparison
}

// execute carries out a command of package lab that concerns workers; package state carries out all others. execute does nothing if the
// page has no Workers. RunJobs starts the pool with the first batch, and OpenB starts the worker of the second run. Any other command is
// ignored while its workers are not started.
func (b *labWorkers) execute(c lab.Command) {
	workers := b.page.Workers
	if workers == nil {
		return
	}
	switch c := c.(type) {
	case lab.RunJobs:
		if b.pool == nil {
			b.pool = workers.Pool()
		}
		b.pool.Run(c.Jobs, func(r client.PoolState) { b.page.Dispatch(state.Lab{Msg: lab.Reported{Report: r}}) })
	case lab.CancelJobs:
		if b.pool != nil {
			b.pool.Cancel()
		}
	case lab.OpenB:
		b.close()
		b.second = workers.Second(func(r proto.Reply) { b.page.Dispatch(state.Lab{Msg: lab.FromB{Reply: r}}) })
	case lab.CloseB:
		b.close()
	case lab.SendB:
		if b.second != nil {
			b.second.Aim(c.Goal)
		}
	}
}

// close stops the worker of the second run, if there is one.
func (b *labWorkers) close() {
	if b.second != nil {
		b.second.Close()
	}
	b.second = nil
}

// draw passes the comparison to its island if the key has changed. Without a comparison or a graph it passes null once, for which the
// island removes the picture.
func (b *labWorkers) draw() {
	s := &b.page.app.State
	if !s.Lab.Compare.On || s.Graph == nil {
		if b.drawn.version != 0 {
			b.drawn = compareKey{}
			b.page.update("compare", "null")
		}
		return
	}
	key := compareKey{pictureKeyOf(s), 1 + s.Lab.Version}
	if key == b.drawn {
		return
	}
	b.drawn = key
	b.page.update("compare", toJSON(results.NewCompare(s)))
}

// labEvents has the events of tables, searches, experiments and comparison. A row has a kind of the event "lab", and the message of an
// event of this kind. For example, the event {kind: "choose", name: "gcn", value: "true"} gives the message SelectModel.
var labEvents = table{
	{"choose", func(d detail) state.Msg { return state.Lab{Msg: lab.SelectModel{Key: d.Name, On: d.Value == "true"}} }},
	{"count", func(d detail) state.Msg { return state.Lab{Msg: lab.SetRuns{Runs: d.Index}} }},
	{"maps", func(detail) state.Msg { return state.Lab{Msg: lab.StartMaps{}} }},
	{"dial", func(detail) state.Msg { return state.Lab{Msg: lab.StartDial{}} }},
	{"depth", func(detail) state.Msg { return state.Lab{Msg: lab.StartDepth{}} }},
	{"showdepth", func(d detail) state.Msg { return state.Lab{Msg: lab.ShowDepth{Model: d.Name, Set: d.Value}} }},
	{"depthrows", func(d detail) state.Msg { return state.Lab{Msg: lab.StoredDepth{Text: d.Text}} }},
	{"heat", func(detail) state.Msg { return state.Lab{Msg: lab.StartHeat{}} }},
	{"heatmap", func(d detail) state.Msg { return state.Lab{Msg: lab.StoredHeat{Text: d.Text}} }},
	{"papers", func(d detail) state.Msg { return state.Lab{Msg: lab.StoredPaper{Text: d.Text}} }},
	{"heataxis", func(d detail) state.Msg { return state.Lab{Msg: lab.HeatAxis{Name: d.Value}} }},
	{"stop", func(d detail) state.Msg { return state.Lab{Msg: lab.OpenStop{At: d.Index}} }},
	{"openrun", func(d detail) state.Msg { return state.Lab{Msg: lab.OpenRun{Job: d.Index, Node: d.A}} }},
	{"start", func(detail) state.Msg { return state.Lab{Msg: lab.StartResults{}} }},
	{"cancel", func(detail) state.Msg { return state.Lab{Msg: lab.Cancel{}} }},
	{"tune", func(detail) state.Msg { return state.Method{Name: state.MethodAuto} }}, // the choice of this method starts a search
	{"figure", func(d detail) state.Msg { return state.Lab{Msg: lab.RunFigure{ID: d.Name, On: d.Value}} }},
	{"cell", func(d detail) state.Msg { return state.Lab{Msg: lab.RunCell{Dataset: d.Name, Model: d.Value}} }},
	{"toggle", func(d detail) state.Msg {
		return state.Lab{Msg: lab.ToggleVariant{ID: d.Name, Variant: d.Text, On: d.Value == "true"}}
	}},
	{"savefigure", func(d detail) state.Msg { return state.Lab{Msg: lab.SaveFigure{ID: d.Name}} }},
	{"copy", func(d detail) state.Msg { return state.Lab{Msg: lab.CopyResults{Format: d.Value}} }},
	{"open", func(detail) state.Msg { return state.Lab{Msg: lab.OpenCompare{}} }},
	{"close", func(detail) state.Msg { return state.Lab{Msg: lab.CloseCompare{}} }},
	{"a", func(d detail) state.Msg { return state.ModelKey{Key: d.Value} }}, // the model of the page's run, which is run A
	{"change", func(d detail) state.Msg { return state.Lab{Msg: lab.ChangeB{Field: d.Name, Value: d.Value}} }},
}
