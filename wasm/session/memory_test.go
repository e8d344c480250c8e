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

// A load, a setting and a job that need more memory than the page has are refused with their need and a remedy, and the run stays. A map
// changed by hand needs a second run, and is refused, too. Of two runs that fit singly but not together, the second replaces the first.
// Room reports that such a run fits only alone.
func TestTooLargeRunsAreRefused(t *testing.T) {
	const graph = "sbm:n=1000,degree=3"
	// memory returns the bytes of a run with settings.
	memory := func(settings map[string]string) float64 {
		t.Helper()
		s, err := session.Core{}.Source(recipe.Setup{Graph: graph, Settings: settings}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return cost.Memory(cost.ShapeOf(s.Graph), s.Config)
	}
	core := session.Core{Files: jobs.Do, Memory: 1.5 * memory(nil)} // one run fits, two do not
	h := &plainHost{}
	s := newSession(h, core)
	seq := 0
	// do returns the error or the final reply to a request. It drops the settings of a refused request, which later requests would repeat.
	do := func(r flat.Request) flat.Reply {
		t.Helper()
		h.replies, seq = nil, seq+1
		before := s.talk.Settings
		r.Seq = seq
		s.Post(r)
		s.Drain()
		for _, x := range h.replies {
			isFailed := x.Kind == flat.Failed
			isAnswer := x.Final || isFailed
			if x.Seq != seq || !isAnswer {
				continue
			}
			if isFailed {
				s.talk.Settings = before
			}
			return x
		}
		t.Fatalf("%s has no final reply", r.Kind)
		return flat.Reply{}
	}
	if r := do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph}}); r.Kind == flat.Failed {
		t.Fatal(r.Message)
	}
	before := do(flat.Request{Kind: flat.Step, Unit: "epoch"})
	wide := map[string]string{"channels": "256"}
	// checkRefusal checks that a reply has each part of the refusal for 256 channels.
	checkRefusal := func(title string, r flat.Reply) {
		t.Helper()
		for _, part := range []string{"out of memory: 1\u202f000 nodes and ", " at d=2 with channels=256 need about ", "the page has " +
			cost.Gigabytes(core.Memory), ": choose channels=", "command line"} {
			if r.Kind != flat.Failed || !strings.Contains(r.Message, part) {
				t.Errorf("%s: the reply %s %q has no %q", title, r.Kind, r.Message, part)
			}
		}
	}
	checkRefusal("settings", do(flat.Request{Kind: flat.Params, Settings: wide}))
	checkRefusal("a load", do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph, Settings: wide}}))
	checkRefusal("a job", do(flat.Request{Kind: flat.Job, Recipe: recipe.Setup{Graph: graph, Settings: wide}}))
	after := do(flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{}})
	if after.Frame.Position != before.Frame.Position || after.Frame.Loss != before.Frame.Loss {
		t.Errorf("after the refusals: position %d, loss %v; before %d, %v", after.Frame.Position, after.Frame.Loss,
			before.Frame.Position, before.Frame.Loss)
	}
	byHand := flat.Request{Kind: flat.ReadFrame, Focus: frame.Focus{},
		Once: frame.Once{Changes: []frame.MapChange{{Scale: 2}}}}
	if r := do(byHand); r.Kind != flat.Failed || !strings.Contains(r.Message, "out of memory") || r.Seq != seq {
		t.Errorf("a map changed by hand gives %s %q, want a refusal", r.Kind, r.Message)
	}

	// New settings and a new seed replace the present run.
	if r := do(flat.Request{Kind: flat.Params, Settings: map[string]string{"dt": "3"}}); r.Kind != flat.Framed ||
		r.Frame.Position != before.Frame.Position {
		t.Errorf("dt=3 gives %s %q, want a frame at the same position", r.Kind, r.Message)
	}
	if r := do(flat.Request{Kind: flat.Load, Recipe: recipe.Setup{Graph: graph, Seed: 2}}); r.Kind != flat.Framed {
		t.Errorf("another seed gives %s %q, want a frame", r.Kind, r.Message)
	}

	// Room without and with a present run.
	first, err := core.Source(recipe.Setup{Graph: graph}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		now  *session.Source
		want bool
	}{{nil, false}, {first, true}} {
		if onlyAlone, err := core.Room(first, c.now); onlyAlone != c.want || err != nil {
			t.Errorf("beside a run %v: Room returns %v, %v; want %v", c.now != nil, onlyAlone, err, c.want)
		}
	}
}

// A generator of more nodes or edges than the limit is refused before it allocates 1 MB.
func TestGeneratorsAreBounded(t *testing.T) {
	for _, spec := range []string{"ring:n=1000000000", "sbm:n=1000000000", "grid:rows=20000,cols=20000", "complete:n=100000",
		"bipartite:a=1000000000,b=2", "bipartite:a=10000,b=10000", "star:n=1e9", "path:n=1000000000", "barbell:k=1000000"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := (session.Core{}).Source(recipe.Setup{Graph: spec}, nil); err == nil {
			t.Errorf("%s is not refused", spec)
		}
		runtime.ReadMemStats(&after)
		allocated := after.TotalAlloc - before.TotalAlloc
		if allocated > 1<<20 {
			t.Errorf("%s allocates %d bytes before it is refused, want at most 1 MB", spec, allocated)
		}
	}
}

// slowHost is a host whose clock advances by a second at each call of Now.
type slowHost struct {
	plainHost
	now time.Duration
}

// Now implements session.Host.
func (h *slowHost) Now() time.Duration {
	h.now += time.Second
	return h.now
}

// A load reports each of its parts, in order, before the graph. The clock of the host is so slow that every part is reported.
func TestProgressOfALoad(t *testing.T) {
	// A table of 120 000 edges between 30 000 nodes, 1.4 MB.
	var b strings.Builder
	b.WriteString("source,target\n")
	for i := range 120_000 {
		fmt.Fprintf(&b, "%d,%d\n", i%30_000, (i*7+i/30_000+1)%30_000)
	}
	h := &slowHost{}
	s := newSession(h, session.Core{Files: jobs.Do, Memory: cost.PageMemory})
	s.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "file"},
		Files: []content.File{{Name: "large.csv", Data: []byte(b.String())}}})
	s.Drain()
	var reported []string
	graphIsLast := false // the graph comes after three reports
	for _, r := range h.replies {
		switch r.Kind {
		case flat.Progress:
			reported = append(reported, r.What)
		case flat.Loaded:
			graphIsLast = len(reported) == 3
		case flat.Failed:
			t.Fatal(r.Message)
		}
	}
	if want := []string{"Reading 1.4 MB", "Preparing the run", "Laying the graph out"}; !slices.Equal(reported, want) || !graphIsLast {
		t.Errorf("the load reports %q, want %q; all before the graph: %v", reported, want, graphIsLast)
	}
}
