package state

import (
	"strconv"
	"strings"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// What lies on another host is requested only after the user agreed to it by a
// click in the page: neither a link nor an embedding site makes a request to a
// host that its author chose. A graph at an address raises the question at once; a
// public data set when the worker finds that neither the page's own host nor
// this device has it.

// Asked is a recipe that waits for the user's consent to a request to host. site reports that the embedding site requested it.
type Asked struct {
	recipe.Recipe
	host string
	site bool
	sure bool // the user said yes a first time, in a page inside another one: see [Consider]
}

type (
	// AskURL offers to load the graph at an https address.
	AskURL struct{ URL string }
	// Agree loads the offered graph; Decline drops it.
	Agree   struct{}
	Decline struct{}
)

// handleOffer handles the messages about graphs on other hosts.
func (s State) handleOffer(m Msg) (State, []Command) {
	switch m := m.(type) {
	case Offer:
		return s.offer(m.Recipe), nil
	case AskURL:
		s.Chrome.Menu, s.Chrome.More = "", false
		return s.offer(atAddress(m.URL)), nil
	case Agree:
		if s.Asked() == nil {
			return s, nil
		}
		a := *s.Asked()
		s.decline()
		s.unselect()
		s.applyView(a.View)
		if !a.site && a.Version == 0 {
			return s.loadChecked(proto.InDoubt, a.Setup, nil)
		}
		// A link, or what the site asks for: exactly what it says.
		return s.begin(loading{Recipe: whole(a.Recipe)}, 0)
	case Decline:
		s.decline()
	}
	return s, nil
}

// decline closes the question.
func (s *State) decline() {
	if s.withdraw(); s.Asked() != nil {
		s.Waits = nil
	}
}

// offer opens the question about a recipe with an address; one without its files waits for them.
func (s State) offer(r recipe.Recipe) State {
	if !remote(r.Setup) {
		s.Waits = &missing{r} // its files may still come
		return s
	}
	url, err := data.CheckURL(strings.TrimPrefix(r.Graph, data.URLPrefix))
	if err != nil {
		s.Error = "This graph was not opened: " + err.Error() + "."
		return s
	}
	r.Graph = data.URLPrefix + url
	s.decline() // the question before
	s.Waits = &Asked{Recipe: r}
	s.Error = "" // of an earlier address
	s.said = "Load a graph from " + data.Host(url) + "?"
	return s
}

// offerFor is offer for the embedding site.
func (s State) offerFor(r recipe.Recipe) State {
	if s = s.offer(r); s.Asked() != nil {
		s.Asked().site = true // it is of this message
	}
	return s
}

// atAddress returns the recipe of a graph at a typed address.
func atAddress(url string) recipe.Recipe {
	return recipe.Recipe{Setup: recipe.Setup{Graph: data.URLPrefix + url, Method: recipe.MethodOpen}}
}

// remote reports whether a run needs consent to a request to another host.
func remote(r recipe.Setup) bool { return strings.HasPrefix(r.Graph, data.URLPrefix) }

// AskedHost, AskedGraph and AskedURL describe the offered graph, "" for none.
func (s *State) AskedHost() string {
	if s.Asked() == nil {
		return ""
	}
	if s.Asked().host != "" {
		return s.Asked().host
	}
	return data.Host(s.AskedURL())
}

// AskedGraph names the graph.
func (s *State) AskedGraph() string {
	if s.Asked() == nil {
		return ""
	}
	return s.Asked().title()
}

func (a *Asked) title() string {
	if set, err := data.Find(a.Graph); err == nil {
		return set.Title
	}
	return "a graph"
}

// AskedURL returns the whole address, "" for a public data set.
func (s *State) AskedURL() string {
	if s.Asked() == nil || !remote(s.Asked().Setup) {
		return ""
	}
	return strings.TrimPrefix(s.Asked().Graph, data.URLPrefix)
}

// AskedBy returns the origin of the embedding site that requests the graph, "" for none.
func (s *State) AskedBy() string {
	if s.Asked() == nil || !s.Asked().site {
		return ""
	}
	return s.Embed.Site()
}

// FirstRecipe parses the fragment of the first address. It returns the recipe to load, one to ask about (also one without its
// files), and the damage of the fragment. ownGraph reports that the page contains a graph's files.
func FirstRecipe(hash string, ownGraph bool) (first recipe.Recipe, asked *recipe.Recipe, damage string) {
	hash = strings.TrimPrefix(hash, "#")
	if hash == "" || hash == dialHash || hash == edgeHash || SceneOf(hash) > 0 {
		return recipe.Recipe{}, nil, ""
	}
	if url, ok := strings.CutPrefix(hash, "url="); ok {
		r := atAddress(unescape(url))
		return recipe.Recipe{}, &r, ""
	}
	r, byName, err := named(hash)
	if !byName {
		r, err = recipe.Parse(hash)
	}
	switch {
	case byName && err == nil:
		return r, nil, ""
	case err != nil:
		return recipe.Recipe{}, nil, "This link is damaged: " + err.Error() + ". The page opened its default instead."
	case remote(r.Setup):
		return recipe.Recipe{}, &r, ""
	case r.Kept != "":
		return recipe.Recipe{}, &r, editsNeeded
	case r.Graph == "file" && !ownGraph && len(r.Files) == 0:
		return recipe.Recipe{}, &r, needed(&r)
	}
	return r, nil, ""
}

// Offer is [AskURL] for a recipe of a link.
type Offer struct{ Recipe recipe.Recipe }

// unescape decodes percent encoding and keeps invalid sequences.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
