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

// racingPage is a page with a client and a worker. The work and the replies of the worker take time, in which the user sends the next
// messages. It is the link of the client and the host of the worker's session.
type racingPage struct {
	t       *testing.T
	r       *rand.Rand // chooses what happens during work; nil if all work ends before the next message
	s       state.State
	client  *client.Client
	work    *session.Session // of the worker
	replies []proto.Reply    // not yet received
	toCome  []userAction     // what the user has not yet done
	waiting []state.Msg      // messages that arrived while another message was applied
	takes   bool             // the user takes the files if the page opens a dialog after the last action
	clock   time.Duration
}

// userAction is an action of the user that loads a graph. takes reports that the user takes the files if the page opens a dialog about
// them.
type userAction struct {
	msg   state.Msg
	takes bool
}

func (*racingPage) Start()                      {}
func (*racingPage) Stop()                       {}
func (*racingPage) After(time.Duration, func()) {}
func (*racingPage) Wait()                       {}
func (*racingPage) Fetcher() *data.Fetcher      { return nil }
func (c *racingPage) Post(m proto.Message)      { c.work.Post(m) }
func (c *racingPage) Reply(r proto.Reply)       { c.replies = append(c.replies, r) }

// chance returns true in one of n cases, at random. Without a source of random numbers it returns false.
func (c *racingPage) chance(n int) bool { return c.r != nil && c.r.IntN(n) == 0 }

// Now returns the time after an advance of the clock by 15 ms, half a slice of the worker, so that the worker often yields. During a run
// the clock advances by 1 ms only, so that the worker sends fewer frames. Without a source of random numbers the clock stands still.
func (c *racingPage) Now() time.Duration {
	switch {
	case c.r == nil:
	case c.s.Running():
		c.clock += time.Millisecond
	default:
		c.clock += 15 * time.Millisecond
	}
	return c.clock
}

// Yield lets replies arrive and the user act, at random, in the middle of the work.
func (c *racingPage) Yield() {
	for len(c.replies) > 0 && c.chance(2) {
		c.deliver()
	}
	if len(c.toCome) > 0 && c.chance(3) {
		c.act()
	}
}

// deliver gives the oldest reply to the client.
func (c *racingPage) deliver() {
	r := c.replies[0]
	c.replies = c.replies[1:]
	c.client.Receive(r)
}

// act does the next action of the user.
func (c *racingPage) act() {
	o := c.toCome[0]
	c.toCome, c.takes = c.toCome[1:], o.takes
	c.do(o.msg)
}

// do applies a message. Messages that arrive meanwhile wait in a queue, as in the page. The user answers a dialog at once.
func (c *racingPage) do(m state.Msg) {
	if c.waiting = append(c.waiting, m); len(c.waiting) > 1 {
		return
	}
	for ; len(c.waiting) > 0; c.waiting = c.waiting[1:] {
		next, cmds, _ := state.Update(c.s, c.waiting[0])
		c.s = next
		for _, x := range cmds {
			if send, ok := x.(state.Send); ok {
				c.client.Send(send.Message)
			}
		}
		if c.s.Check() != nil && !c.s.Rereading() {
			answer := state.Msg(state.LeaveFiles{})
			if c.takes {
				answer = state.TakeFiles{}
			}
			c.waiting = append(c.waiting, answer)
		}
	}
}

// stateAfterOpening returns the state of the page after it has opened the first graph, a ring, and after a list of actions. The user acts
// at random times during the work or, with a nil r, only after the end of all work.
func stateAfterOpening(t *testing.T, r *rand.Rand, list []userAction) state.State {
	t.Helper()
	c := &racingPage{t: t, r: r, s: state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "ring:n=5"}}), toCome: list}
	c.work = session.New(c, session.Core{Files: jobs.Do})
	c.client = client.New(func(client.Owner) client.Link { return c })
	c.client.SetHandler(func(r proto.Reply) { c.do(state.FromWorker{Reply: r}) })
	c.do(state.Start{})
	for rounds := 0; ; rounds++ {
		c.work.Drain()
		switch {
		case len(c.replies) > 0:
			c.deliver()
		case len(c.toCome) > 0:
			c.act()
		default:
			return c.s
		}
		if rounds > 1e5 { // far more than any list of actions needs
			t.Fatal("the page and its worker do not come to rest")
		}
	}
}

// If the user acts while another graph is being loaded, the page ends in the same state as if each load had ended before the next action.
// Recipe, edges and name of the graph, position, files and error are compared. The actions are graphs, runs, links, seeds, and files of
// three kinds: valid, broken and doubtful. The test tries 8 lists of one to four actions; with LONG set it tries 500.
func TestNothingIsOvertaken(t *testing.T) {
	// edges returns a file with the edges of a ring of n nodes.
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
		var list []userAction
		for range 1 + r.IntN(4) {
			o := userAction{takes: r.IntN(2) == 0}
			file := func(name string, text []byte) { o.msg = state.Files{Files: []content.File{{Name: name, Data: text}}} }
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
				file("broken.json", []byte(`{"nodes": 3`))
			case 5: // doubtful: the page opens the dialog
				file("doubt.csv", []byte(fmt.Sprintf("1,2,3\n2,3,4\n3,%d,5\n4,1,6\n", n)))
			default:
				file("own.csv", edges(n))
			}
			list = append(list, o)
		}
		want, got := stateAfterOpening(t, nil, list), stateAfterOpening(t, r, list)

		// The page after the race must equal the page on which each load ended before the next one.
		fail := func(part string, got, want any) {
			t.Helper()
			t.Fatalf("seed %d: %+v:\n%s is %+v; if each load ends before the next one it is %+v", seed, list, part, got, want)
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
		if a, b := got.Frame.Position, want.Frame.Position; a != b { // a training that a refused file has stopped continues
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
