package state_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/choice"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/web/api"
	"sheafscope/web/keep"
	"sheafscope/web/state"
)

// window is a page with a real worker and a simulated browser.
type window struct {
	t       *testing.T
	s       state.State
	work    *session.Session
	replies []proto.Reply
	load    int
	disk    *disk
	holds   []string
	written map[string]bool
	// hash is its address; deaf that the browser takes no address, early that the address has not yet followed what was done.
	hash        string
	deaf, early bool
	// slow lets the storage answer later: late are the answers.
	slow bool
	late []func()
}

func (*window) Yield()                 {}
func (*window) Wait()                  {}
func (*window) Fetcher() *data.Fetcher { return nil }
func (*window) Now() time.Duration     { return 1 }
func (w *window) Reply(r proto.Reply)  { w.replies = append(w.replies, r) }

// openWindow returns a page that opens an address.
func openWindow(t *testing.T, d *disk, hash string) *window {
	t.Helper()
	first, asked, damage := state.FirstRecipe(hash, false)
	w := &window{t: t, s: state.New(first), disk: d, hash: hash, written: map[string]bool{}}
	d.windows = append(d.windows, w)
	w.work = session.New(w, session.Core{Files: jobs.Do})
	if asked != nil {
		w.do(state.Restore{Recipe: *asked})
	} else if w.do(state.Start{}); damage != "" {
		t.Fatalf("the page wrote an address that is damaged: %s", damage)
	}
	return w
}

// close closes the window. Files that the storage has not accepted are lost.
func (w *window) close() {
	w.disk.windows = slices.DeleteFunc(w.disk.windows, func(x *window) bool { return x == w })
}

// do applies a message, and all messages that result from it. Then the address follows.
func (w *window) do(m state.Msg) {
	w.t.Helper()
	w.follow(m)
	if w.s.Device.Stale() && !w.early {
		w.follow(state.Remember{})
	}
}

func (w *window) follow(m state.Msg) {
	w.t.Helper()
	for messages := []state.Msg{m}; len(messages) > 0; messages = messages[1:] {
		next, commands, _ := state.Update(w.s, messages[0])
		w.s = next
		for _, c := range commands {
			if m := w.execute(c); m != nil {
				messages = append(messages, m)
			}
		}
		for _, r := range w.replies {
			if r.Answer != nil {
				r.Answer.Overtaken = r.Answer.Seq < w.load
			} else if r.Status.Goal < w.load {
				continue
			}
			messages = append(messages, state.FromWorker{Reply: r})
		}
		w.replies = nil
	}
}

// execute carries out a command to the worker or the browser, and returns the immediate answer.
func (w *window) execute(c state.Command) state.Msg {
	switch c := c.(type) {
	case state.Send:
		if c.Goal != nil && c.Goal.Load {
			w.load = c.Goal.Seq
		}
		w.work.Post(c.Message)
		w.work.Drain()
	case state.After:
		return c.Msg
	case state.KeepFiles:
		return w.later(func() state.Msg {
			m := w.disk.keep(c.Sum, c.Files)
			w.written[c.Sum] = m.Problem == ""
			return m
		})
	case state.FindFiles:
		return state.Found{Sum: c.Sum, Files: w.disk.find(c.Sum)}
	case state.ForgetFiles:
		return w.later(func() state.Msg {
			if w.disk.refuses != "" {
				return state.OnDevice{Problem: w.disk.refuses}
			}
			w.disk.sets, w.written = nil, map[string]bool{}
			return state.OnDevice{}
		})
	case state.Effect:
		switch {
		case c.Kind == state.EffectHolds:
			w.holds = c.Args
		case c.Kind != "address" && (c.Kind != "hash" || c.Args[1] == ""):
		case w.deaf:
			return state.OnAddress{Problem: "the browser does not let the page change its address"}
		default:
			w.hash = c.Args[0]
		}
	}
	return nil
}

// later returns the answer of the storage, at once or, while the storage is slow, in a later call of answers.
func (w *window) later(f func() state.Msg) state.Msg {
	if !w.slow {
		return f()
	}
	w.late = append(w.late, func() { w.do(f()) })
	return nil
}

// answers applies the delayed answers of the storage.
func (w *window) answers() {
	list := w.late
	w.slow, w.late = false, nil
	for _, f := range list {
		f()
	}
}

// recipe returns the answer of recipe() without the length of the curves beyond the position, since a reload trains only to the position.
func (w *window) recipe() string {
	r := w.s.Link()
	r.View.Known = 0
	text, err := recipe.FormatFile(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// seen returns the part of state() about the pictures.
func (w *window) seen() map[string]any {
	var m map[string]any
	if err := json.Unmarshal([]byte(api.NewSnapshot(&w.s, false).JSON()), &m); err != nil {
		w.t.Fatal(err)
	}
	for _, name := range []string{"history", "certificate", "error"} { // the first two look beyond the position
		delete(m, name)
	}
	return m
}

// bulk returns a row of moments with notes that cannot be compressed.
func bulk(r *rand.Rand, count int, graph string) (list []recipe.Moment) {
	for k := range count {
		m := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: graph, Seed: uint64(k)}}
		for range 10 {
			var text strings.Builder
			for range 24 {
				fmt.Fprintf(&text, "%016x", r.Uint64())
			}
			m.View.Notes = append(m.View.Notes, recipe.Note{Pin: "node:1", Text: text.String()})
		}
		list = append(list, recipe.Moment{Name: fmt.Sprintf("moment %d", k), Recipe: recipe.TextOf(m)})
	}
	return list
}

// random does a random thing that a user can do.
func (w *window) random(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	saved := func(count int) recipe.Recipe {
		return recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: pick("karate", "ring:n=9"), Seed: r.Uint64N(9)},
			View: recipe.View{Pins: bulk(r, count, "karate")}}
	}
	var m state.Msg
	var brings []recipe.Moment
	switch n := w.s.Graph.N; r.IntN(24) {
	case 0:
		m = state.Open{Graph: pick("karate", "ring:n=9", "k4", "florentine")}
	case 1: // a file that no address carries
		text := "source,target\n" + fmt.Sprintf("a,b\nb,c\nc,d\nd,e%d\n", r.IntN(3)) + strings.Repeat("# "+strings.Repeat("x", 98)+"\n", 800)
		m = state.Files{Files: []content.File{{Name: "large.csv", Data: []byte(text)}}}
	case 2:
		m = state.Files{Files: []content.File{{Name: "small.csv", Data: fmt.Appendf(nil, "source,target\nx,y\ny,z%d\n", r.IntN(9))}}}
	case 3, 4: // a saved state, mostly one that is larger than a link
		whole := saved([]int{2, 30, 30}[r.IntN(3)])
		brings = whole.View.Pins
		data, err := recipe.FormatFile(whole)
		if err != nil {
			w.t.Fatal(err)
		}
		m = state.Files{Files: []content.File{{Name: "state.json", Data: data}}}
	case 5: // load() with as many
		whole := saved([]int{2, 30, 30}[r.IntN(3)])
		brings, m = whole.View.Pins, state.OpenRecipe{Recipe: whole}
	case 6:
		m = state.AddPin{Name: pick("", "here")}
	case 7:
		m = state.DropPin{Index: r.IntN(4)}
	case 8:
		m = state.OpenPin{Index: r.IntN(4)}
	case 9:
		m = state.AddNote{Pin: "node:1", Text: pick("It turns.", strings.Repeat("long ", 70))}
	case 10, 11:
		m = state.Step{Unit: pick("inner", "stage", "epoch")}
	case 12:
		m = state.Seek{Position: r.IntN(w.s.MaxPosition + 1)}
	case 13:
		m = state.PickNode{Node: choice.Of(r.IntN(n))}
	case 14:
		m = state.PickEdge{Edge: choice.Of(r.IntN(len(w.s.Graph.Edges)/2 + 1))}
	case 15:
		m = state.PickLasso{Nodes: []int{r.IntN(n), r.IntN(n)}}
	case 16: // an edge is cut or drawn
		w.do(state.SketchOn{On: true})
		w.do(state.SketchJoin{A: r.IntN(n), B: r.IntN(n)})
		m = state.SketchOn{}
	case 17:
		w.do(state.SketchOn{On: true})
		w.do(state.PickEdge{Edge: choice.Of(r.IntN(len(w.s.Graph.Edges)/2 + 1))})
		w.do(state.SketchDelete{})
		m = state.SketchOn{}
	case 18:
		m = state.Seed{Text: pick("1", "2", "3")}
	case 19:
		m = state.SetSetting{Name: "dt", Value: pick("0.5", "1", "2")}
	case 20: // without pins or notes
		w.do(state.LeaveOut{Part: pick("pins", "notes", "look")})
		m = state.Share{}
	case 21:
		m = state.SaveState{Whole: r.IntN(2) == 0}
	case 22:
		m = state.Dismiss{}
	case 23:
		m = state.SetPanel{Panel: pick("stage", "edge", "node", "claims")}
	}
	w.do(m)
	if w.s.Check() != nil {
		w.do(state.TakeFiles{})
	}
	if brings != nil && !reflect.DeepEqual(w.s.View.Pins, brings) {
		w.t.Fatalf("%T brings %d pins, and %d are there others (%s)", m, len(brings), len(w.s.View.Pins), w.s.Error)
	}
	return fmt.Sprintf("%T", m)
}

// survives reloads the window and returns the difference from the state before, "" if there is none. The test continues with this window or
// with the reloaded window.
func (w *window) survives() (again *window, problem string) {
	w.t.Helper()
	w.close()
	again = openWindow(w.t, w.disk, w.hash)
	if a, b := again.recipe(), w.recipe(); a != b {
		return nil, fmt.Sprintf("the recipe was\n%.1500s\nand is\n%.1500s", b, a)
	}
	if a, b := again.seen(), w.seen(); !reflect.DeepEqual(a, b) {
		for name := range b {
			if !reflect.DeepEqual(a[name], b[name]) {
				return nil, fmt.Sprintf("%s was %v and is %v", name, b[name], a[name])
			}
		}
		return nil, "there is more or less to see"
	}
	return again, ""
}

// At any moment of a random walk a reload shows the same, or the page has warned that it will not. The storage is full, refused or slow,
// and another window opens eight graphs. With working storage a reload always shows the same, without a warning. The test has 3 walks of 12
// steps, the long test 400 walks of 25 steps.
func TestSurvivesAReload(t *testing.T) {
	walks, steps := 3, 12
	if os.Getenv("LONG") != "" {
		walks, steps = 400, 25
	}
	start, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}) // untrained
	if err != nil {
		t.Fatal(err)
	}
	said, kept := map[string]int{}, 0
	for seed := range walks {
		r := rand.New(rand.NewPCG(66, uint64(seed)))
		d := &disk{noLocks: seed%3 == 1}
		works := seed%3 == 0 && !d.noLocks
		w := openWindow(t, d, start)
		var did []string
		for range steps {
			if !works && r.IntN(4) == 0 {
				d.refuses = []string{"", "", "there is no room", "the browser does not allow it"}[r.IntN(4)]
				d.blind = d.refuses == "the browser does not allow it"
				w.deaf = r.IntN(6) == 0
				if w.slow = r.IntN(3) == 0; !w.slow {
					w.answers()
				}
				did = append(did, fmt.Sprintf("refuses %q slow %v deaf %v", d.refuses, w.slow, w.deaf))
			}
			if r.IntN(3) == 0 {
				d.others(r)
				did = append(did, "others")
			}
			if !works && r.IntN(8) == 0 {
				w.do(state.Forget{})
				did = append(did, "forget")
			}
			if w.early = r.IntN(4) == 0; w.early {
				did = append(did, "early")
			}
			did = append(did, w.random(r))
			v := w.s.Survives()
			fail := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("walk %d, %q: %s\nthe page says %+v, %q", seed, did, fmt.Sprintf(format, args...), v, w.s.UnkeptText())
			}
			switch {
			case v.Yes:
				kept++
				if d.blind && len(w.holds) > 0 {
					continue // what was kept before the browser ceased to allow it
				}
				again, problem := w.survives()
				if problem != "" {
					fail("after a reload %s", problem)
				}
				if again.close(); r.IntN(3) == 0 {
					again.deaf, w = w.deaf, again
					did = append(did, "reload")
				}
				d.windows = append(d.windows, w)
			case works && w.s.Error == "" && !w.early:
				fail("storage works")
			case v.Why == "" || !v.Soon && w.s.UnkeptText() == "":
				fail("it does not survive, and the page does not say why")
			}
			if v.Yes && w.s.UnkeptLine() != "" {
				fail("%q", w.s.UnkeptLine())
			}
			said[v.Why]++
		}
		w.close()
	}
	t.Logf("%d moments survive; of the others the page says %v", kept, said)
	for _, why := range []string{"there is no room", "the browser does not allow it", keep.Deleted, "it was deleted in another window",
		"the browser is still writing it", "the browser does not let the page change its address"} {
		if said[why] == 0 && walks > 3 {
			t.Errorf("no walk comes where the page says %q", why)
		}
	}
}
