package state

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// A trained network is one of the files of a recipe. A network file without a graph belongs to the graph on the screen. If this graph comes
// from files of the user, the network file is added to these files. If this graph has a name, the recipe keeps the name in Net.Of.

// takeNetwork sets the coming recipe to the model and the settings of a trained network, at the end of the forward pass.
func (s *State) takeNetwork(n *proto.Network) {
	if n == nil || s.phase.coming().Net.File == n.File {
		return
	}
	s.phase.loads = slices.Clone(s.phase.loads)
	l := s.phase.coming()
	l.Model, l.Method, l.Position, l.Net.File = n.Model, "", n.Position, n.File
	l.Settings = with(n.Settings, nil) // a copy
	s.phase.queued = nil
}

// besideGraph loads a network file without a graph again, now together with the present graph.
func (s State) besideGraph() (State, []Command) {
	r, files := s.Recipe.Setup, s.phase.coming().Files
	switch {
	case r.Graph == "file" && r.Net.Of == "": // files of the user
		files = append(withoutNetwork(s.Files, r.Net.File), files...)
	case !strings.HasPrefix(r.Base(), data.URLPrefix): // a graph with a name
		r.Net.Of, r.Graph = r.Base(), "file"
	default:
		return s.receiveLoadError("", "Save this graph as a file, and open it with the weights: it lies at another address.")
	}
	r.Net.File, r.Position, r.Tuned = "", 0, recipe.Tuned{}
	return s.loadChecked(proto.InDoubt, r, files)
}

// withoutNetwork returns the files without the network file of the given name.
func withoutNetwork(files []content.File, name string) (out []content.File) {
	for _, f := range files {
		if f.Name != name {
			out = append(out, f)
		}
	}
	return out
}
