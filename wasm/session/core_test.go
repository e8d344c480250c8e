package session_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// plainHost is a host with the system's clock. Unlike a worker it receives no messages during work, and has no network.
type plainHost struct{ replies []flat.Reply }

func (h *plainHost) Reply(r proto.Reply)  { h.replies = append(h.replies, flat.Of(r)) }
func (h *plainHost) Now() time.Duration   { return proto.Now() }
func (h *plainHost) Wait()                {}
func (*plainHost) Fetcher() *data.Fetcher { return nil }
func (h *plainHost) Yield()               {}

// Seed and model are fields of a recipe, and no settings. A recipe with a setting of either name is refused; the error names the flag and
// the field as remedies. In a session the setting seed=4 is refused, and the seed stays 3 after a later setting.
func TestSettingsCannotSetSeedOrModel(t *testing.T) {
	core := session.Core{Files: jobs.Do}
	for _, name := range []string{"seed", "model"} {
		_, err := core.Source(recipe.Setup{Graph: "k4", Seed: 3, Settings: map[string]string{name: "1"}}, nil)
		if err == nil || !strings.Contains(err.Error(), "-"+name) || !strings.Contains(err.Error(), `"`+name+`" of a recipe`) {
			t.Errorf("%s as a setting gives %v, want an error with the remedies", name, err)
		}
	}

	// In a session: seed=4 as a setting, and then dt=2.
	h := &plainHost{}
	s := newSession(h, core)
	s.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "k4", Seed: 3}})
	s.Post(flat.Request{Seq: 2, Kind: flat.Params, Settings: map[string]string{"seed": "4"}})
	s.Post(flat.Request{Seq: 3, Kind: flat.Params, Settings: map[string]string{"dt": "2"}})
	s.Drain()
	isRefused := false
	for _, r := range h.replies {
		if r.Seq == 2 && r.Kind == flat.Failed {
			isRefused = true
		}
		if r.Config == nil {
			continue
		}
		if r.Seq == 2 || r.Config.Seed != 3 {
			t.Errorf("after seed=4 as a setting: the reply %s to %d has the settings %+v", r.Kind, r.Seq, r.Config)
		}
	}
	if !isRefused {
		t.Error("the seed is accepted as a setting")
	}
}

// A session of Core trains karate, and a seek back gives the same loss and λ2. The trace names its format. A file that is no text is
// refused with its name, and a feature above the limit with file, line and limit. Recipes without their files, with an unknown graph, split
// or model, or with a setting beyond its limit are refused. After all refusals the run is at its position.
func TestCoreSeeksAndRefuses(t *testing.T) {
	h := &plainHost{}
	s := newSession(h, session.Core{Files: jobs.Do})
	// do returns the final reply to a request.
	do := func(r flat.Request) flat.Reply {
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
		return flat.Reply{}
	}
	rec := recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"epochs": "40"}}
	if r := do(flat.Request{Seq: 1, Kind: flat.Load, Recipe: rec}); r.Kind != flat.Framed || r.Frame.N != 34 {
		t.Fatalf("the load gives %+v, want a frame of 34 nodes", r)
	}

	// Three epochs, five more, and a seek back to the end of the third one.
	first := do(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 3}).Frame
	if first.Epoch != 3 || first.Spectrum == nil || len(first.Pred) != 34 {
		t.Fatalf("after three epochs: epoch %d, spectrum %v, %d predictions", first.Epoch, first.Spectrum, len(first.Pred))
	}
	do(flat.Request{Seq: 3, Kind: flat.Run, Epochs: 5})
	back := do(flat.Request{Seq: 4, Kind: flat.Seek, Position: first.Position}).Frame
	if back.Loss != first.Loss || math.Abs(back.Spectrum.Lambda2-first.Spectrum.Lambda2) > 1e-12 { // the seek repeats the same operations
		t.Fatalf("after the seek: loss %v and λ2 %v, were %v and %v", back.Loss, back.Spectrum.Lambda2, first.Loss, first.Spectrum.Lambda2)
	}
	if r := do(flat.Request{Seq: 5, Kind: flat.Trace}); r.Kind != flat.Written || !strings.Contains(string(r.Bytes),
		"sheafscope-trace/2") {
		t.Fatalf("the trace is answered with %s, %s", r.Kind, r.Message)
	}

	// A file that is no text, a node file with a feature above the limit, and wrong recipes.
	r := do(flat.Request{Seq: 6, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"},
		Files: []content.File{{Name: "bad.csv", Data: []byte("source,target\n0,1\n1,\xff\x00\n")}}})
	if r.Kind != flat.Failed || !strings.Contains(r.Message, "bad.csv") {
		t.Fatalf("a file with a byte that is no text gives %+v", r)
	}
	r = do(flat.Request{Seq: 9, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"},
		Files: []content.File{{Name: "edges", Data: []byte("node_id\tnode_id\n0\t1\n")},
			{Name: "nodes.txt", Data: []byte("node_id\tfeature\tlabel\n0\t1,0\t0\n1\t0,1e200\t1\n")}}})
	if r.Kind != flat.Failed || !strings.Contains(r.Message, "nodes.txt:3:") || !strings.Contains(r.Message, "1e+100") {
		t.Fatalf("a feature of 1e200 gives %+v, want its line and the limit", r)
	}
	for _, bad := range []recipe.Setup{{Graph: "file"}, {Graph: "data:texas"}, {Graph: "nowhere"}, {Graph: "karate", Split: "file:x"},
		{Graph: "karate", Split: "per-class:0"}, {Graph: "karate", Model: "oracle"},
		{Graph: "karate", Settings: map[string]string{"d": "1000"}}} {
		if r := do(flat.Request{Seq: 7, Kind: flat.Load, Recipe: bad}); r.Kind != flat.Failed || r.Message == "" {
			t.Errorf("the recipe %+v gives %s, want an error", bad, r.Kind)
		}
	}
	if r := do(flat.Request{Seq: 8, Kind: flat.Pause}); r.Frame.Position != first.Position {
		t.Fatalf("after the refusals the run is at %d, want %d", r.Frame.Position, first.Position)
	}
}
