package main

import (
	"strings"
	"testing"
	"time"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
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
