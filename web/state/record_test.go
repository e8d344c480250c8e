package state_test

import (
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/record"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// doubtfulFile is a file of edges about which the page asks: its third column may be a class.
const doubtfulFile = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"

// karate returns the recipe of a link to the karate club, with settings as pairs of name and value.
func karate(settings ...string) recipe.Recipe {
	r := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, Version: recipe.Version}
	r.Settings = map[string]string{}
	for k := 0; k < len(settings); k += 2 {
		r.Settings[settings[k]] = settings[k+1]
	}
	return r
}

// sequences are lists of messages from a user, a link or a program, for simulations of the whole page (theatre_test.go). do applies
// messages, and record records the state. sendAfter and crashAfter set what happens during the next work, after a number of the worker's
// steps. These numbers have no meaning beyond the place in the work.
var sequences = []struct {
	name string // of the sequence in testdata/sequences.txt
	play func(t *testing.T) *simulation
}{
	{"first", func(t *testing.T) *simulation { return simulate(t, recipe.Recipe{}).record() }},
	{"steps", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).record()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			sim.do(state.Step{Unit: unit}).record()
		}
		return sim.do(state.Back{}).record().do(state.Back{Epoch: true}).record().do(state.Back{Stage: true}).record()
	}},
	{"seeks", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Train{Epochs: 6}).record().do(state.Seek{Position: 20}).record()
		sim.do(state.Scrub{Epoch: 3.5}).record()
		sim.do(state.Seek{}).record().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).record()
		return sim.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).record()
	}},
	{"quick", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).record()
		sim.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).record()
		return sim.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).record()
	}},
	{"pause", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).sendAfter(400, state.Pause{}).do(state.Train{}).record()
		sim.sendAfter(100, state.Toggle{}).do(state.Toggle{}).record().sendAfter(35, state.Cancel{}).do(state.Seek{Position: 3}).record()
		sim.sendAfter(95, state.Step{Unit: "inner"}).do(state.Train{}).record()
		return sim.sendAfter(70, state.Seek{Position: 9}).do(state.Train{}).record()
	}},
	{"slow", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Train{}).do(state.Pause{}).record()
		return sim.do(state.SetSpeed{Speed: state.SpeedFull}).sendAfter(100, state.Pause{}).do(state.Train{}).record()
	}},
	{"settings", func(t *testing.T) *simulation {
		sim := simulate(t, karate("epochs", "30")).sendAfter(300, state.SetSetting{Name: "dt", Value: "0.5"}).do(state.Train{}).record()
		sim.do(state.Seek{Position: 100}).do(state.SetSetting{Name: "dt", Value: "1"}).record()
		sim.do(state.SetSetting{Name: "d", Value: "99"}).record()
		sim.do(state.SetSetting{Name: "channels", Value: "5"}, state.SetSetting{Name: "dt", Value: "-1"},
			state.SetSetting{Name: "dt", Value: "0.7"})
		return sim.record()
	}},
	{"recipes", func(t *testing.T) *simulation {
		sim := simulate(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).record().do(state.SetSplit{Spec: "40/30/30"}).record()
		sim.do(state.Model{Name: "gcn"}).record().do(state.Open{Graph: "ring"}).record().do(state.Open{Graph: "no such graph"}).record()
		return sim.do(state.Method{Name: method.Validation}).record().do(state.Reading{Name: "code"}).record()
	}},
	{"crash", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).crashAfter(300).do(state.Train{}).advance(time.Minute).record()
		sim.do(state.Step{Unit: "inner"}).record().do(state.SetSetting{Name: "dt", Value: "0.5"}).record()
		sim.crashAfter(60).do(state.SetSetting{Name: "dt", Value: "2"}).advance(time.Minute).record().do(state.Train{Epochs: 2}).record()
		return sim.crashAfter(0).do(state.Open{Graph: "ring"}).advance(time.Minute).record()
	}},
	{"files", func(t *testing.T) *simulation {
		sim := simulate(t, karate())
		sim.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if sim.s.Check() == nil {
			t.Fatal("the page opens a doubtful file without a dialog")
		}
		sim.do(state.LeaveFiles{}).record().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		sim.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).record()
		return sim.do(state.CheckFiles{}).do(state.TakeFiles{}).record().do(state.Open{Graph: "karate"}).record()
	}},
	{"looks", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Train{Epochs: 3}).do(state.PickEdge{Edge: 6}).record().do(state.PickNode{Node: 9}).record()
		sim.do(state.Unroll{On: true}).record().do(state.Without{Edge: &[2]int{0, 8}}).record().do(state.Unroll{})
		sim.do(state.PickEigen{Index: 2}).record().do(state.SetPanel{Panel: state.PanelClaims}).record()
		return sim.do(state.PickStage{Stage: stage.Diffusion}).record().do(state.SetLayout{Layout: state.LayoutSpectral}).record()
	}},
	{"hand", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Train{Epochs: 2}).do(state.PickEdge{Edge: 4})
		return sim.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).record().do(state.PutBack{}).record()
	}},
	{"edits", func(t *testing.T) *simulation {
		sim := simulate(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).record().do(state.SketchAdd{X: 100, Y: 200}).record()
		return sim.do(state.Undo{}).record().do(state.Undo{}).record().do(state.Redo{}).record()
	}},
	{"link", func(t *testing.T) *simulation {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		sim := simulate(t, r).record().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).record()
		return sim.sendAfter(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).record()
	}},
	{"overtaken", func(t *testing.T) *simulation {
		sim := simulate(t, karate("epochs", "9")).sendAfter(40, state.Open{Graph: "ring"}).sendAfter(60, state.Seed{Text: "3"})
		sim.do(state.Train{}).record()
		return sim.sendAfter(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).record()
	}},
	{"exports", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Train{Epochs: 2})
		return sim.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).record()
	}},
	{"compare", func(t *testing.T) *simulation {
		sim := simulate(t, karate("epochs", "8")).do(state.Lab{Msg: lab.OpenCompare{}}).record().do(state.Train{Epochs: 4}).record()
		return sim.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).record().do(state.Seek{Position: 40}).record()
	}},
	{"figures", func(t *testing.T) *simulation {
		sim := simulate(t, karate()).do(state.Train{Epochs: 2}).do(state.PickNode{Node: 3}).recordFigures()
		sim.do(state.MoveFigure{Name: state.SliderFrame, At: 91}, state.MoveFigure{Name: state.SliderPlane, At: 1}).recordFigures()
		sim.do(state.PickStage{Stage: stage.Maps}).do(state.MoveFigure{Name: state.SliderCycle, At: 2}).recordFigures().record()
		sim.do(state.PickLasso{Nodes: []int{0, 1, 2}}).do(state.SetPanel{Panel: state.PanelNode}).recordFigures()
		sim.do(state.SetSetting{Name: "dt", Value: "0.5"}).recordFigures().do(state.Step{Unit: "epoch"}).recordFigures()
		return sim.crashAfter(20).do(state.Train{Epochs: 1}).advance(time.Minute).recordFigures().record()
	}},
	{"moment", func(t *testing.T) *simulation {
		r := karate()
		r.Position = 90
		r.View = recipe.View{Panel: "node", Node: 4, Seen: recipe.Seen{Known: 200, Full: state.FullUnrolled,
			Without: &recipe.Without{RemoveEdges: [][2]int{{0, 3}}}, Figure: []recipe.Slider{{Name: state.SliderFrame, At: 31}}}}
		sim := simulate(t, r).recordFigures().record().sendAfter(10, state.Step{Unit: "inner"})
		return sim.do(state.Link{Text: "#graph=ring"}).recordFigures().record()
	}},
	{"depth", func(t *testing.T) *simulation { return simulate(t, karate()).runJobs(proto.JobDepth) }},
	{"jobs", func(t *testing.T) *simulation {
		return simulate(t, karate()).runJobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}},
}

// Each sequence gives, step by step and to the last bit, the values of testdata/sequences.txt, which were recorded from this program.
func TestRecordedSequences(t *testing.T) {
	got := map[string][]record.Point{}
	for _, q := range sequences {
		got[q.name] = q.play(t).points
	}
	record.Check(t, "testdata/sequences.txt", got)
}
