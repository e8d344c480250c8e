package session_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/work"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// real is a host without messages and with the real clock.
type real struct{ replies []proto.Reply }

func (h *real) Reply(r proto.Reply)  { h.replies = append(h.replies, r) }
func (h *real) Now() time.Duration   { return proto.Now() }
func (h *real) Wait()                {}
func (*real) Fetcher() *data.Fetcher { return nil }
func (h *real) Yield()               {}

// Model and seed are fields of a recipe: no setting may contradict them, at a load as later.
func TestSettingsLeaveSeedAndModel(t *testing.T) {
	core := session.Core{Files: work.Do}
	for _, name := range []string{"seed", "model"} {
		_, err := core.Source(recipe.Run{Graph: "k4", Seed: 3, Settings: map[string]string{name: "1"}}, nil)
		if err == nil || !strings.Contains(err.Error(), "-"+name) || !strings.Contains(err.Error(), `"`+name+`" of a recipe`) {
			t.Errorf("%s as a setting: %v", name, err)
		}
	}
	h := &real{}
	s := session.New(h, core)
	s.Post(proto.Request{Gen: 1, Seq: 1, Kind: proto.Load, Recipe: recipe.Run{Graph: "k4", Seed: 3}})
	s.Post(proto.Request{Gen: 1, Seq: 2, Kind: proto.Params, Settings: map[string]string{"seed": "4"}})
	s.Post(proto.Request{Gen: 1, Seq: 3, Kind: proto.Params, Settings: map[string]string{"dt": "2"}})
	s.Drain()
	for _, r := range h.replies {
		if r.Seq == 2 && r.Kind != proto.Failed || r.Config != nil && r.Config.Seed != 3 {
			t.Errorf("after seed=4 as a setting: %s, %+v", r.Kind, r.Config)
		}
	}
}

// The real core behind a session: karate trains, a seek back gives the same
// numbers as before, and a broken file leaves the run alone.
func TestCore(t *testing.T) {
	h := &real{}
	s := session.New(h, session.Core{Files: work.Do})
	do := func(r proto.Request) proto.Reply {
		t.Helper()
		h.replies = nil
		s.Post(r)
		s.Drain()
		for _, x := range h.replies {
			if x.Final && x.Seq == r.Seq {
				return x
			}
		}
		t.Fatalf("%s has no final reply", r.Kind)
		return proto.Reply{}
	}
	rec := recipe.Run{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "40"}}
	if r := do(proto.Request{Gen: 1, Seq: 1, Kind: proto.Load, Recipe: rec}); r.Kind != proto.Framed || r.Frame.N != 34 {
		t.Fatalf("%+v", r)
	}
	first := do(proto.Request{Gen: 1, Seq: 2, Kind: proto.Run, Epochs: 3}).Frame
	if first.Epoch != 3 || first.Spectrum == nil || len(first.Pred) != 34 {
		t.Fatalf("epoch %d", first.Epoch)
	}
	do(proto.Request{Gen: 1, Seq: 3, Kind: proto.Run, Epochs: 5})
	back := do(proto.Request{Gen: 1, Seq: 4, Kind: proto.Seek, Position: first.Position}).Frame
	if back.Loss != first.Loss || math.Abs(back.Spectrum.Lambda2-first.Spectrum.Lambda2) > 1e-12 {
		t.Fatalf("loss %v and λ2 %v, first %v and %v", back.Loss, back.Spectrum.Lambda2, first.Loss, first.Spectrum.Lambda2)
	}
	if r := do(proto.Request{Gen: 1, Seq: 5, Kind: proto.Trace}); r.Kind != proto.Traced || !strings.Contains(string(r.Bytes),
		"sheafscope-trace/2") {
		t.Fatalf("%s %s", r.Kind, r.Message)
	}
	r := do(proto.Request{Gen: 2, Seq: 6, Kind: proto.Load, Recipe: recipe.Run{Graph: "file"},
		Files: []content.File{{Name: "bad.csv", Data: []byte("source,target\n0,1\n1,\xff\x00\n")}}})
	if r.Kind != proto.Failed || !strings.Contains(r.Message, "bad.csv") {
		t.Fatalf("%+v", r)
	}
	r = do(proto.Request{Gen: 2, Seq: 9, Kind: proto.Load, Recipe: recipe.Run{Graph: "file"},
		Files: []content.File{{Name: "edges", Data: []byte("node_id\tnode_id\n0\t1\n")},
			{Name: "nodes.txt", Data: []byte("node_id\tfeature\tlabel\n0\t1,0\t0\n1\t0,1e200\t1\n")}}})
	if r.Kind != proto.Failed || !strings.Contains(r.Message, "nodes.txt") || !strings.Contains(r.Message, "nodes.txt:3:") ||
		!strings.Contains(r.Message, "1e+100") {
		t.Fatalf("%+v", r)
	}
	for _, bad := range []recipe.Run{{Graph: "file"}, {Graph: "data:texas"}, {Graph: "nowhere"}, {Graph: "karate", Split: "file:x"},
		{Graph: "karate", Split: "per-class:0"}, {Graph: "karate", Model: "oracle"},
		{Graph: "karate", Settings: map[string]string{"d": "1000"}}} {
		if r := do(proto.Request{Gen: 2, Seq: 7, Kind: proto.Load, Recipe: bad}); r.Kind != proto.Failed || r.Message == "" {
			t.Errorf("%+v was loaded: %s", bad, r.Kind)
		}
	}
	if r := do(proto.Request{Gen: 2, Seq: 8, Kind: proto.Pause}); r.Frame.Position != first.Position {
		t.Fatalf("the run moved to %d", r.Frame.Position)
	}
}
