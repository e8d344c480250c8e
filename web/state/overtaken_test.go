package state_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/state"
)

// racing is a page with a client and a worker. The work and the replies of the worker take time, in which the user sends the next messages.
type racing struct {
	t    *testing.T
	r    *rand.Rand // nil where everything ends before the next thing begins
	s    state.State
	c    *client.Client
	work *session.Session
	// replies are on their way, and to come is what the user does; takes reports whether the user takes files when asked.
	replies []proto.Reply
	toCome  []openedFile
	waiting []state.Msg
	takes   bool
	clock   time.Duration
}

// openedFile is a file that the user opens, with the user's answer to the dialog about it.
type openedFile struct {
	msg   state.Msg
	takes bool
}

func (*racing) Start()                      {}
func (*racing) Stop()                       {}
func (*racing) After(time.Duration, func()) {}
func (*racing) Wait()                       {}
func (*racing) Fetcher() *data.Fetcher      { return nil }
func (c *racing) Post(m proto.Message)      { c.work.Post(m) }
func (c *racing) Reply(r proto.Reply)       { c.replies = append(c.replies, r) }
func (c *racing) chance(n int) bool         { return c.r != nil && c.r.IntN(n) == 0 }

// Now advances the clock while the worker works, so that the worker looks for messages. During a run it advances slowly, because each frame
// takes time.
func (c *racing) Now() time.Duration {
	switch {
	case c.r == nil:
	case c.s.Running():
		c.clock += time.Millisecond
	default:
		c.clock += 15 * time.Millisecond
	}
	return c.clock
}

func (c *racing) Yield() {
	for len(c.replies) > 0 && c.chance(2) {
		c.deliver()
	}
	if len(c.toCome) > 0 && c.chance(3) {
		c.next()
	}
}

func (c *racing) deliver() {
	r := c.replies[0]
	c.replies = c.replies[1:]
	c.c.Receive(r)
}

func (c *racing) next() {
	o := c.toCome[0]
	c.toCome, c.takes = c.toCome[1:], o.takes
	c.do(o.msg)
}

// do applies a message. Messages that arrive meanwhile wait in a queue, as in the page.
func (c *racing) do(m state.Msg) {
	if c.waiting = append(c.waiting, m); len(c.waiting) > 1 {
		return
	}
	for ; len(c.waiting) > 0; c.waiting = c.waiting[1:] {
		next, cmds, _ := state.Update(c.s, c.waiting[0])
		c.s = next
		for _, x := range cmds {
			if send, ok := x.(state.Send); ok {
				c.c.Send(send.Message)
			}
		}
		if c.s.Check() != nil && !c.s.Rereading() {
			c.waiting = append(c.waiting, map[bool]state.Msg{true: state.TakeFiles{}, false: state.LeaveFiles{}}[c.takes])
		}
	}
}

// race returns the state of the page after it has opened the first graph and a list of files.
func race(t *testing.T, r *rand.Rand, list []openedFile) state.State {
	t.Helper()
	c := &racing{t: t, r: r, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "ring:n=5"}}), toCome: list}
	c.work = session.New(c, session.Core{Files: jobs.Do})
	c.c = client.New(func(client.Owner) client.Link { return c })
	c.c.SetHandler(func(r proto.Reply) { c.do(state.FromWorker{Reply: r}) })
	c.do(state.Start{})
	for k := 0; ; k++ {
		c.work.Drain()
		switch {
		case len(c.replies) > 0:
			c.deliver()
		case len(c.toCome) > 0:
			c.next()
		default:
			return c.s
		}
		if k > 1e5 {
			t.Fatal("no end")
		}
	}
}

// Files that are opened while another graph is being loaded are shown as if each load had ended before the next one. No graph has the name
// of another graph, and the last file is shown at the end. The test opens 8 lists, the long test 500.
func TestNothingIsOvertaken(t *testing.T) {
	edges := func(n int) []byte {
		text := []byte("source,target\n")
		for i := range n {
			text = fmt.Appendf(text, "v%d,v%d\n", i, (i+1)%n)
		}
		return text
	}
	seeds := uint64(8)
	if os.Getenv("LONG") != "" {
		seeds = 500
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 66))
		var list []openedFile
		for range 1 + r.IntN(4) {
			o := openedFile{takes: r.IntN(2) == 0}
			files := func(name string, text []byte) { o.msg = state.Files{Files: []content.File{{Name: name, Data: text}}} }
			switch n := 4 + r.IntN(6); r.IntN(8) {
			case 0:
				o.msg = state.Open{Graph: []string{"k4", "path:n=6", "star:n=5"}[r.IntN(3)]}
			case 1:
				run := recipe.Setup{Graph: "path:n=7", Seed: uint64(n), Settings: map[string]string{"dt": "2"}}
				o.msg = state.OpenRecipe{Recipe: recipe.Recipe{Setup: run}}
			case 2:
				text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "star:n=6", Seed: uint64(n), Position: n}})
				if err != nil {
					t.Fatal(err)
				}
				o.msg = state.Link{Text: "#" + text}
			case 3:
				o.msg = state.Seed{Text: fmt.Sprint(n)}
			case 4: // refused
				files("broken.json", []byte(`{"nodes": 3`))
			case 5: // doubtful: the page asks
				files("doubt.csv", []byte(fmt.Sprintf("1,2,3\n2,3,4\n3,%d,5\n4,1,6\n", n)))
			default:
				files("own.csv", edges(n))
			}
			list = append(list, o)
		}
		want, got := race(t, nil, list), race(t, r, list)
		fail := func(what string, a, b any) {
			t.Fatalf("seed %d: %+v:\n%s is %+v, one after the other %+v", seed, list, what, a, b)
		}
		if got.Graph == nil || got.Loading() {
			fail("the graph", got.Graph, want.Graph)
		}
		if a, b := got.Recipe.Setup, want.Recipe.Setup; !reflect.DeepEqual(a, b) {
			fail("the recipe", a, b)
		}
		if a, b := got.Graph, want.Graph; a.Name != b.Name || !slices.Equal(a.Edges, b.Edges) {
			fail("the graph", a, b)
		}
		if a, b := got.Frame.Position, want.Frame.Position; a != b { // what a refused file stopped, goes on
			fail("the position", a, b)
		}
		if !reflect.DeepEqual(got.Files, want.Files) {
			fail("the files", got.Files, want.Files)
		}
		if got.Error != want.Error {
			fail("the error", got.Error, want.Error)
		}
	}
}
