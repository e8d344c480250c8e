package main

// This file implements window.sheafscope, the page's object for scripts, and the promises of its calls.

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/hack-pad/safejs"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// app is the page that the API controls. Dispatch and DispatchThen apply a message to the state of the page at once or, if another message
// is in progress, after that message. The function then receives the states before and after the change. Without a message (nil)
// DispatchThen only calls then, in the same order.
type app interface {
	Dispatch(state.Msg)
	DispatchThen(m state.Msg, then func(before, after state.State))
	State() state.State
}

// pageAPI implements window.sheafscope. It takes the place of the page's client, and therefore receives all replies of the worker.
type pageAPI struct {
	*client.Client
	page     app
	promises api.Promises // promises of calls, which settle when all changes of the run are finished
	// questions has the continuations of trace(), explain() and whatif(), by the For of their query.
	questions map[string]func(proto.Answer)
	listeners map[int]listener // by number
	removal   safejs.Value     // the method remove as a JavaScript function
	nextID    int              // number of the next listener or question
	last      state.State      // state of the page after the last change, zero before the first
	position  int              // position (number of inner operations) in the last event "frame", −1 before the first
	// withheld is the value in the last event "private", false before the first. A graph is withheld if it is the user's own, and the user has
	// not agreed that the embedding site receives its data.
	withheld bool
	resting  bool // value in the last event "rest", false before the first
	// searches has the continuations of tune() calls, which run at the end of the search for settings.
	searches []func()
	// consents has the continuations of calls by the embedding site that wait for the user's consent (withConsent).
	consents []func()
}

// newPageAPI returns the API of the page whose client is c. Its field page must be set before install.
func newPageAPI(c *client.Client) *pageAPI {
	a := &pageAPI{Client: c, questions: map[string]func(proto.Answer){}, listeners: map[int]listener{}, position: -1}
	a.removal = script.Func(a.remove).Value()
	return a
}

// SetHandler implements state.Client. Answers to queries of the API go to their continuations, all other replies to the page's handler.
func (a *pageAPI) SetHandler(handler func(proto.Reply)) {
	a.Client.SetHandler(func(r proto.Reply) {
		if r.Answer != nil {
			resume, isOwn := a.questions[r.Answer.For]
			if isOwn {
				delete(a.questions, r.Answer.For)
				resume(*r.Answer)
				return
			}
		}
		// A stopped client replies within a call. The queue of the page then registers the promise of the call before it runs record.
		record := func(_, _ state.State) { a.promises.Reply(r) }
		if r.Status != nil && r.Status.Err != "" || r.Answer != nil && r.Answer.Err != "" {
			a.page.DispatchThen(state.Waited{}, record)
		}
		handler(r) // after record, because the promise can settle when the page's state changes
	})
}

// changed runs the continuations that waited for a change of the page's state, settles promises, and fires events. The page calls changed
// after each change of its state.
func (a *pageAPI) changed() {
	after := a.page.State()
	before := a.last
	a.last = after
	a.promises.Change(&before, &after) // records an error if the user has declined a load of the site
	// continueCalls comes before Settled, because a continuation can register a promise that this change settles.
	a.continueCalls(&after)
	if !a.busy(&after) {
		a.promises.Settled()
	}
	a.fireChanges(&before, &after)
}

// continueCalls runs the waiting continuations: of searches if no search is in progress, and of consents if the graph is not withheld or
// the user has refused.
func (a *pageAPI) continueCalls(s *state.State) {
	if s.Lab.Work != lab.ForTune {
		waiting := a.searches
		a.searches = nil // a continuation can add another continuation
		for _, searchEnded := range waiting {
			searchEnded()
		}
	}
	if !s.Withheld() || s.Embed.Consent == state.Refused {
		waiting := a.consents
		a.consents = nil // a continuation can add another continuation
		for _, answered := range waiting {
			answered()
		}
	}
}

// busy reports whether a change of the run is unfinished.
func (a *pageAPI) busy(s *state.State) bool { return api.Unsettled(s) || a.Replaying() }

// install sets window.sheafscope, and sheafscopeBoot.site for the embedding site (assets/boot/embed.js). The function gate of the boot
// script adds checks of the arguments to the methods. The promise ready is fulfilled when the page has settled after its first load.
func (a *pageAPI) install() {
	ready := promise(func(settle func(safejs.Value, error)) {
		// An error of the first load is ignored: the page can be controlled even after a failed load.
		a.promises.Add(func(error) { settle(safejs.Undefined(), nil) })
	})
	script.Set(safejs.Global(), "sheafscope", script.Call(boot, "gate", a.methods(ready, ownPage)))
	script.Set(boot, "site", script.Call(boot, "gate", a.methods(ready, site)))
}

// withhold returns an error if the caller must not receive data of the graph: the caller is the embedding site, and the graph is withheld.
// With the error the page asks the user, unless the user has answered already.
func (a *pageAPI) withhold(caller callerKind) error {
	if caller == ownPage {
		return nil
	}
	s := a.page.State()
	err := api.Withheld(&s)
	if err != nil {
		a.page.Dispatch(state.SiteAsks{})
	}
	return err
}

// outside returns err as the caller may receive it: unchanged for a script of the page. For the embedding site the error of withheld data
// replaces err while the graph is withheld. A general text replaces err while the page withholds an error about the user's own files.
func (a *pageAPI) outside(err error, caller callerKind) error {
	if err == nil || caller == ownPage {
		return err
	}
	s := a.page.State()
	if withheld := api.Withheld(&s); withheld != nil {
		return withheld
	}
	if s.ErrorWithheld() {
		return errors.New(api.ErrorOutside(&s))
	}
	return err
}

// do dispatches a message and returns a promise that is fulfilled when the page has settled.
func (a *pageAPI) do(m state.Msg, caller callerKind) safejs.Value {
	return a.doThen(m, caller, safejs.Undefined)
}

// doThen dispatches a message and returns a promise. When the page has settled, the promise is fulfilled with the result of value. If the
// message causes an error of the page, the promise is rejected with this error.
func (a *pageAPI) doThen(m state.Msg, caller callerKind, value func() safejs.Value) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		finish := func(err error) {
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, caller))
				return
			}
			settle(value(), nil)
		}
		// The page can refuse these messages. Without an old error, an equal error of the message is new.
		switch m.(type) {
		case state.OpenRecipe, state.SetOne:
			if s := a.page.State(); s.Error != "" {
				a.page.Dispatch(state.Dismiss{})
			}
		}
		// DispatchThen, because a listener or a lesson can call while another message is in progress.
		a.page.DispatchThen(m, func(before, after state.State) {
			// An error during later work is recorded by promises.
			if after.Error != "" && after.Error != before.Error {
				finish(errors.New(after.Error))
				return
			}
			a.promises.Add(finish)
			if !a.busy(&after) { // the message started no work, so no later change would settle the promise
				a.promises.Settled()
			}
		})
	})
}

// load implements load(recipe, files).
//   - recipe is an object, the text of a link, or the name of a graph.
//   - files is undefined or a list of {name, data}, in which data is a string, an ArrayBuffer or a Uint8Array.
//   - An argument of another form rejects the promise.
//   - The value of the promise is an api.Reading of the files. It is undefined without files, and for the embedding site if the loaded
//     graph is withheld. Doubts about the interpretation of the files do not stop the load.
func (a *pageAPI) load(args []safejs.Value, caller callerKind) safejs.Value {
	r, err := api.ParseRecipe(script.Text(args[0]))
	if err != nil {
		return rejected(fmt.Errorf("load: %w", err))
	}
	var files []content.File
	if !args[1].IsUndefined() {
		files, err = script.Files(args[1])
		if err != nil {
			return rejected(fmt.Errorf("load: the second argument must be a list of {name, data}: %w", err))
		}
		if r.Graph == "" { // without a name the files are the graph; with a name they are the files of this data set
			r.Graph = "file"
		}
	}
	// reading is called after the load.
	reading := func() safejs.Value {
		s := a.page.State()
		// Files come from the call or from the link. Another graph may have been loaded in the meantime.
		hasFiles := len(files)+len(r.Files) > 0 && s.Recipe.Graph == "file"
		isWithheld := caller == site && api.Withheld(&s) != nil
		if !hasFiles || isWithheld {
			return safejs.Undefined()
		}
		return parse(api.ReadingJSON(&s))
	}
	return a.withConsent(caller, &r, files, func() safejs.Value {
		return a.doThen(state.OpenRecipe{Recipe: r, Files: files, Site: caller == site}, caller, reading)
	})
}

// withConsent returns the promise of a call. start begins the work of the call, and returns the promise of this work. r and files are the
// recipe and the files of the call, nil if the call has none. A call that needs no consent, such as a call of the page, starts at once.
// Otherwise withConsent asks the user, and calls start when the graph is no longer withheld: after the consent, or after the load of a
// graph that is not the user's own. If the user refuses, or has refused before the call, the promise is rejected.
func (a *pageAPI) withConsent(caller callerKind, r *recipe.Recipe, files []content.File, start func() safejs.Value) safejs.Value {
	s := a.page.State()
	if caller == ownPage || !api.NeedsAgreement(&s, r, files) {
		return start()
	}
	if s.Embed.Consent == state.Refused {
		return rejected(api.Withheld(&s))
	}
	return promise(func(settle func(safejs.Value, error)) {
		a.consents = append(a.consents, func() {
			s := a.page.State()
			if s.Withheld() { // the user has refused
				settle(safejs.Undefined(), api.Withheld(&s))
				return
			}
			settle(start(), nil)
		})
		a.page.Dispatch(state.SiteAsks{})
	})
}

// question sends a query and returns the promise of its answer, which is rejected if the answer is an error.
func (a *pageAPI) question(q proto.Query, caller callerKind) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		// The page gives no query a For of this form.
		q.For = "script " + strconv.Itoa(a.nextID)
		a.nextID++
		a.questions[q.For] = func(answer proto.Answer) {
			if err := a.withhold(caller); err != nil { // a load after the query can have made the graph withheld
				settle(safejs.Undefined(), err)
				return
			}
			if answer.Err != "" {
				settle(safejs.Undefined(), errors.New(answer.Err))
				return
			}
			settle(parse(api.AnswerJSON(answer)), nil)
		}
		// After the registration, because a stopped client answers within Ask. By DispatchThen the question follows the calls that a listener has
		// made before it: their messages wait in the queue.
		a.page.DispatchThen(nil, func(_, _ state.State) { a.Ask(q) })
	})
}
