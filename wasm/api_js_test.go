package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web"
	"sheafscope/web/state"
)

// idleLink is a client.Link whose worker never replies.
type idleLink struct{}

func (idleLink) Start()                      {}
func (idleLink) Stop()                       {}
func (idleLink) Post(proto.Message)          {}
func (idleLink) After(time.Duration, func()) {}
func (idleLink) Now() time.Duration          { return 1 }

// stillPage is an app whose state no message changes.
type stillPage struct{ state state.State }

func (*stillPage) Dispatch(state.Msg) {}
func (p *stillPage) DispatchThen(_ state.Msg, then func(before, after state.State)) {
	then(p.state, p.state)
}
func (p *stillPage) State() state.State { return p.state }

// testAPI returns the API of a stillPage whose client has an idleLink.
func testAPI() *pageAPI {
	a := newPageAPI(client.New(func(client.Owner) client.Link { return idleLink{} }))
	a.page = &stillPage{}
	a.SetHandler(func(proto.Reply) {})
	return a
}

// listen adds a listener of the page, and returns the JavaScript function that removes the listener.
func listen(a *pageAPI, event string, f func()) safejs.Value {
	fn := script.Func(func([]safejs.Value) any { f(); return nil })
	return a.on([]safejs.Value{jsValue(event), fn.Value()}, ownPage)
}

// The promise of a question settles, whether the worker answers, a load overtakes the question, or the client has stopped. Afterwards no
// continuation is left.
func TestEveryQuestionSettles(t *testing.T) {
	for want, end := range map[string]func(*pageAPI){
		"it failed": func(a *pageAPI) {
			for key := range a.questions {
				a.Receive(proto.Reply{Answer: &proto.Answer{Seq: -1, For: key, Err: "it failed"}})
			}
		},
		"a newer load": func(a *pageAPI) { a.Aim(proto.Goal{Load: true}) },
		"has stopped":  nil, // the client stops before the question
	} {
		a := testAPI()
		if end == nil {
			a.Crashed(client.Death{Silent: true})
		}
		promise := a.question(proto.Query{Question: proto.Explain}, ownPage)
		if end != nil {
			end(a)
		}
		select {
		case r := <-script.Settle(promise):
			if r.Err == nil || !strings.Contains(r.Err.Error(), want) {
				t.Errorf("the promise settles with %v, want an error with %q", r.Err, want)
			}
		case <-time.After(time.Second):
			t.Errorf("no error with %q: the promise does not settle", want)
		}
		if len(a.questions) > 0 {
			t.Errorf("%d continuations are left", len(a.questions))
		}
	}
}

// livePage is an app with the state and the queue of the real page. Without the page's drawing it executes only messages to the worker.
type livePage struct {
	api     *pageAPI
	state   state.State
	queue   []func()
	working bool
	lastSeq int // Seq of the last message to the worker, 0 for a number of the client
}

func (p *livePage) Dispatch(m state.Msg) { p.DispatchThen(m, func(_, _ state.State) {}) }
func (p *livePage) DispatchThen(m state.Msg, then func(before, after state.State)) {
	p.queue = append(p.queue, func() {
		before := p.state
		next, commands, _ := state.Update(before, m)
		p.state = next
		for _, c := range commands {
			if send, ok := c.(state.Send); ok {
				p.lastSeq = p.api.Send(send.Message)
			}
		}
		p.api.changed()
		then(before, p.state)
	})
	if p.working {
		return
	}
	p.working = true
	for len(p.queue) > 0 {
		next := p.queue[0]
		p.queue = p.queue[1:]
		next()
	}
	p.working = false
}
func (p *livePage) State() state.State { return p.state }

// The promise of a call that the page or a stopped worker refuses is rejected: for a second call with the same error, during a load, and
// for a step after the end of the worker.
func TestEveryRefusalRejects(t *testing.T) {
	a := newPageAPI(client.New(func(client.Owner) client.Link { return idleLink{} }))
	page := &livePage{api: a, state: state.New(recipe.Recipe{})}
	a.page = page
	a.SetHandler(func(r proto.Reply) { page.Dispatch(state.FromWorker{Reply: r}) })
	check := func(situation, want string, m state.Msg) {
		t.Helper()
		select {
		case r := <-script.Settle(a.do(m, ownPage)):
			if r.Err == nil || !strings.Contains(r.Err.Error(), want) {
				t.Errorf("%s: the promise settles with %v, want an error with %q", situation, r.Err, want)
			}
		case <-time.After(time.Second):
			t.Errorf("%s: the promise does not settle", situation)
		}
	}
	open := func(graph string) state.OpenRecipe {
		return state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: graph}}}
	}
	check("a load without files", "Give the files", open("file"))
	check("a second load without files", "Give the files", open("file"))
	check("wrong maps", "edge: x must be", state.SetOne{One: recipe.One{X: [][]float64{{1}, {1, 2}}}})
	check("wrong maps again", "edge: x must be", state.SetOne{One: recipe.One{X: [][]float64{{1}, {1, 2}}}})
	page.Dispatch(open("karate"))
	check("a load without files during a load", "Give the files", open("file"))

	info := &proto.GraphInfo{Name: "Pair", N: 2, Edges: []int32{0, 1}, Labels: []int{0, 1}, Classes: 2, Layout: make([]float64, 4)}
	a.Receive(proto.Reply{Status: &proto.Status{Goal: page.lastSeq, Graph: info, Frame: &frame.Frame{N: 2, M: 1}, Reached: true}})
	a.Crashed(client.Death{Silent: true})
	check("a step without a worker", "has stopped", state.Step{Unit: proto.Epoch})
}

// A listener for "change" that calls rest is called once for each change.
func TestListenersMayCallRest(t *testing.T) {
	a, calls := testAPI(), 0
	listen(a, "change", func() {
		calls++
		if calls < 50 { // bounds a recursion
			a.rest([]safejs.Value{jsValue(false)}, ownPage)
		}
	})
	for want := 1; want <= 3; want++ {
		a.changed()
		if calls != want {
			t.Fatalf("after %d changes the listener has been called %d times", want, calls)
		}
	}
}

// A removed listener is not called. The removal may be repeated, and leaves the other listeners.
func TestListenersAreRemoved(t *testing.T) {
	a, calls := testAPI(), [3]int{}
	var remove [3]safejs.Value
	for k := range remove {
		remove[k] = listen(a, "change", func() { calls[k]++ })
	}
	a.changed()
	for range 2 {
		script.Must(remove[1].Invoke())
	}
	a.changed()
	if want := [3]int{2, 1, 2}; calls != want {
		t.Errorf("the listeners have been called %v times, want %v", calls, want)
	}
}

// recordingLink is an idleLink that records the messages to the worker: "load" for a goal with Load, "goal", or "query".
type recordingLink struct {
	idleLink
	posts *[]string
}

func (l recordingLink) Post(m proto.Message) {
	kind := "query"
	if m.Goal != nil {
		kind = words.Either(m.Goal.Load, "load", "goal")
	}
	*l.posts = append(*l.posts, kind)
}

// pageOf returns the API of a page without a browser, and the list to which the page's messages to the worker are added.
func pageOf() (*pageAPI, *[]string) {
	var posts []string
	script.Set(safejs.Global(), "sheafscopeIslands", script.Must(script.Global("Object").New()))
	for _, name := range []string{"soon", "effect", "theme"} {
		nothing := script.Func(func([]safejs.Value) any { return nil })
		script.Set(script.Global("sheafscopeIslands"), name, nothing)
	}
	a := newPageAPI(client.New(func(client.Owner) client.Link { return recordingLink{posts: &posts} }))
	page := web.New(a, a.changed)
	a.page = page
	a.SetHandler(func(r proto.Reply) { page.Dispatch(state.FromWorker{Reply: r}) })
	return a, &posts
}

// A question that a listener sends after another call follows the message of this call to the worker.
func TestQuestionsOfListenersKeepTheirOrder(t *testing.T) {
	a, posts := pageOf()
	asked := false
	listen(a, "change", func() {
		if !asked {
			asked = true
			a.load([]safejs.Value{jsValue(`{"graph":"karate"}`), safejs.Undefined()}, ownPage)
			a.question(proto.Query{Question: proto.Write, Unit: "trace"}, ownPage)
		}
	})
	a.page.Dispatch(state.SetTheme{Theme: "dark"})
	if want := []string{"load", "query"}; !slices.Equal(*posts, want) {
		t.Errorf("the worker receives %v, want %v", *posts, want)
	}
}

// Listeners that call a method at each change leave time to other tasks of the browser. A removed listener ends the calls.
func TestListenersLeaveTime(t *testing.T) {
	a, _ := pageOf()
	calls, ends := 0, make(chan int)
	var remove safejs.Value
	remove = listen(a, "change", func() {
		calls++
		if calls == 5000 { // bounds a loop without an end
			script.Must(remove.Invoke())
		}
		a.do(state.Pause{}, ownPage)
	})
	script.After(0, func() {
		script.Must(remove.Invoke())
		go func() { ends <- calls }()
	})
	a.page.Dispatch(state.Pause{})
	if calls := <-ends; calls >= 5000 {
		t.Errorf("the listener is called %d times before a timer ends", calls)
	}
	// After the removal the page applies messages at once.
	script.After(50, func() {
		a.page.Dispatch(state.SetTheme{Theme: "dark"})
		s := a.page.State()
		go func() { ends <- words.Either(s.View.Theme == "dark", 1, 0) }()
	})
	if <-ends == 0 {
		t.Error("after the removal of the listener the page does not apply a message")
	}
}
