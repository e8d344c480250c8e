package state

import (
	"strconv"
	"strings"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// The page requests data from another host only after the user has agreed by a click in the page. Neither a link nor an embedding site can
// cause a request to a host of its author's choice. For a graph at an address the page asks at once. For a public data set it asks if
// neither its own host nor this device has the data.

// Asked is a recipe that waits for the user's consent to a request to host. The flag site reports that the embedding site asks for it.
type Asked struct {
	recipe.Recipe
	host string
	site bool
	sure bool // in an embedded page, the user has agreed a first time: see [Consider]
}

// Messages about graphs on other hosts.
type (
	// AskURL offers to load the graph at an https address.
	AskURL struct{ URL string }
	// Agree loads the offered graph. Decline drops the offer.
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
		// A link, or a request of the site, is loaded exactly as it is.
		return s.begin(loading{Recipe: whole(a.Recipe)}, 0)
	case Decline:
		s.decline()
	}
	return s, nil
}

// decline closes the open question, if there is one.
func (s *State) decline() {
	if s.withdraw(); s.Asked() != nil {
		s.Waits = nil
	}
}

// offer asks the user about a recipe whose graph is at an address. A recipe of own files without these files waits for them.
func (s State) offer(r recipe.Recipe) State {
	if !remote(r.Setup) {
		s.Waits = &missing{r} // the user may still open its files
		return s
	}
	url, err := data.CheckURL(strings.TrimPrefix(r.Graph, data.URLPrefix))
	if err != nil {
		s.Error = "This graph was not opened: " + err.Error() + "."
		return s
	}
	r.Graph = data.URLPrefix + url
	s.decline() // closes an earlier question
	s.Waits = &Asked{Recipe: r}
	s.Error = "" // the error of an earlier address
	s.said = "Load a graph from " + data.Host(url) + "?"
	return s
}

// offerFor asks the user about a recipe that the embedding site wants to load.
func (s State) offerFor(r recipe.Recipe) State {
	if s = s.offer(r); s.Asked() != nil {
		s.Asked().site = true // the question belongs to this message
	}
	return s
}

// atAddress returns the recipe of a graph at a typed address.
func atAddress(url string) recipe.Recipe {
	return recipe.Recipe{Setup: recipe.Setup{Graph: data.URLPrefix + url, Method: recipe.MethodOpen}}
}

// remote reports whether a run needs consent to a request to another host.
func remote(r recipe.Setup) bool { return strings.HasPrefix(r.Graph, data.URLPrefix) }

// AskedHost returns the host of the offered graph. It returns "" if no graph is offered.
func (s *State) AskedHost() string {
	if s.Asked() == nil {
		return ""
	}
	if s.Asked().host != "" {
		return s.Asked().host
	}
	return data.Host(s.AskedURL())
}

// AskedGraph returns the name of the offered graph. It returns "" if no graph is offered.
func (s *State) AskedGraph() string {
	if s.Asked() == nil {
		return ""
	}
	return s.Asked().title()
}

// title returns the title of a public data set. For any other graph it returns "a graph".
func (a *Asked) title() string {
	if set, err := data.Find(a.Graph); err == nil {
		return set.Title
	}
	return "a graph"
}

// AskedURL returns the address of the offered graph. It returns "" for a public data set.
func (s *State) AskedURL() string {
	if s.Asked() == nil || !remote(s.Asked().Setup) {
		return ""
	}
	return strings.TrimPrefix(s.Asked().Graph, data.URLPrefix)
}

// AskedBy returns the origin of the embedding site that asks for the graph. It returns "" if the user asks for it.
func (s *State) AskedBy() string {
	if s.Asked() == nil || !s.Asked().site {
		return ""
	}
	return s.Embed.Site()
}

// FirstRecipe parses the fragment of the first address. It returns the recipe to load, or a recipe about which the page asks or whose files
// are missing, and a message about a damaged fragment or missing files. The flag ownGraph reports that the page contains the files of a
// graph.
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

// Offer asks the user about the recipe of a link, like [AskURL].
type Offer struct{ Recipe recipe.Recipe }

// unescape returns the text with percent encoding decoded. Invalid sequences stay as they are.
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
