package state_test

import (
	"reflect"
	"testing"
	"time"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
)

// sessionPage is a page with a real session of the worker, which answers each request at once. The clock of the session stands still.
type sessionPage struct {
	*desk
	session *session.Session
	replies []proto.Reply // to the newest message
	loads   int           // number of goals so far that load a graph
	rests   int           // number of rests so far after the move of a slider
}

func (b *sessionPage) Reply(r proto.Reply)  { b.replies = append(b.replies, r) }
func (b *sessionPage) Yield()               {}
func (b *sessionPage) Wait()                {}
func (*sessionPage) Fetcher() *data.Fetcher { return nil }
func (b *sessionPage) Now() time.Duration   { return 1 }

// openSessionPage returns a page that has opened a recipe and, if the page trains it, has trained it.
func openSessionPage(t *testing.T, r recipe.Recipe) *sessionPage {
	t.Helper()
	b := &sessionPage{desk: &desk{t: t, s: state.New(r)}}
	b.session = session.New(b, session.Core{})
	b.send(state.Start{})
	return b
}

// send applies a message, and all messages that result from it. It counts the rests of sliders, but does not end them.
func (b *sessionPage) send(m state.Msg) {
	b.t.Helper()
	queue := b.do(m)
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		switch c := c.(type) {
		case state.Send:
			if c.Goal != nil && c.Goal.Load {
				b.loads++
			}
			b.replies = nil
			b.session.Post(c.Message)
			b.session.Drain()
			for _, r := range b.replies {
				queue = append(queue, b.do(state.FromWorker{Reply: r})...)
			}
		case state.After:
			if _, isRest := c.Msg.(state.GenerateRest); isRest {
				b.rests++
			}
		}
	}
}

// sendRefused applies a message that must be refused: it writes a note of the editor, and changes neither graph, run, recipe
// nor undo steps.
func (b *sessionPage) sendRefused(m state.Msg) {
	b.t.Helper()
	before, loads := b.s, b.loads
	b.send(m)
	if b.s.Sketch.Note == "" {
		b.t.Errorf("%T %+v: the editor has no note", m, m)
	}
	after := b.s
	if loads != b.loads || after.Graph != before.Graph || after.Frame != before.Frame {
		b.t.Errorf("%T %+v changes the graph or its run", m, m)
	}
	if !reflect.DeepEqual(after.Recipe, before.Recipe) || len(after.Sketch.Past) != len(before.Sketch.Past) {
		b.t.Errorf("%T %+v changes the recipe or the undo steps", m, m)
	}
}

// size returns the numbers of nodes and edges.
func (b *sessionPage) size() [2]int { return [2]int{b.s.Graph.N, len(b.s.Graph.Edges) / 2} }
