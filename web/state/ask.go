package state

import (
	"strings"

	"sheafscope/wasm/proto"
	"sheafscope/web/data"
	"sheafscope/web/recipe"
)

// A graph at an address is asked for only after the user agreed to it by a
// click: opening a link must not make a request to a host that its author chose.

type (
	// AskURL offers to load the graph at an https address.
	AskURL struct{ URL string }
	// Agree loads what was offered; Decline does not.
	Agree   struct{}
	Decline struct{}
)

func (AskURL) msg()  {}
func (Agree) msg()   {}
func (Decline) msg() {}

// ask answers the messages about graphs at addresses.
func (s State) ask(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Offer:
		return s.offer(m.Recipe), nil
	case AskURL:
		s.Menu, s.More = "", false
		return s.offer(recipe.Recipe{Graph: data.URLPrefix + m.URL, Method: recipe.MethodOpen}), nil
	case Agree:
		if s.Asked == nil {
			return s, nil
		}
		r := *s.Asked
		s.Asked = nil
		s.unselect()
		s.applyView(r.View)
		return s.load(r, nil, true)
	case Decline:
		s.Asked = nil
	}
	return s, nil
}

// offer puts the question about a recipe with an address. One with other
// files waits until they are opened.
func (s State) offer(r recipe.Recipe) State {
	if !remote(r) {
		s.missing = &r // its files may still come
		return s
	}
	url, err := data.CheckURL(strings.TrimPrefix(r.Graph, data.URLPrefix))
	if err != nil {
		s.Error = "This graph was not opened: " + err.Error() + "."
		return s
	}
	r.Graph = data.URLPrefix + url
	s.Asked = &r
	s.Error = "" // of an earlier address
	s.Said = "Load a graph from " + data.Host(url) + "?"
	return s
}

// remote tells whether a recipe needs the user's agreement.
func remote(r recipe.Recipe) bool { return strings.HasPrefix(r.Graph, data.URLPrefix) }

// AskedHost and AskedURL describe the offered graph, "" when there is none.
func (s *State) AskedHost() string {
	if s.Asked == nil {
		return ""
	}
	return data.Host(s.AskedURL())
}

// AskedURL is the whole address.
func (s *State) AskedURL() string {
	if s.Asked == nil {
		return ""
	}
	return strings.TrimPrefix(s.Asked.Graph, data.URLPrefix)
}

// own turns the files of a link into those of a request.
func own(list []recipe.File) (files []proto.File) {
	for _, f := range list {
		files = append(files, proto.File{Name: f.Name, Data: f.Data})
	}
	return files
}

// FirstRecipe reads the fragment of the address that the page was opened with.
// It returns the recipe to load, one to ask about, and what is wrong with the
// fragment; the second also when the files of its graph are missing. Own tells that the page itself carries the files of a graph.
func FirstRecipe(hash string, ownGraph bool) (first recipe.Recipe, asked *recipe.Recipe, damage string) {
	hash = strings.TrimPrefix(hash, "#")
	if hash == "" {
		return recipe.Recipe{}, nil, ""
	}
	if url, ok := strings.CutPrefix(hash, "url="); ok {
		return recipe.Recipe{}, &recipe.Recipe{Graph: data.URLPrefix + unescape(url), Method: recipe.MethodOpen}, ""
	}
	r, err := recipe.Parse(hash)
	switch {
	case err != nil:
		return recipe.Recipe{}, nil, "This link is damaged: " + err.Error() + ". The page opened its default instead."
	case remote(r):
		return recipe.Recipe{}, &r, ""
	case r.Graph == "file" && !ownGraph && len(r.Files) == 0:
		return recipe.Recipe{}, &r, filesNeeded
	}
	return r, nil, ""
}

// Offer is AskURL for a recipe of a link.
type Offer struct{ Recipe recipe.Recipe }

func (Offer) msg() {}

// unescape undoes percent encoding; what is not encoded right stays.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			hi, lo := strings.IndexByte(hexDigits, lower(text[i+1])), strings.IndexByte(hexDigits, lower(text[i+2]))
			if hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

const hexDigits = "0123456789abcdef"

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
