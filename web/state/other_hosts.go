package state

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/wasm/data"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file asks the user before a graph is loaded from another host. Without a click in the page, neither a link nor an embedding site can
// cause a request to another host. For a graph at an address the page asks at once. For a public data set it asks if neither the page's own
// host nor this device has the data.

// Asked is a recipe that waits for the user's consent to a request to another host.
type Asked struct {
	recipe.Recipe
	host string // the host of a public data set, "" for a graph at an address
	site bool   // the embedding site wants to load the graph
	// halfAllowed reports that, in an embedded page, the user has pressed only the first of two buttons: see [Consider].
	halfAllowed bool
}

// Messages about graphs on other hosts.
type (
	// AskURL asks the user about the graph at an https address. Offer asks the user about the recipe of a link.
	AskURL struct{ URL string }
	Offer  struct{ Recipe recipe.Recipe }
	// Agree loads the offered graph. Decline drops the offer, and continues the page's own moves that its load has stopped.
	Agree   struct{}
	Decline struct{}
)

// handleOffer handles the messages about graphs on other hosts. It ignores Agree without an open question.
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
		asked := *s.Asked()
		s.decline()
		s.unselect()
		if asked.Version != 0 { // else an address or names without a view: the present view stays
			s.applyView(asked.Recipe)
		} else if asked.host == "" { // a typed address
			return s.loadChecked(proto.InDoubt, asked.Setup, nil) // if the reading of the files is doubtful, a dialog asks the user
		}
		// The recipe of a link, or of the site, says how the files are read. The run is trained beyond its position only for a link by names,
		// which has no final method. The author is the zero value byUser, since the user has agreed.
		epochs := 0
		if asked.Method == recipe.MethodOpen && !asked.site {
			epochs = FirstEpochs
		}
		return s.begin(loading{Recipe: asked.Recipe}, epochs)
	case Decline:
		isAsked := s.Asked() != nil
		s.decline()
		if isAsked && !s.Loading() { // the page's own moves, which the load from the other host has stopped, come before later moves
			s.phase.queued, s.phase.own = slices.Concat(s.phase.own, s.phase.queued), nil
			cmds := s.continueQueue()
			return s, cmds
		}
	}
	return s, nil
}

// decline closes the question about a request to another host. It also undoes the first of two clicks by which the user agrees to a request
// of the embedding site ([Consider]).
func (s *State) decline() {
	s.undoHalfConsent()
	if s.Asked() != nil {
		s.Waits = nil
	}
}

// offer asks the user about a recipe whose graph is at an address. Any other recipe waits until the user opens its files. An invalid
// address gives an error, and no question.
func (s State) offer(r recipe.Recipe) State {
	if !isAtURL(r.Setup) {
		s.Waits = &missing{Recipe: r} // the user may still open its files
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
	next := s.offer(r)
	if asked := next.Asked(); asked != nil && asked != s.Asked() { // an invalid address leaves an earlier question of the user
		asked.site, asked.Version = true, recipe.Version // see withVersion
	}
	return next
}

// atAddress returns the recipe of a graph at a typed address.
func atAddress(url string) recipe.Recipe {
	return recipe.Recipe{Setup: recipe.Setup{Graph: data.URLPrefix + url, Method: recipe.MethodOpen}}
}

// isAtURL reports whether the graph of a run is at an address. Such a graph always needs the user's consent to a request to another host. A
// public data set may need this consent, too: the page learns this only during the load.
func isAtURL(r recipe.Setup) bool { return strings.HasPrefix(r.Graph, data.URLPrefix) }

// AskedHost returns the host of the offered graph. It returns "" if no graph is offered.
func (s *State) AskedHost() string {
	asked := s.Asked()
	switch {
	case asked == nil:
		return ""
	case asked.host != "":
		return asked.host
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

// AskedURL returns the address of the offered graph. It returns "" for a public data set, and if no graph is offered.
func (s *State) AskedURL() string {
	if s.Asked() == nil || !isAtURL(s.Asked().Setup) {
		return ""
	}
	return strings.TrimPrefix(s.Asked().Graph, data.URLPrefix)
}

// AskedBy returns the origin of the embedding site that wants the offered graph. It returns "" for an offer by the user or by a link, and
// without an offer.
func (s *State) AskedBy() string {
	if s.Asked() == nil || !s.Asked().site {
		return ""
	}
	return s.Embed.Site()
}

// PageKind states whether a page contains the files of a graph.
type PageKind bool

// The two kinds of pages.
const (
	WithoutFiles PageKind = false
	WithFiles    PageKind = true // a single-file page
)

// FirstRecipe parses the fragment of the first address, with or without "#". For an empty fragment, and for the name of a view or a scene,
// all results are empty. The results are:
//
//   - first: the recipe to load, empty if the fragment names none;
//   - asked: a recipe that cannot be loaded yet, nil for any other recipe. Either its graph is at an address, or it lacks files or parts,
//     which may be on this device;
//   - damage: a message about a damaged fragment or about missing files and parts, "" if there is no such fault.
func FirstRecipe(hash string, page PageKind) (first recipe.Recipe, asked *recipe.Recipe, damage string) {
	fragment := strings.TrimPrefix(hash, "#")
	namesView := fragment == dialHash || fragment == edgeHash || SceneOf(fragment) >= 0
	if fragment == "" || namesView {
		return recipe.Recipe{}, nil, ""
	}
	if url, ok := strings.CutPrefix(fragment, "url="); ok {
		r := atAddress(unescape(url))
		return recipe.Recipe{}, &r, ""
	}
	r, byName, err := named(fragment) // for example graph=karate&model=gcn, with an error for an unknown name
	if !byName {
		r, err = recipe.Parse(fragment)
	}

	// A recipe that cannot be parsed, or cannot be loaded yet.
	lacksFiles := r.Graph == "file" && page == WithoutFiles && len(r.Files) == 0
	switch {
	case err != nil:
		return recipe.Recipe{}, nil, "This link is damaged: " + err.Error() + ". The page opened its default instead."
	case byName:
		return r, nil, ""
	case isAtURL(r.Setup):
		return recipe.Recipe{}, &r, ""
	case r.Kept != "": // the browser stores parts of the recipe; the page searches for them before it shows the message
		return recipe.Recipe{}, &r, editsNeeded
	case lacksFiles:
		return recipe.Recipe{}, &r, needed(&r)
	}
	return r, nil, ""
}

// unescape decodes the percent encoding of a text: "a%20b" becomes "a b". It copies an invalid sequence without a change.
func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+2 >= len(text) { // the two digits are the bytes i+1 and i+2
			b.WriteByte(text[i])
			continue
		}
		code, err := strconv.ParseUint(text[i+1:i+3], 16, 8)
		if err != nil {
			b.WriteByte(text[i])
			continue
		}
		b.WriteByte(byte(code))
		i += 2 // the two digits
	}
	return b.String()
}
