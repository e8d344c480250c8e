package state

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file handles trained networks in files. A network file is one of the files of a recipe, and Net.File is its name. Without a graph
// beside it, it belongs to the graph on the screen. Net.Of is then the name of this graph, "" for a graph from the user's files.

// takeNetwork sets the recipe that is being loaded to the model and the settings of the trained network n. The position n.Position is the
// end of the first forward pass, and no training follows. Nothing changes if n is nil, or if the recipe already names this network.
// A recipe must be loading.
func (s *State) takeNetwork(n *proto.Network) {
	if n == nil || s.phase.newestLoad().Net.File == n.File {
		return
	}
	s.phase.loads = slices.Clone(s.phase.loads) // states share the list
	l := s.phase.newestLoad()
	l.Model, l.Method, l.Position, l.Net.File = n.Model, "", n.Position, n.File
	l.Settings = with(n.Settings, nil) // a copy
	s.phase.queued = nil               // drops the moves that wait for the load, such as a training
}

// besideGraph reads a network file without a graph again, together with the graph on the screen. For a graph from an address it shows an
// error instead, since a recipe cannot have both an address and files.
func (s State) besideGraph() (State, []Command) {
	r, files := s.Recipe.Setup, s.phase.newestLoad().Files
	fromFiles := r.Graph == "file" && r.Net.Of == "" // a graph with Net.Of has a name, and its files are only a network
	fromAddress := strings.HasPrefix(r.Base(), data.URLPrefix)
	switch {
	case fromFiles: // the new network replaces an older network of these files
		files = append(withoutNetwork(s.Files, r.Net.File), files...)
	case !fromAddress: // the graph has a name: its files are the network alone
		r.Net.Of, r.Graph = r.Base(), "file"
	default:
		return s.receiveLoadError("", "This graph comes from an address. Save it as a file, and open the file with the weights.")
	}
	r.Net.File, r.Position, r.Tuned = "", 0, recipe.Tuned{}
	return s.loadChecked(proto.InDoubt, r, files) // the page asks the user only about a doubtful reading
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
