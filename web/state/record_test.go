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
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }, "Zachary's karate club 3103 edb4eecd"},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}, "Zachary's karate club 0 93cc846c; Zachary's karate club 1 19c121cb; Zachary's karate club 9 109c28f7; " +
		"Zachary's karate club 52 fde9fc39; Zachary's karate club 53 ea7c45fe; Zachary's karate club 52 fde9fc39; " +
		"Zachary's karate club 0 8e435bb2; Zachary's karate club 0 8e435bb2"},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}, "Zachary's karate club 312 5af05b80; Zachary's karate club 20 b77d1fb5; Zachary's karate club 182 f7053e55; " +
		"Zachary's karate club 0 2a84d7bb; Zachary's karate club 41 756e8d6e; Zachary's karate club 40 8ef20a24"},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}, "Zachary's karate club 10 eb0886ad; Zachary's karate club 50 c2cdf201; Zachary's karate club 52 fde9fc39"},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Run{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Run{}).see().in(70, state.Seek{Position: 9}).do(state.Run{}).see()
	}, "Zachary's karate club 840 e1fc34bb; Zachary's karate club 1095 30b08c23; Zachary's karate club 3 e292794e; " +
		"Zachary's karate club 59 a58569a2; Zachary's karate club 116 b0b43d1e"},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Run{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Run{}).see()
	}, "Zachary's karate club 39 803fb64b; Zachary's karate club 263 8a147dd6"},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.Setting{Name: "dt", Value: "0.5"}).do(state.Run{}).see()
		th.do(state.Seek{Position: 100}).do(state.Setting{Name: "dt", Value: "1"}).see().do(state.Setting{Name: "d", Value: "99"}).see()
		th.do(state.Setting{Name: "channels", Value: "5"}, state.Setting{Name: "dt", Value: "-1"}, state.Setting{Name: "dt", Value: "0.7"})
		return th.see()
	}, "Zachary's karate club 1080 9d3b3930; Zachary's karate club 100 eeb05379; Zachary's karate club 100 eeb05379; " +
		"Zachary's karate club 100 57f34603"},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.Split{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: sgpc.MethodValidation}).see().do(state.Reading{Name: "code"}).see()
	}, "Zachary's karate club 315 a8893169; Zachary's karate club 315 e1432a04; Zachary's karate club 18 f2c2a1af; " +
		"Ring of 12 18 85be2f5f; Ring of 12 18 85be2f5f; Ring of 12 2961 05921994; Ring of 12 720 9179cd6e"},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Run{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.Setting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.Setting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Run{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}, "Zachary's karate club 475 d09c7ddb; Zachary's karate club 476 f1a9501a; Zachary's karate club 476 ed2982e2; " +
		"Zachary's karate club 476 f8c4aa5e; Zachary's karate club 540 329f815a; Ring of 12 0 d1f393aa"},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}, "Zachary's karate club 0 93cc846c; a 2310 20637329; a 2310 20637329; Zachary's karate club 3103 edb4eecd"},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 3}).do(state.PickEdge{Edge: 5}).see().do(state.PickNode{Node: 8}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: sgpc.StageDiffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}, "Zachary's karate club 156 f06acda0; Zachary's karate club 156 8562fa7b; Zachary's karate club 156 a4092beb; " +
		"Zachary's karate club 156 3005cdb7; Zachary's karate club 156 a97c91fc; Zachary's karate club 156 07e9b72c; " +
		"Zachary's karate club 156 533a5711; Zachary's karate club 156 d0687f2f"},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickEdge{Edge: 3})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}, "Zachary's karate club 104 8d247b24; Zachary's karate club 104 85751624"},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}, "Zachary's karate club, edited 0 92e20b38; Zachary's karate club, edited 0 6ec1af45; " +
		"Zachary's karate club, edited 0 92e20b38; Zachary's karate club 0 25add657; Zachary's karate club, edited 0 92e20b38"},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Zachary's karate club 90 93288f2f; Zachary's karate club 90 93288f2f; Ring of 12 2965 f9f39497"},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Run{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Ring of 12 443 4d12c70d; Zachary's karate club 56 1a0a40ec"},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}, "file zacharys-karate-club-trace.json a6b26121; file zacharys-karate-club.graphml 73463e09; " +
		"file zacharys-karate-club-weights.npz 5887a1b0; Zachary's karate club 104 3eb8b682"},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.Open{}}).see().do(state.Run{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}, "Zachary's karate club 0 46b65d6a; Zachary's karate club 208 4a1ec2a8; Zachary's karate club 208 449b82e2; " +
		"Zachary's karate club 40 1487d31f"},
	{"jobs", func(t *testing.T) *theatre {
		return play(t, karate()).jobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}, "job  44ab8873; job measure 1fadbdcf; job stop 7ec4189a; job blind 6538489c; job known 7430b60c; job node 320961fa"},
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
