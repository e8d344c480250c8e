package state

import (
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
)

// This file handles the method of a run: the set of its default settings. method.Paper has all parts of the paper's method.
// method.Validation has the defaults of the graph's family, which were chosen by their validation accuracy.

// settleMethod sets the method field of a recipe to its final value. It replaces recipe.MethodOpen by the method for a graph of n nodes,
// and the name of method.Validation by "", which stands for the same method. Any other value stays.
func settleMethod(r *recipe.Setup, n int) {
	if r.Method == recipe.MethodOpen {
		r.Method = methodField(method.Opening(n))
	} else if r.Method == string(method.Validation) {
		r.Method = ""
	}
}

// methodField returns the value of a recipe's method field for a method: "" for method.Validation, else the name of the method.
func methodField(m method.Method) string {
	if m == method.Validation {
		return ""
	}
	return string(m)
}

// HasMethod reports whether the user can select a method for the shown run. A peer, and the reading "code", have only one method. The
// reading says whether SGPC follows the text of the paper or the authors' code.
func (s *State) HasMethod() bool {
	r := s.Shown()
	model, reading := r.Runs()
	return model == "sgpc" && reading != "code"
}

// MethodAuto stands for settings that a search has chosen by their validation accuracy.
const MethodAuto = method.Method("auto")

// MethodShown returns the method that the bar shows. It is [MethodAuto] if a search has chosen the settings and HasMethod returns true.
// During a load it is the method of the requested recipe, unless this recipe has own settings or leaves the method open. Otherwise it is
// the method that the worker has last reported.
func (s *State) MethodShown() method.Method {
	r := s.Shown()
	byRecipe := s.Loading() && len(r.Settings) == 0 && r.Method != recipe.MethodOpen
	switch {
	case r.Tuned.Tried > 0 && s.HasMethod():
		return MethodAuto
	case !byRecipe:
		return s.Method
	case r.Method == "":
		return method.Validation
	}
	return method.Method(r.Method)
}

// changeMethod loads the graph with all settings of a method. r and files are the shown recipe and its files. [MethodAuto] starts a search
// for settings instead. Any other method first ends a search that is under way, and change then calls changeMethod again. An unknown
// method loads nothing. The shown method loads nothing either, except during a load, and for a run without a choice (HasMethod).
func (s State) changeMethod(m Method, r recipe.Setup, files []content.File) (State, []Command) {
	if m.Name == MethodAuto {
		return s.lab(lab.StartTune{As: r.Tuned})
	}
	if s.Lab.Work == lab.ForTune {
		s, stops := s.lab(lab.Cancel{})
		next, cmds := s.change(m)
		return next, append(stops, cmds...)
	}
	unknown := m.Name != method.Paper && m.Name != method.Validation
	alreadyShown := !s.Loading() && m.Name == s.MethodShown() && s.HasMethod()
	if unknown || alreadyShown {
		return s, nil
	}
	s.dropLinkBeforeCase()
	r.Model, r.Method, r.Settings, r.Tuned = "", methodField(m.Name), nil, recipe.Tuned{}
	return s.load(r, files, trainFirst)
}

// switchOf returns the settings that switch on the part p of the paper's method. It leaves out a setting that already has the necessary
// value, and a setting that the configuration c refuses. c stays as it is.
func switchOf(c *settings.Config, p settings.Part) map[string]string {
	changes := map[string]string{}
	for _, setting := range p.Switch {
		name, value := setting[0], setting[1]
		changed := *c
		err := changed.Set(name, value)
		if err == nil && changed != *c {
			changes[name] = value
		}
	}
	return changes
}

// opensSlowly reports whether gap ascent is on in a large graph, where an epoch can take seconds. The page then trains only slowEpochs
// after a load. There must be a graph.
func (s *State) opensSlowly() bool {
	isLarge := method.Opening(s.Graph.N) != method.Paper // only small graphs open with the paper's method
	return s.HasMethod() && s.Config.GapMode != "off" && isLarge
}
