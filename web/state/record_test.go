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

const doubtfulFile = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"

func karate(settings ...string) recipe.Recipe {
	r := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}, Version: recipe.Version}
	r.Settings = map[string]string{}
	for k := 0; k < len(settings); k += 2 {
		r.Settings[settings[k]] = settings[k+1]
	}
	return r
}

// sequences are lists of messages from a user, a link, a program or a crashing worker.
var sequences = []struct {
	name string
	play func(t *testing.T) *theatre
}{
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Train{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Train{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Train{}).see().in(70, state.Seek{Position: 9}).do(state.Train{}).see()
	}},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Train{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Train{}).see()
	}},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.SetSetting{Name: "dt", Value: "0.5"}).do(state.Train{}).see()
		th.do(state.Seek{Position: 100}).do(state.SetSetting{Name: "dt", Value: "1"}).see().do(state.SetSetting{Name: "d", Value: "99"}).see()
		th.do(state.SetSetting{Name: "channels", Value: "5"}, state.SetSetting{Name: "dt", Value: "-1"}, state.SetSetting{Name: "dt",
			Value: "0.7"})
		return th.see()
	}},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.SetSplit{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: method.Validation}).see().do(state.Reading{Name: "code"}).see()
	}},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Train{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.SetSetting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.SetSetting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Train{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check() == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Train{Epochs: 3}).do(state.PickEdge{Edge: 6}).see().do(state.PickNode{Node: 9}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: stage.Diffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Train{Epochs: 2}).do(state.PickEdge{Edge: 4})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Train{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Train{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.OpenCompare{}}).see().do(state.Train{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}},
	{"figures", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Train{Epochs: 2}).do(state.PickNode{Node: 3}).figures()
		th.do(state.MoveFigure{Name: state.SliderFrame, At: 91}, state.MoveFigure{Name: state.SliderPlane, At: 1}).figures()
		th.do(state.PickStage{Stage: stage.Maps}).do(state.MoveFigure{Name: state.SliderCycle, At: 2}).figures().see()
		th.do(state.PickLasso{Nodes: []int{0, 1, 2}}).do(state.SetPanel{Panel: state.PanelNode}).figures()
		th.do(state.SetSetting{Name: "dt", Value: "0.5"}).figures().do(state.Step{Unit: "epoch"}).figures()
		return th.dies(20).do(state.Train{Epochs: 1}).rest(time.Minute).figures().see()
	}},
	{"moment", func(t *testing.T) *theatre {
		r := karate()
		r.Position = 90
		r.View = recipe.View{Panel: "node", Node: 4, Seen: recipe.Seen{Known: 200, Full: state.FullUnrolled,
			Without: &recipe.Without{RemoveEdges: [][2]int{{0, 3}}}, Figure: []recipe.Slider{{Name: state.SliderFrame, At: 31}}}}
		return play(t, r).figures().see().in(10, state.Step{Unit: "inner"}).do(state.Link{Text: "#graph=ring"}).figures().see()
	}},
	{"depth", func(t *testing.T) *theatre { return play(t, karate()).jobs(proto.JobDepth) }},
	{"jobs", func(t *testing.T) *theatre {
		return play(t, karate()).jobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}},
}

// TestRecordedSequences: each sequence shows, step by step, the recorded values of testdata/sequences.txt, to the last bit.
func TestRecordedSequences(t *testing.T) {
	seen := map[string][]record.Point{}
	for _, q := range sequences {
		seen[q.name] = q.play(t).acts
	}
	record.Check(t, "testdata/sequences.txt", seen)
}
