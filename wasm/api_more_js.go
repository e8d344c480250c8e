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

// rest ends the worker until it is needed again, and answers whether it did: not while
// anything is under way, unless the argument says that a run shall pause for it.
func (a *pageAPI) rest(args []safejs.Value, site bool) safejs.Value {
	rest := func() safejs.Value {
		rests := a.Rest()
		a.changed()
		return jsValue(rests)
	}
	if s := a.page.State(); a.busy(&s) && script.True(args[0]) {
		return a.doThen(state.Pause{}, site, rest)
	}
	return promise(func(settle func(safejs.Value, error)) { settle(rest(), nil) })
}

// tune searches for settings; its promise is that of the run with what was chosen.
func (a *pageAPI) tune(args []safejs.Value, site bool) safejs.Value {
	as, err := api.TuneOptions(script.Text(args[0]))
	if err != nil {
		return rejected(err)
	}
	return a.agreed(site, nil, false, func() safejs.Value { return a.search(as, site) })
}

// search is tune, where nobody has to agree any more.
func (a *pageAPI) search(as recipe.Tuned, site bool) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		answer := func() {
			s := a.page.State()
			out, err := api.TuneJSON(&s)
			if err == nil {
				err = a.withhold(site)
			}
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, site))
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
