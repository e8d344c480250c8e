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

// ShowMaps first requests the maps of the run, then the maps of the file, and shows these in place of the run's maps. They are numbered
// from 1, layer by layer within an epoch. They stay shown at another stage and edge, whose frames are requested with them. A layer that the
// file does not have shows the maps of the run. A text that is no number changes nothing. Layer 0 shows the run again.
func TestMapsOfAFile(t *testing.T) {
	d := withMaps(t)
	runFrame := d.s.Frame
	d.do(state.ShowMaps{Name: state.FileLayer, Value: "2"})
	// The maps of the run are requested as a change that leaves every map as it is.
	first := d.request(flat.ReadFrame)
	if first.Once.Sheaf != 0 || len(first.Once.Changes) == 0 {
		t.Fatalf("the first request is %+v, want the maps of the run", first.Once)
	}
	d.reply(flat.Reply{Seq: first.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 3)})
	second := d.request(flat.ReadFrame)
	if second.Once.Sheaf != 2 || second.Once.Changes != nil {
		t.Fatalf("the second request is %+v, want the maps 2 of the file", second.Once)
	}
	given := frameAt(30, 3)
	d.reply(flat.Reply{Seq: second.Seq, Kind: flat.Framed, Final: true, Frame: given})
	if d.s.Frame != given || !d.s.ByHand.Shown() || d.s.FileMaps() != 2 {
		t.Fatal("the maps of the file are not shown")
	}

	// Another epoch of the same layer: of two layers and three epochs, layer 2 of epoch 3 is number 6.
	d.do(state.ShowMaps{Name: state.FileEpoch, Value: "3"})
	r := d.request(flat.ReadFrame)
	if r.Once.Sheaf != 6 {
		t.Fatalf("layer 2 of epoch 3 is number %d, want 6", r.Once.Sheaf)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 3)})

	// Another stage and edge: the same maps are requested with the new focus.
	d.do(state.PickStage{Stage: 5})
	d.do(state.PickEdge{Edge: 2})
	r = d.request(flat.ReadFrame)
	if r.Once.Sheaf != 6 || r.Focus.Edge != 2 {
		t.Fatalf("another edge requests %+v with the focus %+v", r.Once, r.Focus)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: edgeAt(30)})
	if layer, epoch := d.s.FilePlace(); layer != 2 || epoch != 3 {
		t.Errorf("layer %d of epoch %d are shown, want 2, 3", layer, epoch)
	}
	for _, bad := range []struct {
		layer string
		want  int
	}{{"x", 6}, {"", 6}, {"3", 0}, {"-1", 0}} {
		d.do(state.ShowMaps{Name: state.FileLayer, Value: bad.layer})
		if d.s.FileMaps() != bad.want {
			t.Errorf("layer %q shows the maps %d, want %d", bad.layer, d.s.FileMaps(), bad.want)
		}
	}
	d.do(state.ShowMaps{Name: state.FileLayer, Value: "0"})
	if d.s.ByHand != nil || d.s.Frame.Position != runFrame.Position {
		t.Error("after layer 0 the run is not shown")
	}
}

// Each of these messages ends the maps of a file, and the run's frame is shown. Maps whose dimension differs from that of the run are
// not requested.
func TestMapsOfAFileEnd(t *testing.T) {
	for name, m := range map[string]state.Msg{"a step": state.Step{Unit: "inner"}, "a setting": state.SetSetting{Name: "dt", Value: "2"},
		"a map by hand": state.ChangeMap{B: 1, Degrees: 3, Scale: 1}, "escape": state.Cancel{},
		"the claims": state.SetPanel{Panel: state.PanelClaims}} {
		d := withMaps(t)
		runFrame := d.s.Frame
		d.do(state.ShowMaps{Name: state.FileLayer, Value: "1"})
		d.do(m)
		if d.s.FileMaps() != 0 || d.s.Frame != runFrame {
			t.Errorf("%s does not end the maps of the file", name)
		}
	}
	d := withMaps(t)
	d.s.Config.D = 4
	d.do(state.ShowMaps{Name: state.FileLayer, Value: "1"})
	if len(d.cmds) != 0 || d.s.ByHand != nil {
		t.Errorf("maps of another dimension are requested: %+v", d.cmds)
	}
}

// The note about a file with maps names stage 4 only if the run can show them.
func TestNoteAboutMapsOfAFile(t *testing.T) {
	for _, c := range []struct {
		d, runs        int // dimensions of the maps and of the run
		model, reading string
		want           string
	}{
		{2, 2, "sgpc", "paper", ": stage 4 shows them."}, {2, 3, "sgpc", "paper", "with this d."}, {2, 2, "gcn", "paper", "with this d."},
		{2, 2, "sgpc", "code", "with this d."}, {1, 2, "sgpc", "paper", "the command “sgpc maps” all."},
	} {
		d := loaded(t)
		d.do(state.Files{Files: []content.File{{Name: "maps.npz", Data: []byte("PK")}}})
		g, cfg := *d.s.Graph, settings.Default()
		g.Maps, g.Format = proto.GivenMaps{D: c.d, Epochs: 1, Layers: 1}, "npz"
		cfg.D, cfg.Model, cfg.Reading = c.runs, c.model, c.reading
		d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Loaded, Graph: &g, Config: &cfg})
		if text := d.s.Chrome.Read.Text; !strings.HasSuffix(text, c.want) {
			t.Errorf("%+v: the note is %q", c, text)
		}
	}
}

// An opened file with maps shows its first maps at stage 4 when its training has ended. The note about the file describes them.
func TestOpenedMapsAreShown(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "maps.npz", Data: []byte("PK")}}})
	load := d.request(flat.Load)
	g := *d.s.Graph
	g.Maps, g.Format = proto.GivenMaps{D: 2, Epochs: 1, Layers: 1}, "npz"
	cfg := settings.Default()
	cfg.D = 2
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: &g, Config: &cfg})
	if d.s.Chrome.Read == nil || !strings.Contains(d.s.Chrome.Read.Text, "It holds restriction maps, d = 2, of 1 layer and 1 epoch: stage 4") {
		t.Fatalf("the note about the file is %+v", d.s.Chrome.Read)
	}
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	if d.s.Running() { // the training after a load
		run := d.request(flat.Run)
		d.reply(flat.Reply{Seq: run.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0)})
	}
	if d.s.FileMaps() != 1 || d.s.View.Panel != state.PanelStage || d.s.ShownStage() != stage.Maps {
		t.Errorf("maps %d in panel %s of stage %d are shown, want maps 1 at stage 4", d.s.FileMaps(), d.s.View.Panel, d.s.ShownStage())
	}
}
