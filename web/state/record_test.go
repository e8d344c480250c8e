package state_test

import (
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
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
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }, "Zachary's karate club 3103 c7dd3f87"},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}, "Zachary's karate club 0 997dfba8; Zachary's karate club 1 f1ab9bcc; Zachary's karate club 9 71277526; " +
		"Zachary's karate club 52 ff58fd2b; Zachary's karate club 53 6130125d; Zachary's karate club 52 ff58fd2b; " +
		"Zachary's karate club 0 54ea835f; Zachary's karate club 0 54ea835f"},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}, "Zachary's karate club 312 350c41dc; Zachary's karate club 20 6cb4c240; Zachary's karate club 182 30049610; " +
		"Zachary's karate club 0 6d7dab3a; Zachary's karate club 41 3ef80622; Zachary's karate club 40 94cc3fb4"},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}, "Zachary's karate club 10 f0bbec72; Zachary's karate club 50 00b00742; Zachary's karate club 52 ff58fd2b"},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Run{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Run{}).see().in(70, state.Seek{Position: 9}).do(state.Run{}).see()
	}, "Zachary's karate club 840 2cac27c3; Zachary's karate club 1095 5be334df; Zachary's karate club 3 dd9bda63; " +
		"Zachary's karate club 59 73507201; Zachary's karate club 116 fb99cf03"},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Run{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Run{}).see()
	}, "Zachary's karate club 39 400ad9f5; Zachary's karate club 263 9cbad89b"},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.Setting{Name: "dt", Value: "0.5"}).do(state.Run{}).see()
		th.do(state.Seek{Position: 100}).do(state.Setting{Name: "dt", Value: "1"}).see().do(state.Setting{Name: "d", Value: "99"}).see()
		th.do(state.Setting{Name: "channels", Value: "5"}, state.Setting{Name: "dt", Value: "-1"}, state.Setting{Name: "dt", Value: "0.7"})
		return th.see()
	}, "Zachary's karate club 1080 3fb462f2; Zachary's karate club 100 f31cab68; Zachary's karate club 100 f31cab68; " +
		"Zachary's karate club 100 ebe4dcb1"},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.Split{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: sgpc.MethodValidation}).see().do(state.Reading{Name: "code"}).see()
	}, "Zachary's karate club 315 7107f2e4; Zachary's karate club 315 1ad0234b; Zachary's karate club 18 bac7a3f8; " +
		"Ring of 12 18 80c0753b; Ring of 12 18 80c0753b; Ring of 12 2961 bfbcaadb; Ring of 12 720 c1d204c3"},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Run{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.Setting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.Setting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Run{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}, "Zachary's karate club 475 01da46a0; Zachary's karate club 476 aa6bd80f; Zachary's karate club 476 4bd483a8; " +
		"Zachary's karate club 476 1411ac9b; Zachary's karate club 540 caf52024; Ring of 12 0 b0c41e19"},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}, "Zachary's karate club 0 997dfba8; a 2310 d732d31f; a 2310 d732d31f; Zachary's karate club 3103 c7dd3f87"},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 3}).do(state.PickEdge{Edge: 5}).see().do(state.PickNode{Node: 8}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: sgpc.StageDiffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}, "Zachary's karate club 156 20089a38; Zachary's karate club 156 2f875a08; Zachary's karate club 156 b6c504bb; " +
		"Zachary's karate club 156 b6464e6b; Zachary's karate club 156 c86a197c; Zachary's karate club 156 2f313f0d; " +
		"Zachary's karate club 156 88348d64; Zachary's karate club 156 882e722b"},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickEdge{Edge: 3})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}, "Zachary's karate club 104 aa9ce152; Zachary's karate club 104 5fb9f445"},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}, "Zachary's karate club, edited 0 f79551e8; Zachary's karate club, edited 0 b91bf195; " +
		"Zachary's karate club, edited 0 f79551e8; Zachary's karate club 0 65c67e32; Zachary's karate club, edited 0 f79551e8"},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Zachary's karate club 90 f7a5f26b; Zachary's karate club 90 f7a5f26b; Ring of 12 2965 0cce4fd6"},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Run{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Ring of 12 443 ec339492; Zachary's karate club 56 6b0040bd"},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}, "file zacharys-karate-club-trace.json a6b26121; file zacharys-karate-club.graphml 73463e09; " +
		"file zacharys-karate-club-weights.npz 5887a1b0; Zachary's karate club 104 78cb7368"},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.Open{}}).see().do(state.Run{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}, "Zachary's karate club 0 9de9084d; Zachary's karate club 208 d8b93bc0; Zachary's karate club 208 6719ebcb; " +
		"Zachary's karate club 40 4567574f"},
	{"jobs", func(t *testing.T) *theatre {
		return play(t, karate()).jobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}, "job  4fde2099; job measure ce415f38; job stop c77c544b; job blind 3a63c0fd; job known bcf18454; job node 01486b9c"},
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
