package state_test

import (
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

const doubtfulFile = "0,1,0\n1,2,1\n2,3,1\n3,0,0\n0,2,0\n1,3,1\n"

func karate(settings ...string) recipe.Recipe {
	r := recipe.Recipe{Run: recipe.Run{Graph: "karate"}, Version: recipe.Version}
	r.Settings = map[string]string{}
	for k := 0; k < len(settings); k += 2 {
		r.Settings[settings[k]] = settings[k+1]
	}
	return r
}

// sequences are what a user, a link, a program or a dying worker may do, with what is seen in the end.
var sequences = []struct {
	name string
	play func(t *testing.T) *theatre
	want string
}{
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }, "Zachary's karate club 3103 60f4e562"},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}, "Zachary's karate club 0 840118b1; Zachary's karate club 1 a417d326; Zachary's karate club 9 acdd2355; " +
		"Zachary's karate club 52 a35576f9; Zachary's karate club 53 64205d15; Zachary's karate club 52 a35576f9; " +
		"Zachary's karate club 0 04889b53; Zachary's karate club 0 04889b53"},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}, "Zachary's karate club 312 1843cc3c; Zachary's karate club 20 ff16532d; Zachary's karate club 182 45a69fe6; " +
		"Zachary's karate club 0 a09ea31e; Zachary's karate club 41 cb54f27b; Zachary's karate club 40 81f6c6a7"},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}, "Zachary's karate club 10 48087ad9; Zachary's karate club 50 4a1a92f9; Zachary's karate club 52 a35576f9"},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Run{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Run{}).see().in(70, state.Seek{Position: 9}).do(state.Run{}).see()
	}, "Zachary's karate club 840 929b548a; Zachary's karate club 1095 6381b98f; Zachary's karate club 3 fc370397; " +
		"Zachary's karate club 59 6bb6768d; Zachary's karate club 116 350bba74"},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Run{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Run{}).see()
	}, "Zachary's karate club 39 cefd9156; Zachary's karate club 263 8512134d"},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.Setting{Name: "dt", Value: "0.5"}).do(state.Run{}).see()
		th.do(state.Seek{Position: 100}).do(state.Setting{Name: "dt", Value: "1"}).see().do(state.Setting{Name: "d", Value: "99"}).see()
		th.do(state.Setting{Name: "channels", Value: "5"}, state.Setting{Name: "dt", Value: "-1"}, state.Setting{Name: "dt", Value: "0.7"})
		return th.see()
	}, "Zachary's karate club 1080 88669826; Zachary's karate club 100 ccee5d3e; Zachary's karate club 100 ccee5d3e; " +
		"Zachary's karate club 100 b34c2b02"},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.Split{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: method.Validation}).see().do(state.Reading{Name: "code"}).see()
	}, "Zachary's karate club 315 23afa791; Zachary's karate club 315 b9985521; Zachary's karate club 18 2bd4eac5; " +
		"Ring of 12 18 553cb047; Ring of 12 18 553cb047; Ring of 12 2961 99d37a41; Ring of 12 720 a336b1ad"},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Run{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.Setting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.Setting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Run{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}, "Zachary's karate club 475 5ba636c4; Zachary's karate club 476 9f3a81d5; Zachary's karate club 476 9d9db422; " +
		"Zachary's karate club 476 9f5703f8; Zachary's karate club 540 378a52e7; Ring of 12 0 19d588f9"},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check() == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}, "Zachary's karate club 0 840118b1; a 2310 21efc539; a 2310 2ea31e52; Zachary's karate club 3103 15e5baba"},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 3}).do(state.PickEdge{Edge: 5}).see().do(state.PickNode{Node: 8}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: stage.Diffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}, "Zachary's karate club 156 65019b43; Zachary's karate club 156 9911b3b3; Zachary's karate club 156 33ddff24; " +
		"Zachary's karate club 156 25b503c6; Zachary's karate club 156 2dfc1b12; Zachary's karate club 156 63562b4a; " +
		"Zachary's karate club 156 1188f783; Zachary's karate club 156 8bedaf9f"},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickEdge{Edge: 3})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}, "Zachary's karate club 104 a727554a; Zachary's karate club 104 81796547"},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}, "Zachary's karate club, edited 0 b47b75d7; Zachary's karate club, edited 0 e84e158c; " +
		"Zachary's karate club, edited 0 b47b75d7; Zachary's karate club 0 df60d770; Zachary's karate club, edited 0 b47b75d7"},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Zachary's karate club 90 b3561f4f; Zachary's karate club 90 b3561f4f; Ring of 12 2965 809e36ba"},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Run{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Ring of 12 443 29ae0880; Zachary's karate club 56 19037325"},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}, "file zacharys-karate-club-trace.json fa1439cd; file zacharys-karate-club.graphml 73463e09; " +
		"file zacharys-karate-club-weights.npz 5887a1b0; Zachary's karate club 104 b7d41120"},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.Open{}}).see().do(state.Run{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}, "Zachary's karate club 0 19d56723; Zachary's karate club 208 8a764bd6; Zachary's karate club 208 17d52fe0; " +
		"Zachary's karate club 40 f6d62e1b"},
	{"figures", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickNode{Node: 2}).figures()
		th.do(state.MoveFigure{Name: state.SliderFrame, At: 91}, state.MoveFigure{Name: state.SliderPlane, At: 1}).figures()
		th.do(state.PickStage{Stage: stage.Maps}).do(state.MoveFigure{Name: state.SliderCycle, At: 2}).figures().see()
		th.do(state.PickLasso{Nodes: []int{0, 1, 2}}).do(state.SetPanel{Panel: state.PanelNode}).figures()
		th.do(state.Setting{Name: "dt", Value: "0.5"}).figures().do(state.Step{Unit: "epoch"}).figures()
		return th.dies(20).do(state.Run{Epochs: 1}).rest(time.Minute).figures().see()
	}, "figures 4db86e14; figures 9e66b512; figures 732e5342; Zachary's karate club 104 aa1c74d4; figures 1143ffc5; " +
		"figures ea8de9c5; figures ea8de9c5; figures 9c86a26c; Zachary's karate club 144 f10eae1a"},
	{"moment", func(t *testing.T) *theatre {
		r := karate()
		r.Position = 90
		r.View = recipe.View{Panel: "node", Node: 4, Seen: recipe.Seen{Known: 200, Full: state.FullUnrolled,
			Without: &recipe.Without{RemoveEdges: [][2]int{{0, 3}}}, Figure: []recipe.Slider{{Name: state.SliderFrame, At: 31}}}}
		return play(t, r).figures().see().in(10, state.Step{Unit: "inner"}).do(state.Link{Text: "#graph=ring"}).figures().see()
	}, "figures f42a8499; Zachary's karate club 90 d5a4fa17; figures 6d433353; Ring of 12 55 3677f6e9"},
	{"depth", func(t *testing.T) *theatre { return play(t, karate()).jobs(proto.JobDepth) }, "job depth 5e2d79f6"},
	{"jobs", func(t *testing.T) *theatre {
		return play(t, karate()).jobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}, "job  f9ead5f7; job measure dfa5ed3d; job stop 6b64d151; job blind 2400fea2; job known e2f3b8f6; job node 28013b0c"},
}

// What is seen in the end of each sequence stays what it was recorded as, to the last bit.
func TestRecordedSequences(t *testing.T) {
	for _, q := range sequences {
		t.Run(q.name, func(t *testing.T) {
			if got := strings.Join(q.play(t).acts, "; "); got != q.want {
				t.Errorf("seen\n%s\nrecorded\n%s", got, q.want)
			}
		})
	}
}
