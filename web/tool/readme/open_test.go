package main

import (
	"slices"
	"testing"
	"time"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// host stands in for the worker of a session. It only collects the replies: it never waits, fetches no data sets, and its clock stands
// still.
type host struct{ replies []proto.Reply }

func (h *host) Reply(r proto.Reply)  { h.replies = append(h.replies, r) }
func (*host) Yield()                 {}
func (*host) Wait()                  {}
func (*host) Fetcher() *data.Fetcher { return nil }
func (*host) Now() time.Duration     { return 1 }

// frameOf returns the frame with which a session in the worker replies to a recipe.
func frameOf(t *testing.T, r recipe.Recipe) *frame.Frame {
	t.Helper()
	h := &host{}
	s := session.New(h, session.Core{})
	s.Post(proto.Message{Goal: &proto.Goal{Load: true, Seq: 1, Run: r.Setup}})
	s.Drain()
	if last := h.replies[len(h.replies)-1].Status; last != nil && last.Frame != nil {
		return last.Frame
	}
	t.Fatalf("the last reply to the recipe has no frame: %+v", h.replies)
	return nil
}

// Each of the four addresses of the picture opens the picture's run in a session: the last position of the run, with its predictions.
func TestAddressesOpenTheRun(t *testing.T) {
	m, err := once()
	if err != nil {
		t.Fatal(err)
	}
	last, seen := m.stops[len(m.stops)-1], 0
	for _, a := range m.addresses {
		if !slices.Contains([]string{"an edge", "a node", "a stage", "the dial"}, a.label) {
			continue
		}
		seen++
		r, err := recipe.Parse(a.path)
		if err != nil {
			t.Fatal(err)
		}
		f := frameOf(t, r)
		if f.Position != last.position || !slices.Equal(f.Pred, last.pred) {
			t.Errorf("%s opens position %d, want %d with the predictions of the picture", a.label, f.Position, last.position)
		}
	}
	if seen != 4 {
		t.Errorf("the picture has %d of the addresses, want 4", seen)
	}
}
