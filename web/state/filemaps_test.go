package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// withMaps returns a page with a paused run on a file with maps: dimension 2, two layers and three epochs.
func withMaps(t *testing.T) *desk {
	d := loaded(t)
	d.s.Graph.Maps = proto.GivenMaps{D: 2, Epochs: 3, Layers: 2}
	d.s.Config = settings.Default()
	d.s.Config.D = 2
	return d
}

func TestMapsOfAFile(t *testing.T) {
	d := withMaps(t)
	plain := d.s.Frame
	d.do(state.ShowMaps{Name: state.FileLayer, Value: "2"})
	first := d.request(flat.ReadFrame)
	if first.Once.Sheaf != 0 || len(first.Once.Changes) == 0 {
		t.Fatalf("asks for %+v, want the run's own maps first", first.Once)
	}
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 3)})
	look := d.request(flat.ReadFrame)
	if look.Once.Sheaf != 2 || look.Once.Changes != nil {
		t.Fatalf("asks for %+v", look.Once)
	}
	given := at(30, 3)
	d.reply(flat.Reply{Seq: look.Seq, Kind: flat.Framed, Final: true, Frame: given})
	if d.s.Frame != given || !d.s.ByHand.Shown() || d.s.FileMaps() != 2 {
		t.Fatal("the maps of the file are not shown")
	}
	// Another epoch of the same layer, and the look goes on from view to view with the new focus.
	d.do(state.ShowMaps{Name: state.FileEpoch, Value: "3"})
	if r := d.request(flat.ReadFrame); r.Once.Sheaf != 6 {
		t.Fatalf("epoch 3 of layer 2 is number %d", r.Once.Sheaf)
	} else {
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 3)})
	}
	d.do(state.PickStage{Stage: 5})
	d.do(state.PickEdge{Edge: 2})
	if r := d.request(flat.ReadFrame); r.Once.Sheaf != 6 || r.Focus.Edge != 2 {
		t.Fatalf("another edge asks for %+v of %+v", r.Once, r.Focus)
	} else {
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: edgeAt(30)})
	}
	if layer, epoch := d.s.FilePlace(); layer != 2 || epoch != 3 {
		t.Errorf("layer %d of epoch %d", layer, epoch)
	}
	for _, bad := range []string{"3", "-1", "x", ""} {
		before := d.s.FileMaps()
		if d.do(state.ShowMaps{Name: state.FileLayer, Value: bad}); d.s.FileMaps() != 0 && d.s.FileMaps() != before {
			t.Errorf("layer %q shows %d", bad, d.s.FileMaps())
		}
	}
	d.do(state.ShowMaps{Name: state.FileLayer, Value: "0"})
	if d.s.ByHand != nil || d.s.Frame.Position != plain.Position {
		t.Error("the run is not shown again")
	}
}

func TestMapsOfAFileEnd(t *testing.T) {
	for name, m := range map[string]state.Msg{"a step": state.Step{Unit: "inner"}, "a setting": state.SetSetting{Name: "dt", Value: "2"},
		"a map by hand": state.ChangeMap{B: 1, Degrees: 3, Scale: 1}, "escape": state.Cancel{},
		"the claims": state.SetPanel{Panel: state.PanelClaims}} {
		d := withMaps(t)
		plain := d.s.Frame
		d.do(state.ShowMaps{Name: state.FileLayer, Value: "1"})
		if d.do(m); d.s.FileMaps() != 0 || d.s.Frame != plain {
			t.Errorf("%s: the maps of the file stay", name)
		}
	}
	d := withMaps(t)
	d.s.Config.D = 4
	if d.do(state.ShowMaps{Name: state.FileLayer, Value: "1"}); len(d.cmds) != 0 || d.s.ByHand != nil {
		t.Error("maps of another dimension are looked at")
	}
}

// An opened file with maps shows its first maps when the run is paused.
func TestOpenedMapsAreShown(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "maps.npz", Data: []byte("PK")}}})
	load := d.request(flat.Load)
	info := *d.s.Graph
	info.Maps, info.Format = proto.GivenMaps{D: 2, Epochs: 1, Layers: 1}, "npz"
	c := settings.Default()
	c.D = 2
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: &info, Config: &c})
	if d.s.Chrome.Read == nil || !strings.Contains(d.s.Chrome.Read.Text, "It holds restriction maps, d = 2, of 1 layer and 1 epoch: stage 4") {
		t.Fatalf("%+v", d.s.Chrome.Read)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	if d.s.Running() { // as it does after a load by hand
		run := d.request(flat.Run)
		d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 0)})
	}
	if d.s.FileMaps() != 1 || d.s.View.Panel != state.PanelStage || d.s.ShownStage() != stage.Maps {
		t.Errorf("maps %d in panel %s of stage %d", d.s.FileMaps(), d.s.View.Panel, d.s.ShownStage())
	}
}
