package view_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// Stages 4 and 5 offer the maps of the graph's file by layer. Once maps of the file are shown, stage 4 also offers a choice by epoch. It
// then describes what the maps change, without the equation of the run's maps. Maps of another dimension than d are not offered, and the
// page names their dimension.
func TestFileMapsStage(t *testing.T) {
	s := pageOnEdge()
	s.Config = settings.Default()
	s.Config.D = 2
	s.Graph.Maps = proto.GivenMaps{D: 2, Epochs: 3, Layers: 2}
	s.Frame.Epochs = make([]int, stage.Gap+1)
	s, _, _ = state.Update(s, state.SetPanel{Panel: state.PanelStage})
	// text returns the panel of a stage as JSON.
	text := func(number int) string {
		t.Helper()
		s, _, _ = state.Update(s, state.PickStage{Stage: number})
		b, err := json.Marshal(inspector.New(&s))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, number := range []int{stage.Maps, stage.Laplacian} {
		if got := text(number); !strings.Contains(got, `of the file, layer 2`) || strings.Contains(got, `of the file, layer 3`) ||
			strings.Contains(got, "file-epoch") || strings.Contains(got, "in place of the run") {
			t.Errorf("stage %d offers other maps of the file, or a way by epochs: %s", number, got)
		}
	}
	// The frame of the run is the first answer; the frame with the maps of layer 2 follows. Each answer is sent with the numbers 0 to 8; the
	// open query has one of these numbers.
	base, given := *s.Frame, *s.Frame
	given.Spectrum, given.Pred = &frame.SpectrumView{KernelDim: 3, Lambda2: 0.5}, []int{1, 0, 1}
	s, _, _ = state.Update(s, state.ShowMaps{Name: state.FileLayer, Value: "2"})
	for seq := range 9 {
		f := &given
		if s.ByHand.Base == nil {
			f = &base
		}
		s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: seq, Question: proto.ReadFrame,
			For: "by hand", Frame: f}}})
	}
	got := text(stage.Maps)
	for _, want := range []string{"of the file", "in place of the run's", "kernel 1 → 3", "1 node changes class", `"file-epoch"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in %s", want, got)
		}
	}
	if strings.Contains(got, "S W_θ") {
		t.Error("the equation of the run's maps stands beside those of the file")
	}
	// The panel of an edge names the stage whose menu returns to the maps of the run. No selected stage does so.
	s, _, _ = state.Update(s, state.SetPanel{Panel: state.PanelEdge})
	if box := figureJSON(t, inspector.New(&s), "byhand"); strings.Contains(box, "puts it back") || !strings.Contains(box, "menu of stage 4") {
		t.Errorf("during the view of the maps of the file, the sliders have %s", box)
	}
	s, _, _ = state.Update(s, state.SetPanel{Panel: state.PanelStage})
	s, _, _ = state.Update(s, state.PutBack{})
	s.Config.D = 4
	if got := text(stage.Maps); !strings.Contains(got, "with d = 2") || strings.Contains(got, "of the file, layer") {
		t.Errorf("with d = 4 and maps of the file with d = 2, stage 4 shows %s", got)
	}
}
