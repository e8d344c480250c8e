package api

import (
	"errors"
	"fmt"
	"strings"

	"sheafscope/core/json"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Unsettled reports whether an operation that changes the run is unfinished: a load, a run, a step, a seek, the training after a
// load, the search for the user's own graph on this device, or a load of the embedding site that waits for the user's consent.
func Unsettled(s *state.State) bool {
	return !s.Idle() || s.Finding() || s.Restoring() || s.AskedBy() != ""
}

// Promises holds the promises of unfinished operations. An operation ends when the page has settled: completed, or ended by
// another operation.
type Promises struct {
	list []*promise
}

// promise is a promise with the newest error on its way.
type promise struct {
	settle func(error)
	err    error
}

// Add registers settle, which is called when the page has settled after the next change, with the newest error until then, or nil.
func (w *Promises) Add(settle func(error)) { w.list = append(w.list, &promise{settle: settle}) }

// Reply records an error of the worker for the unfinished operations. The caller passes every reply before the state has applied
// it.
func (w *Promises) Reply(r proto.Reply) {
	switch st, a := r.Status, r.Answer; {
	case st != nil && st.Err != "" && st.Host == "":
		w.fail(errors.New(st.Err))
	case a != nil && a.Err != "" && !a.Overtaken:
		w.fail(errors.New(a.Err))
	}
}

// Change records an error when the user declined a load of the embedding site.
func (w *Promises) Change(before, after *state.State) {
	if before.AskedBy() != "" && after.Asked() == nil && !after.Loading() {
		w.fail(fmt.Errorf("the user of the page did not agree to load %s from %s", before.AskedGraph(), before.AskedHost()))
	}
}

// fail records an error for all unfinished operations.
func (w *Promises) fail(err error) {
	for _, x := range w.list {
		x.err = err
	}
}

// Settled settles all operations. The caller calls it after every change that leaves the page settled.
func (w *Promises) Settled() {
	list := w.list
	w.list = nil
	for _, x := range list {
		x.settle(x.err)
	}
}

// Units are the units of step(unit).
var Units = []string{"inner", "stage", "epoch"}

// ParseRecipe parses the argument of load. It is the JSON of a recipe, whose settings may be numbers and booleans, or of a string:
// the text of a link or the name of a graph. A seed from 2⁵³ on must be a string.
func ParseRecipe(data string) (recipe.Recipe, error) {
	var text string
	if json.Unmarshal([]byte(data), &text) == nil {
		if strings.HasPrefix(strings.TrimPrefix(text, "#"), "s1.") {
			return recipe.Parse(text)
		}
		r := recipe.Recipe{Setup: recipe.Setup{Graph: text, Method: recipe.MethodOpen}}
		return r, r.CheckTexts()
	}
	in := struct {
		recipe.Text
		Seed     seed               `json:"seed"`
		Compare  second             `json:"compare"`
		Settings map[string]setting `json:"settings"`
	}{}
	if err := json.Unmarshal([]byte(data), &in); err != nil {
		return recipe.Recipe{}, fmt.Errorf("this is no recipe: %w", err)
	}
	r := in.Text.Recipe()
	r.Seed, r.Compare = uint64(in.Seed), recipe.Second(in.Compare.plainSecond)
	r.Compare.Seed = uint64(in.Compare.Seed)
	if r.Version > recipe.Version {
		return r, fmt.Errorf("the recipe has version %d; this page knows versions up to %d", r.Version, recipe.Version)
	}
	for name, v := range in.Settings {
		if !v.ok {
			return r, fmt.Errorf("setting %.100q must be a string, a number or a boolean", name)
		}
		if r.Settings == nil {
			r.Settings = map[string]string{}
		}
		r.Settings[name] = v.text
	}
	return r, errors.Join(r.CheckTexts(), recipe.CheckNotes(r.View.Notes))
}
