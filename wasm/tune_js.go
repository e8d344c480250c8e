package main

import (
	"errors"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// rest implements rest(pause). It stops the worker until the next request, to free its memory, and resolves to whether the worker rests. A
// worker with unfinished work does not rest; with a true argument a run is paused first.
func (a *pageAPI) rest(args []safejs.Value, by caller) safejs.Value {
	rest := func() safejs.Value {
		rests := a.Rest()
		a.changed()
		return jsValue(rests)
	}
	if s := a.page.State(); a.busy(&s) && script.True(args[0]) {
		return a.doThen(state.Pause{}, by, rest)
	}
	return promise(func(settle func(safejs.Value, error)) { settle(rest(), nil) })
}

// tune implements tune(options): a search for settings. The promise is fulfilled when the run with the chosen settings is loaded.
func (a *pageAPI) tune(args []safejs.Value, by caller) safejs.Value {
	as, err := api.TuneOptions(script.Text(args[0]))
	if err != nil {
		return rejected(err)
	}
	return a.withConsent(by, nil, false, func() safejs.Value { return a.search(as, by) })
}

// search starts a search for settings and returns its promise. It is rejected if other runs are in progress.
func (a *pageAPI) search(as recipe.Tuned, by caller) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		answer := func() {
			s := a.page.State()
			out, err := api.TuneJSON(&s)
			if err == nil {
				err = a.withhold(by)
			}
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, by))
				return
			}
			settle(parse(out), nil)
		}
		a.page.DispatchThen(state.Lab{Msg: lab.StartTune{As: as}}, func(before, after state.State) {
			switch {
			case before.Lab.Work == lab.ForTune || after.Lab.Work == lab.ForResults:
				settle(safejs.Undefined(), errors.New("tune: other runs are under way beside the page's own"))
			case after.Lab.Work != lab.ForTune:
				answer()
			default:
				a.searches = append(a.searches, func() { a.promises.Add(func(error) { answer() }) })
			}
		})
	})
}
