package main

// This file implements two methods of window.sheafscope: rest, and tune, the search for settings.

import (
	"errors"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// rest implements rest(pause). It stops the worker until the next request, to free the memory of the worker. If pause is true, it first
// pauses a running training. The promise is fulfilled with true if the worker rests, and with false if the worker has unfinished work, or
// before the first load. It is rejected if the pause fails.
func (a *pageAPI) rest(args []safejs.Value, caller callerKind) safejs.Value {
	stopWorker := func() safejs.Value {
		resting := a.Rest()
		if resting != a.resting { // otherwise a listener for "change" that calls rest would call itself without end
			a.changed() // fires the event "rest"
		}
		return jsValue(resting)
	}
	s := a.page.State()
	if a.busy(&s) && script.True(args[0]) { // the worker is idle only after the pause has settled
		return a.doThen(state.Pause{}, caller, stopWorker)
	}
	return promise(func(settle func(safejs.Value, error)) { settle(stopWorker(), nil) })
}

// tune implements tune(options): a search for settings. The promise is fulfilled when the run with the chosen settings is loaded. It is
// rejected for invalid options, if the embedding site calls and the user refuses, and if search rejects its promise.
func (a *pageAPI) tune(args []safejs.Value, caller callerKind) safejs.Value {
	options, err := api.TuneOptions(script.Text(args[0]))
	if err != nil {
		return rejected(err)
	}
	// nil: the call has no recipe and no files
	return a.withConsent(caller, nil, nil, func() safejs.Value { return a.search(options, caller) })
}

// search starts a search for settings and returns the promise of its outcome. The promise is rejected if other runs beside the run of the
// page are in progress, if the search fails or is cancelled, if the load of the chosen run fails, or if the graph is withheld from the
// caller at the end.
func (a *pageAPI) search(options recipe.Tuned, caller callerKind) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		settleOutcome := func(err error) {
			s, outcome := a.page.State(), ""
			if err == nil {
				outcome, err = api.TuneJSON(&s)
			}
			if err == nil { // the user may have opened a graph of his own during the search
				err = a.withhold(caller)
			}
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, caller))
				return
			}
			settle(parse(outcome), nil)
		}
		a.page.DispatchThen(state.Lab{Msg: lab.StartTune{As: options}}, func(before, after state.State) {
			hasOtherRuns := after.Lab.Busy() && after.Lab.Work != lab.ForTune
			switch {
			case before.Lab.Busy() || hasOtherRuns: // the message has started nothing
				settle(safejs.Undefined(), errors.New("tune: other runs are under way beside the page's own"))
			case after.Lab.Work != lab.ForTune: // no search is in progress: it has ended at once
				settleOutcome(nil)
			default:
				// At the end of the search the page loads the run with the chosen settings. promises.Add waits until this load has settled.
				a.searches = append(a.searches, func() { a.promises.Add(settleOutcome) })
			}
		})
	})
}
