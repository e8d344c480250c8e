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

// This file settles the promises of window.sheafscope, and parses the argument of load.

// Unsettled reports whether an operation that changes the run is unfinished. Such an operation is a load, a training, a step or a seek.
// Three more operations count: the search on this device for the user's own graph or for parts of a link, the restoration of these parts,
// and a load of the embedding site that waits for the user's consent.
func Unsettled(s *state.State) bool {
	return !s.Idle() || s.Finding() || s.Restoring() || s.AskedBy() != ""
}

// Promises holds the promises of unfinished operations. All operations end when the page has settled. An operation is then completed, or
// another operation has ended it.
type Promises struct {
	list []*promise // in the order of the calls
}

// promise is the promise of an operation, with the newest error since its start.
type promise struct {
	// settle resolves the promise for nil, and rejects it with an error.
	settle func(error)
	err    error
}

// Add registers a promise. When the page has settled after the next change, settle is called with the newest error since Add. The error is
// nil if there was none.
func (ps *Promises) Add(settle func(error)) { ps.list = append(ps.list, &promise{settle: settle}) }

// Reply records an error of the worker for the unfinished operations. The caller passes every reply before the state applies the reply. Two
// replies are no errors: a load that needs the user's consent for another host, and a query that a newer query has overtaken.
func (ps *Promises) Reply(r proto.Reply) {
	status, answer := r.Status, r.Answer
	switch {
	case status != nil && status.Err != "" && status.Host == "":
		ps.fail(errors.New(status.Err))
	case answer != nil && answer.Err != "" && !answer.Overtaken:
		ps.fail(errors.New(answer.Err))
	}
}

// Change records an error if the user has declined a load of the embedding site: in the state before, the load waits for consent, and in
// the state after, no load waits or runs.
func (ps *Promises) Change(before, after *state.State) {
	declined := before.AskedBy() != "" && after.Asked() == nil && !after.Loading()
	if declined {
		ps.fail(fmt.Errorf("the user of the page did not agree to load %s from %s", before.AskedGraph(), before.AskedHost()))
	}
}

// fail records an error for all unfinished operations.
func (ps *Promises) fail(err error) {
	for _, p := range ps.list {
		p.err = err
	}
}

// Settled settles all operations. The caller calls it after every change that leaves the page settled.
func (ps *Promises) Settled() {
	settled := ps.list
	ps.list = nil // before the loop: a settled promise can start the next operation, which adds a promise
	for _, p := range settled {
		p.settle(p.err)
	}
}

// Units are the units of step(unit).
var Units = []string{"inner", "stage", "epoch"}

// ParseRecipe parses the argument of load, which is the JSON of a recipe or of a string. Settings of the recipe may be numbers and
// booleans, and a seed from 2⁵³ on must be a string. A string in place of a recipe is the text of a link or the name of a graph. null
// counts as "". ParseRecipe fails for any other JSON, an invalid link, a newer version of recipes, and invalid texts, settings or notes.
func ParseRecipe(data string) (recipe.Recipe, error) {
	var text string
	if json.Unmarshal([]byte(data), &text) == nil { // an object, the JSON of a recipe, fails here
		isLink := strings.HasPrefix(strings.TrimPrefix(text, "#"), "s1.") // the text of a link begins so
		if isLink {
			return recipe.Parse(text)
		}
		r := recipe.Recipe{Setup: recipe.Setup{Graph: text, Method: recipe.MethodOpen}} // the size of the graph then chooses the method
		return r, r.CheckTexts()
	}

	if !strings.HasPrefix(strings.TrimSpace(data), "{") {
		return recipe.Recipe{}, errors.New("this is neither a recipe nor the text of a link nor the name of a graph")
	}
	// Seed, Compare and Settings hide the fields of Text with these names: they accept more forms of values.
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
	// in.Seed and in.Compare.Seed hide the seeds of Text and of plainSecond, which are therefore 0.
	r.Seed, r.Compare = uint64(in.Seed), recipe.Second(in.Compare.plainSecond)
	r.Compare.Seed = uint64(in.Compare.Seed)
	if r.Version > recipe.Version {
		return r, fmt.Errorf("the recipe has version %d; this page knows versions up to %d", r.Version, recipe.Version)
	}
	for name, value := range in.Settings {
		if !value.ok {
			return r, fmt.Errorf("setting %.100q must be a string, a number or a boolean", name)
		}
		if r.Settings == nil {
			r.Settings = map[string]string{}
		}
		r.Settings[name] = value.text
	}
	return r, errors.Join(r.CheckTexts(), recipe.CheckNotes(r.View.Notes))
}
