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
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }, "Zachary's karate club 3102 6aa98a8d"},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}, "Zachary's karate club 0 b669954c; Zachary's karate club 1 e5edc6b6; Zachary's karate club 9 c793905f; " +
		"Zachary's karate club 52 a48c0c88; Zachary's karate club 53 fafe02b5; Zachary's karate club 52 a48c0c88; " +
		"Zachary's karate club 0 8e96a255; Zachary's karate club 0 8e96a255"},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}, "Zachary's karate club 312 31784730; Zachary's karate club 20 2034dc0d; Zachary's karate club 182 5de906fd; " +
		"Zachary's karate club 0 692f334a; Zachary's karate club 41 0a38faee; Zachary's karate club 40 2109b2bc"},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}, "Zachary's karate club 10 343a168e; Zachary's karate club 50 dff7a69d; Zachary's karate club 52 a48c0c88"},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Run{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Run{}).see().in(70, state.Seek{Position: 9}).do(state.Run{}).see()
	}, "Zachary's karate club 840 a4a1caf1; Zachary's karate club 1095 ec01d6fd; Zachary's karate club 3 8af85f6c; " +
		"Zachary's karate club 59 c9b5eee2; Zachary's karate club 116 2e7fa122"},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Run{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Run{}).see()
	}, "Zachary's karate club 39 88ea6b1c; Zachary's karate club 263 1c513db7"},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.Setting{Name: "dt", Value: "0.5"}).do(state.Run{}).see()
		th.do(state.Seek{Position: 100}).do(state.Setting{Name: "dt", Value: "1"}).see().do(state.Setting{Name: "d", Value: "99"}).see()
		th.do(state.Setting{Name: "channels", Value: "5"}, state.Setting{Name: "dt", Value: "-1"}, state.Setting{Name: "dt", Value: "0.7"})
		return th.see()
	}, "Zachary's karate club 1080 6d648209; Zachary's karate club 100 53478780; Zachary's karate club 100 53478780; " +
		"Zachary's karate club 100 4986a4c4"},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.Split{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: sgpc.MethodValidation}).see().do(state.Reading{Name: "code"}).see()
	}, "Zachary's karate club 315 57a082e5; Zachary's karate club 315 b8a2c7e9; Zachary's karate club 18 24727b0f; " +
		"Ring of 12 18 5c4ab2bf; Ring of 12 18 5c4ab2bf; Ring of 12 2961 de9a7d7d; Ring of 12 720 f3f1425e"},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Run{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.Setting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.Setting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Run{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}, "Zachary's karate club 475 55b8bb23; Zachary's karate club 476 10df5188; Zachary's karate club 476 b021761e; " +
		"Zachary's karate club 476 432c2b41; Zachary's karate club 540 ff8b103f; Ring of 12 0 e277dbe1"},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}, "Zachary's karate club 0 b669954c; a 2310 39c2ad73; a 2310 39c2ad73; Zachary's karate club 3102 6aa98a8d"},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 3}).do(state.PickEdge{Edge: 5}).see().do(state.PickNode{Node: 8}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: sgpc.StageDiffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}, "Zachary's karate club 156 8a8876fd; Zachary's karate club 156 eb3a4057; Zachary's karate club 156 d9f2ccbd; " +
		"Zachary's karate club 156 cf3e488b; Zachary's karate club 156 2ea5e319; Zachary's karate club 156 078bdb4f; " +
		"Zachary's karate club 156 9ae57108; Zachary's karate club 156 1059cf10"},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickEdge{Edge: 3})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}, "Zachary's karate club 104 7404ea19; Zachary's karate club 104 c3d11a04"},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}, "Zachary's karate club, edited 0 f6c5c3c8; Zachary's karate club, edited 0 e563c7be; " +
		"Zachary's karate club, edited 0 f6c5c3c8; Zachary's karate club 0 26632114; Zachary's karate club, edited 0 f6c5c3c8"},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Zachary's karate club 90 d84dfb61; Zachary's karate club 90 d84dfb61; Ring of 12 2965 e8db5f88"},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Run{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Ring of 12 443 1c513b8b; Zachary's karate club 56 3b39d988"},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}, "file zacharys-karate-club-trace.json 34d2ed04; file zacharys-karate-club.graphml d34c1d05; " +
		"file zacharys-karate-club-weights.npz 9b78a207; Zachary's karate club 104 bbbb3062"},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.Open{}}).see().do(state.Run{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}, "Zachary's karate club 0 2bdac628; Zachary's karate club 208 1d576e21; Zachary's karate club 208 ab40ab85; " +
		"Zachary's karate club 40 7a932460"},
	{"jobs", func(t *testing.T) *theatre {
		return play(t, karate()).jobs("", proto.JobMeasure, proto.JobStop, proto.JobBlind, proto.JobKnown, proto.JobNode)
	}, "job  4fde2099; job measure d79d909f; job stop 99ff9b0e; job blind 3a63c0fd; job known bcf18454; job node 30c0be2b"},
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
