package session_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// TestTooLargeRunsAreRefused: a load or a setting beyond the memory is refused with the need and a remedy, and the run continues. Of two
// runs that fit singly but not together, the second replaces the first.
func TestTooLargeRunsAreRefused(t *testing.T) {
	const graph = "sbm:n=1000,degree=3"
	bytes := func(settings map[string]string) float64 {
		t.Helper()
		s, err := session.Core{}.Source(recipe.Setup{Graph: graph, Settings: settings}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return cost.Memory(cost.ShapeOf(s.Graph), s.Config)
	}
	one := bytes(nil)
	core := session.Core{Files: jobs.Do, Memory: 1.5 * one}
	h := &real{}
	s := newSession(h, core)
	seq := 0
	do := func(r flat.Request) flat.Reply {
		t.Helper()
		h.replies, seq = nil, seq+1
		before := s.talk.Settings
		r.Seq = seq
		s.Post(r)
		s.Drain()
		for _, x := range h.replies {
			if x.Seq == seq && (x.Final || x.Kind == flat.Failed) {
				if x.Kind == flat.Failed {
					s.talk.Settings = before // the new settings were refused
				}
				return x
			}
		}
		t.Fatal("no final reply")
		return flat.Reply{}
	}
	if r := do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph}}); r.Kind == flat.Failed {
		t.Fatal(r.Message)
	}
	before := do(flat.Request{Kind: flat.Step, Unit: "epoch"})
	wide := map[string]string{"channels": "256"}
	refused := func(what string, r flat.Reply) {
		t.Helper()
		for _, part := range []string{"out of memory: 1\u202f000 nodes and ", " at d=2 with channels=256 need about ", "the page has " +
			cost.Gigabytes(core.Memory), ": choose channels=", "command line"} {
			if r.Kind != flat.Failed || !strings.Contains(r.Message, part) {
				t.Errorf("%s: %s %q has no %q", what, r.Kind, r.Message, part)
			}
		}
	}
	refused("settings", do(flat.Request{Kind: flat.Params, Settings: wide}))
	refused("a load", do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph, Settings: wide}}))
	refused("a job", do(flat.Request{Kind: flat.Job, Recipe: recipe.Setup{Graph: graph, Settings: wide}}))
	after := do(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{}})
	if after.Frame.Position != before.Frame.Position || after.Frame.Loss != before.Frame.Loss {
		t.Errorf("after refusals position %d and loss %v, before %d and %v", after.Frame.Position, after.Frame.Loss,
			before.Frame.Position, before.Frame.Loss)
	}
	byHand := flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{},
		Once: frame.Once{Changes: []frame.MapChange{{Scale: 2}}}}
	if r := do(byHand); r.Kind != flat.Failed || !strings.Contains(r.Message, "out of memory") || r.Seq != seq {
		t.Errorf("a map changed by hand: %s %q", r.Kind, r.Message)
	}
	// One run fits into the memory, two do not.
	if r := do(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "3"}}); r.Kind != flat.Framed ||
		r.Frame.Position != before.Frame.Position {
		t.Errorf("a setting that changes no memory: %s %q", r.Kind, r.Message)
	}
	if r := do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph, Seed: 2}}); r.Kind != flat.Framed {
		t.Errorf("another seed: %s %q", r.Kind, r.Message)
	}
	first, err := core.Source(recipe.Setup{Graph: graph}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		now  *session.Source
		want bool
	}{{nil, false}, {first, true}} {
		if alone, err := core.Room(first, c.now); alone != c.want || err != nil {
			t.Errorf("alone %v, want %v, %v", alone, c.want, err)
		}
	}
}

// TestGeneratorsAreBounded: a generator of 10⁹ nodes is refused by its parameter and allocates less than 1 MB.
func TestGeneratorsAreBounded(t *testing.T) {
	for _, spec := range []string{"ring:n=1000000000", "sbm:n=1000000000", "grid:rows=20000,cols=20000", "complete:n=100000",
		"bipartite:a=1000000000,b=2", "bipartite:a=10000,b=10000", "star:n=1e9", "path:n=1000000000", "barbell:k=1000000"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := (session.Core{}).Source(recipe.Setup{Graph: spec}, nil); err == nil {
			t.Errorf("%s is made", spec)
		}
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > 1<<20 {
			t.Errorf("%s: %d bytes allocated before it was refused", spec, allocated)
		}
	}
}

// slow is a host whose clock advances by a second at each call of Now.
type slow struct {
	real
	now time.Duration
}

// Now implements session.Host.
func (h *slow) Now() time.Duration {
	h.now += time.Second
	return h.now
}

// TestProgressOfALoad: a load reports each of its parts before it begins.
func TestProgressOfALoad(t *testing.T) {
	var b strings.Builder
	b.WriteString("source,target\n")
	for i := range 120_000 {
		fmt.Fprintf(&b, "%d,%d\n", i%30_000, (i*7+i/30_000+1)%30_000)
	}
	h := &slow{}
	s := newSession(h, session.Core{Files: jobs.Do, Memory: cost.PageMemory})
	s.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"},
		Files: []content.File{{Name: "large.csv", Data: []byte(b.String())}}})
	s.Drain()
	var reported []string
	loaded := false
	for _, r := range h.replies {
		switch r.Kind {
		case flat.Progress:
			reported = append(reported, r.What)
		case flat.Loaded:
			loaded = len(reported) == 3
		case flat.Failed:
			t.Fatal(r.Message)
		}
	}
	if want := []string{"Reading 1.4 MB", "Preparing the run", "Laying the graph out"}; !slices.Equal(reported, want) || !loaded {
		t.Errorf("said %q, want %q, all before the graph", reported, want)
	}
}
