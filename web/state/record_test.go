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
	{"first", func(t *testing.T) *theatre { return play(t, recipe.Recipe{}).see() }, "Zachary's karate club 3102 d87990ea"},
	{"steps", func(t *testing.T) *theatre {
		th := play(t, karate()).see()
		for _, unit := range []string{"inner", "stage", "epoch", "inner"} {
			th.do(state.Step{Unit: unit}).see()
		}
		return th.do(state.Back{}).see().do(state.Back{Epoch: true}).see().do(state.Back{Stage: true}).see()
	}, "Zachary's karate club 0 8fca7317; Zachary's karate club 1 07341a72; Zachary's karate club 9 7eaf1fac; " +
		"Zachary's karate club 52 9dcfdfac; Zachary's karate club 53 f0b77b32; Zachary's karate club 52 9dcfdfac; " +
		"Zachary's karate club 0 9562f116; Zachary's karate club 0 9562f116"},
	{"seeks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 6}).see().do(state.Seek{Position: 20}).see().do(state.Scrub{Epoch: 3.5}).see()
		th.do(state.Seek{}).see().do(state.Seek{Position: 77}, state.Seek{Position: 5}, state.Seek{Position: 41}).see()
		return th.do(state.Seek{Position: 12}, state.Step{Unit: "stage"}, state.Step{Unit: "inner"}).see()
	}, "Zachary's karate club 312 7fdcb256; Zachary's karate club 20 49ff1232; Zachary's karate club 182 bbebe5c5; " +
		"Zachary's karate club 0 385c2f98; Zachary's karate club 41 1a1c1249; Zachary's karate club 40 45f93a91"},
	{"quick", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Step{Unit: "stage"}, state.Step{Unit: "stage"}, state.Step{Unit: "stage"}).see()
		th.do(state.Step{Unit: "epoch"}, state.Back{}, state.Back{}).see()
		return th.do(state.Step{Unit: "inner"}, state.Step{Unit: "epoch"}, state.Step{Unit: "inner"}, state.Back{Epoch: true}).see()
	}, "Zachary's karate club 10 cbf2ce39; Zachary's karate club 50 172a1aff; Zachary's karate club 52 9dcfdfac"},
	{"pause", func(t *testing.T) *theatre {
		th := play(t, karate()).in(400, state.Pause{}).do(state.Run{}).see()
		th.in(100, state.Toggle{}).do(state.Toggle{}).see().in(35, state.Cancel{}).do(state.Seek{Position: 3}).see()
		return th.in(95, state.Step{Unit: "inner"}).do(state.Run{}).see().in(70, state.Seek{Position: 9}).do(state.Run{}).see()
	}, "Zachary's karate club 840 40d00e6d; Zachary's karate club 1095 b499940b; Zachary's karate club 3 1831fc63; " +
		"Zachary's karate club 59 d09228cd; Zachary's karate club 116 2b2829dc"},
	{"slow", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.SetSpeed{Speed: state.SpeedStage}, state.Run{}).do(state.Pause{}).see()
		return th.do(state.SetSpeed{Speed: state.SpeedFull}).in(100, state.Pause{}).do(state.Run{}).see()
	}, "Zachary's karate club 39 3427ab81; Zachary's karate club 263 395b93d5"},
	{"settings", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "30")).in(300, state.Setting{Name: "dt", Value: "0.5"}).do(state.Run{}).see()
		th.do(state.Seek{Position: 100}).do(state.Setting{Name: "dt", Value: "1"}).see().do(state.Setting{Name: "d", Value: "99"}).see()
		th.do(state.Setting{Name: "channels", Value: "5"}, state.Setting{Name: "dt", Value: "-1"}, state.Setting{Name: "dt", Value: "0.7"})
		return th.see()
	}, "Zachary's karate club 1080 6dca8d48; Zachary's karate club 100 7affd195; Zachary's karate club 100 7affd195; " +
		"Zachary's karate club 100 319f6686"},
	{"recipes", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "6")).do(state.Seed{Text: "7"}).see().do(state.Split{Spec: "40/30/30"}).see()
		th.do(state.Model{Name: "gcn"}).see().do(state.Open{Graph: "ring"}).see().do(state.Open{Graph: "no such graph"}).see()
		return th.do(state.Method{Name: sgpc.MethodValidation}).see().do(state.Reading{Name: "code"}).see()
	}, "Zachary's karate club 315 f21d413b; Zachary's karate club 315 4d3e1fd7; Zachary's karate club 18 9e217b9a; " +
		"Ring of 12 18 92be37cb; Ring of 12 18 92be37cb; Ring of 12 2961 3cde3c05; Ring of 12 720 b57abf6a"},
	{"crash", func(t *testing.T) *theatre {
		th := play(t, karate()).dies(300).do(state.Run{}).rest(time.Minute).see()
		th.do(state.Step{Unit: "inner"}).see().do(state.Setting{Name: "dt", Value: "0.5"}).see()
		th.dies(60).do(state.Setting{Name: "dt", Value: "2"}).rest(time.Minute).see().do(state.Run{Epochs: 2}).see()
		return th.dies(0).do(state.Open{Graph: "ring"}).rest(time.Minute).see()
	}, "Zachary's karate club 475 ff6f0fe7; Zachary's karate club 476 c4f82494; Zachary's karate club 476 60fa789d; " +
		"Zachary's karate club 476 048766e5; Zachary's karate club 540 892ff017; Ring of 12 0 a3b59ead"},
	{"files", func(t *testing.T) *theatre {
		th := play(t, karate())
		th.do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		if th.s.Check == nil {
			t.Fatal("the file was not asked about")
		}
		th.do(state.LeaveFiles{}).see().do(state.Files{Files: []content.File{{Name: "a.csv", Data: []byte(doubtfulFile)}}})
		th.do(state.CorrectRole{Table: content.Edges, Column: 3, Role: content.RoleLabel}).do(state.TakeFiles{}).see()
		return th.do(state.CheckFiles{}).do(state.TakeFiles{}).see().do(state.Open{Graph: "karate"}).see()
	}, "Zachary's karate club 0 8fca7317; a 2310 9552b960; a 2310 9552b960; Zachary's karate club 3102 d87990ea"},
	{"looks", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 3}).do(state.PickEdge{Edge: 5}).see().do(state.PickNode{Node: 8}).see()
		th.do(state.Unroll{On: true}).see().do(state.Without{Edge: &[2]int{0, 8}}).see().do(state.Unroll{})
		th.do(state.PickEigen{Index: 2}).see().do(state.SetPanel{Panel: state.PanelClaims}).see()
		return th.do(state.PickStage{Stage: sgpc.StageDiffusion}).see().do(state.SetLayout{Layout: state.LayoutSpectral}).see()
	}, "Zachary's karate club 156 c91904ad; Zachary's karate club 156 47412939; Zachary's karate club 156 29b7cca8; " +
		"Zachary's karate club 156 366b4128; Zachary's karate club 156 9c7d674a; Zachary's karate club 156 7e453bc3; " +
		"Zachary's karate club 156 6d1a67e6; Zachary's karate club 156 3e41f8fb"},
	{"hand", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2}).do(state.PickEdge{Edge: 3})
		return th.do(state.ChangeMap{B: 1, Degrees: 40, Scale: 1.5}).see().do(state.PutBack{}).see()
	}, "Zachary's karate club 104 58dcee50; Zachary's karate club 104 8f341981"},
	{"edits", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "4")).do(state.SketchJoin{A: 4, B: 20}).see().do(state.SketchAdd{X: 100, Y: 200}).see()
		return th.do(state.Undo{}).see().do(state.Undo{}).see().do(state.Redo{}).see()
	}, "Zachary's karate club, edited 0 103f522b; Zachary's karate club, edited 0 2b85944e; " +
		"Zachary's karate club, edited 0 103f522b; Zachary's karate club 0 16f201dc; Zachary's karate club, edited 0 103f522b"},
	{"link", func(t *testing.T) *theatre {
		r := karate("dt", "0.5")
		r.Position, r.View = 90, recipe.View{Panel: "edge", Edge: 4}
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		th := play(t, r).see().do(state.Open{Graph: "ring"}).do(state.Link{Text: "#" + text}).see()
		return th.in(20, state.Link{Text: "#graph=ring"}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Zachary's karate club 90 43152070; Zachary's karate club 90 43152070; Ring of 12 2965 9fa07a57"},
	{"overtaken", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "9")).in(40, state.Open{Graph: "ring"}).in(60, state.Seed{Text: "3"}).do(state.Run{}).see()
		return th.in(30, state.Cancel{}).do(state.Link{Text: "#graph=karate"}).see()
	}, "Ring of 12 443 ba5c35d2; Zachary's karate club 56 cb3ef055"},
	{"exports", func(t *testing.T) *theatre {
		th := play(t, karate()).do(state.Run{Epochs: 2})
		return th.do(state.Export{What: "json"}).do(state.Export{What: "graphml"}).do(state.Export{What: "weights"}).see()
	}, "file zacharys-karate-club-trace.json 34d2ed04; file zacharys-karate-club.graphml d34c1d05; " +
		"file zacharys-karate-club-weights.npz fe78af69; Zachary's karate club 104 45b262ff"},
	{"compare", func(t *testing.T) *theatre {
		th := play(t, karate("epochs", "8")).do(state.Lab{Msg: lab.Open{}}).see().do(state.Run{Epochs: 4}).see()
		return th.do(state.Lab{Msg: lab.ChangeB{Field: "seed", Value: "5"}}).see().do(state.Seek{Position: 40}).see()
	}, "Zachary's karate club 0 2dea37d5; Zachary's karate club 208 1accae8b; Zachary's karate club 208 16d63e68; " +
		"Zachary's karate club 40 3a2f8682"},
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
