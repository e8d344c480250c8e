package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
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
