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

// window is a page with a real session of the worker, whose host it is, and a simulated browser. The worker answers each message at once,
// the clock stands still, and nothing can be downloaded.
type window struct {
	t          *testing.T
	s          state.State
	work       *session.Session
	replies    []proto.Reply // of the worker, not yet applied
	newestLoad int           // number of the newest goal that loads
	disk       *disk
	heldSums   []string        // sums of the stored sets that the page needs
	written    map[string]bool // sums that the disk has accepted from this window

	hash           string // the address
	refusesAddress bool   // the browser does not let the page change its address
	addressLags    bool   // the address has not yet followed the last actions
	slowDisk       bool   // the storage answers later, with lateAnswers
	lateAnswers    []func()
}

func (*window) Yield()                 {}
func (*window) Wait()                  {}
func (*window) Fetcher() *data.Fetcher { return nil }
func (*window) Now() time.Duration     { return 1 }
func (w *window) Reply(r proto.Reply)  { w.replies = append(w.replies, r) }

// openWindow returns a page that opens an address.
func openWindow(t *testing.T, d *disk, hash string) *window {
	t.Helper()
	first, incomplete, damage := state.FirstRecipe(hash, false)
	w := &window{t: t, s: state.New(first), disk: d, hash: hash, written: map[string]bool{}}
	d.windows = append(d.windows, w)
	w.work = session.New(w, session.Core{Files: jobs.Do})
	if incomplete != nil { // the page must first find stored files or parts
		w.do(state.Restore{Recipe: *incomplete})
		return w
	}
	w.do(state.Start{})
	if damage != "" {
		t.Fatalf("the page wrote a damaged address: %s", damage)
	}
	return w
}

// close closes the window. The disk may then delete the sets that only this window needs.
func (w *window) close() {
	w.disk.windows = slices.DeleteFunc(w.disk.windows, func(x *window) bool { return x == w })
}

// do applies a message and all messages that result from it. Then it writes the address, unless addressLags.
func (w *window) do(m state.Msg) {
	w.t.Helper()
	w.follow(m)
	if w.s.Device.Stale() && !w.addressLags {
		w.follow(state.Remember{})
	}
}

// follow applies a message and, one after the other, all messages that result from it. Replies of the worker to goals before the last
// load are dropped; its answers to queries before it count as overtaken, as in package client.
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
				r.Answer.Overtaken = r.Answer.Seq < w.newestLoad
			} else if r.Status.Goal < w.newestLoad {
				continue
			}
			messages = append(messages, state.FromWorker{Reply: r})
		}
		w.replies = nil
	}
}

// execute carries out a command and returns the immediate answer, or nil. A rest (state.After) has no duration.
func (w *window) execute(c state.Command) state.Msg {
	switch c := c.(type) {
	case state.Send: // the worker answers at once, with w.replies
		if c.Goal != nil && c.Goal.Load {
			w.newestLoad = c.Goal.Seq
		}
		w.work.Post(c.Message)
		w.work.Drain()
	case state.After:
		return c.Msg
	case state.KeepFiles:
		return w.whenStored(func() state.Msg {
			m := w.disk.keep(c.Sum, c.Files)
			w.written[c.Sum] = m.Problem == ""
			return m
		})
	case state.FindFiles:
		return state.Found{Sum: c.Sum, Files: w.disk.find(c.Sum)}
	case state.ForgetFiles:
		return w.whenStored(func() state.Msg {
			if w.disk.refusal != "" {
				return state.OnDevice{Problem: w.disk.refusal}
			}
			w.disk.sets, w.written = nil, map[string]bool{}
			return state.OnDevice{}
		})
	case state.Effect:
		switch {
		case c.Kind == state.EffectHolds:
			w.heldSums = c.Args
		case c.Kind == "hash" && c.Args[1] == "": // the text of a link, which does not become the address
		case c.Kind != "address" && c.Kind != "hash": // another effect does not matter here
		case w.refusesAddress:
			return state.OnAddress{Problem: "the browser does not let the page change its address"}
		default:
			w.hash = c.Args[0]
		}
	}
	return nil
}

// whenStored calls f, which uses the storage, and returns the answer. While the storage is slow, it returns nil, and deliverLateAnswers
// calls f later.
func (w *window) whenStored(f func() state.Msg) state.Msg {
	if !w.slowDisk {
		return f()
	}
	w.lateAnswers = append(w.lateAnswers, func() { w.do(f()) })
	return nil
}

// deliverLateAnswers ends the slowness of the storage and applies its delayed answers in their order.
func (w *window) deliverLateAnswers() {
	list := w.lateAnswers
	w.slowDisk, w.lateAnswers = false, nil
	for _, f := range list {
		f()
	}
}

// recipe returns the text of the page's recipe. The text omits the length of the curves beyond the position, since a reload trains only
// to the position.
func (w *window) recipe() string {
	r := w.s.Link()
	r.View.Known = 0
	text, err := recipe.FormatFile(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// visibleState returns the JSON object of window.sheafscope.state() without the fields that a reload need not restore.
func (w *window) visibleState() map[string]any {
	var m map[string]any
	if err := json.Unmarshal([]byte(api.NewSnapshot(&w.s, false).JSON()), &m); err != nil {
		w.t.Fatal(err)
	}
	for _, name := range []string{"history", "certificate", "error"} { // the first two have positions that a reload does not train
		delete(m, name)
	}
	return m
}

// momentsWithNotes returns count pins. Each is a moment of a graph with ten notes of random hexadecimal digits, which cannot be
// compressed much.
func momentsWithNotes(r *rand.Rand, count int, graph string) (list []recipe.Moment) {
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

// actAtRandom does a random action of a user, and returns the type of its message. If the page asks about files, it accepts the shown
// reading. An action that opens pins must replace the pins of the page; if it does not, the test fails.
func (w *window) actAtRandom(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	// saved returns the recipe of a state with count pins.
	saved := func(count int) recipe.Recipe {
		return recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: pick("karate", "ring:n=9"), Seed: r.Uint64N(9)},
			View: recipe.View{Pins: momentsWithNotes(r, count, "karate")}}
	}
	var m state.Msg
	var pinsOfAction []recipe.Moment // the pins that the action opens
	switch n := w.s.Graph.N; r.IntN(24) {
	case 0:
		m = state.Open{Graph: pick("karate", "ring:n=9", "k4", "florentine")}
	case 1: // a file that is too large for an address
		text := "source,target\n" + fmt.Sprintf("a,b\nb,c\nc,d\nd,e%d\n", r.IntN(3)) + strings.Repeat("# "+strings.Repeat("x", 98)+"\n", 800)
		m = state.Files{Files: []content.File{{Name: "large.csv", Data: []byte(text)}}}
	case 2:
		m = state.Files{Files: []content.File{{Name: "small.csv", Data: fmt.Appendf(nil, "source,target\nx,y\ny,z%d\n", r.IntN(9))}}}
	case 3, 4: // a saved state, mostly one that is larger than a link
		whole := saved([]int{2, 30, 30}[r.IntN(3)])
		pinsOfAction = whole.View.Pins
		data, err := recipe.FormatFile(whole)
		if err != nil {
			w.t.Fatal(err)
		}
		m = state.Files{Files: []content.File{{Name: "state.json", Data: data}}}
	case 5: // a program opens a state, mostly one that is larger than a link
		whole := saved([]int{2, 30, 30}[r.IntN(3)])
		pinsOfAction, m = whole.View.Pins, state.OpenRecipe{Recipe: whole}
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
	case 20: // a link without some parts
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
	if pinsOfAction != nil && !reflect.DeepEqual(w.s.View.Pins, pinsOfAction) {
		w.t.Fatalf("%T opens %d pins, and the page has %d pins that differ (%s)", m, len(pinsOfAction), len(w.s.View.Pins), w.s.Error)
	}
	return fmt.Sprintf("%T", m)
}

// reload closes the window and returns a new window with the same address. problem describes the difference between the states of both
// windows, "" if they are equal.
func (w *window) reload() (again *window, problem string) {
	w.t.Helper()
	w.close()
	again = openWindow(w.t, w.disk, w.hash)
	if after, before := again.recipe(), w.recipe(); after != before {
		return nil, fmt.Sprintf("the recipe was\n%.1500s\nand is\n%.1500s", before, after)
	}
	after, before := again.visibleState(), w.visibleState()
	if reflect.DeepEqual(after, before) {
		return again, ""
	}
	for name := range before {
		if !reflect.DeepEqual(after[name], before[name]) {
			return nil, fmt.Sprintf("%s was %v and is %v", name, before[name], after[name])
		}
	}
	return nil, "the state has additional fields"
}

// After each step of a random walk, a reload shows the same page, or the page gives a reason why it will not. It then also warns its user,
// unless it is still writing. A page that survives shows no warning above the graph. In every third walk the storage works, and each page
// survives unless it shows an error or its address lags. In the other walks the storage is at times full, forbidden or slow. In all walks
// another window stores eight sets of each kind at times. The test has 3 walks of 12 steps. With LONG set it has 400 walks of 25 steps,
// which together reach each listed reason.
func TestSurvivesAReload(t *testing.T) {
	walks, steps := 3, 12
	if os.Getenv("LONG") != "" {
		walks, steps = 400, 25
	}
	start, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}) // untrained
	if err != nil {
		t.Fatal(err)
	}
	moments, kept := map[string]int{}, 0 // moments by the reason why they do not survive, "" if they do; number of moments that survive
	for seed := range walks {
		r := rand.New(rand.NewPCG(66, uint64(seed)))
		d := &disk{noLocks: seed%3 == 1}          // in another third of the walks, the browser has no locks
		storageWorks := seed%3 == 0 && !d.noLocks // in a third of the walks the storage works
		w := openWindow(t, d, start)
		var actions []string
		for range steps {
			// The browser changes its behaviour, another window stores graphs, and the user deletes the stored graphs.
			if !storageWorks && r.IntN(4) == 0 {
				d.refusal = []string{"", "", "there is no room", "the browser does not allow it"}[r.IntN(4)]
				d.unreadable = d.refusal == "the browser does not allow it"
				w.refusesAddress = r.IntN(6) == 0
				if w.slowDisk = r.IntN(3) == 0; !w.slowDisk {
					w.deliverLateAnswers()
				}
				actions = append(actions, fmt.Sprintf("storage refuses: %q, is slow: %v; address fixed: %v", d.refusal, w.slowDisk, w.refusesAddress))
			}
			if r.IntN(3) == 0 {
				d.writeInOtherWindow(r)
				actions = append(actions, "another window stores")
			}
			if !storageWorks && r.IntN(8) == 0 {
				w.do(state.Forget{})
				actions = append(actions, "forget")
			}
			w.addressLags = r.IntN(4) == 0
			if w.addressLags {
				actions = append(actions, "the address lags")
			}
			actions = append(actions, w.actAtRandom(r))

			// The page predicts its fate at a reload. If it predicts that the page survives, a reload must show the same.
			fate := w.s.Survives()
			fail := func(format string, args ...any) {
				t.Helper()
				t.Fatalf("walk %d, %q: %s\nthe page says %+v, %q", seed, actions, fmt.Sprintf(format, args...), fate, w.s.UnkeptText())
			}
			switch {
			case fate.Yes:
				kept++
				if d.unreadable && len(w.heldSums) > 0 {
					continue // the sets were stored before the browser forbade the storage: a reload cannot read them
				}
				again, problem := w.reload()
				if problem != "" {
					fail("after a reload %s", problem)
				}
				again.close()
				if r.IntN(3) == 0 { // the walk continues with the reloaded window
					again.refusesAddress, w = w.refusesAddress, again
					actions = append(actions, "reload")
				}
				d.windows = append(d.windows, w)
			case storageWorks && w.s.Error == "" && !w.addressLags:
				fail("the storage works, and the page does not survive")
			case fate.Why == "":
				fail("the page does not survive, and gives no reason")
			case !fate.Soon && w.s.UnkeptText() == "":
				fail("the page does not survive, and does not warn its user")
			}
			if fate.Yes && w.s.UnkeptLine() != "" {
				fail("the page survives, and warns its user: %q", w.s.UnkeptLine())
			}
			moments[fate.Why]++
		}
		w.close()
	}
	t.Logf("%d moments survive; the moments by reason are %v", kept, moments)
	for _, why := range []string{"there is no room", "the browser does not allow it", keep.Deleted, "it was deleted in another window",
		"the browser is still writing it", "the browser does not let the page change its address"} {
		if moments[why] == 0 && walks > 3 { // three walks are too few for all reasons
			t.Errorf("no walk reaches a moment with the reason %q", why)
		}
	}
}
