package state

import (
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
)

// settle replaces recipe.MethodOpen by the method for a graph of n nodes.
func settle(r *recipe.Setup, n int) {
	if r.Method == recipe.MethodOpen {
		r.Method = methodField(method.Opening(n))
	} else if r.Method == string(method.Validation) {
		r.Method = ""
	}
}

// methodField returns a method as a recipe has it.
func methodField(m method.Method) string {
	if m == method.Validation {
		return ""
	}
	return string(m)
}

// HasMethod reports whether the shown run has a choice of methods: peers and the code reading have none.
func (s *State) HasMethod() bool {
	r := s.Shown()
	model, reading := r.Runs()
	return model == "sgpc" && reading != "code"
}

// MethodAuto is the method of settings chosen by a search on validation.
const MethodAuto = method.Method("auto")

// MethodShown returns the method of the shown settings.
func (s *State) MethodShown() method.Method {
	r := s.Shown()
	switch {
	case r.Tuned.Tried > 0 && s.HasMethod():
		return MethodAuto
	case !s.Loading() || len(r.Settings) > 0 || r.Method == recipe.MethodOpen:
		return s.Method
	case r.Method == "":
		return method.Validation
	}
	return method.Method(r.Method)
}

// switchOf returns the settings of a part's switch that differ from the present ones.
func switchOf(c *settings.Config, p settings.Part) map[string]string {
	out := map[string]string{}
	for _, kv := range p.Switch {
		want := *c
		if want.Set(kv[0], kv[1]) == nil && want != *c {
			out[kv[0]] = kv[1]
		}
	}
	return out
}

// opensSlowly reports whether an epoch takes seconds, so that the page trains few by itself.
func (s *State) opensSlowly() bool {
	return s.HasMethod() && s.Config.GapMode != "off" && method.Opening(s.Graph.N) != method.Paper
}
