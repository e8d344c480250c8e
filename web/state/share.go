package state

import "sheafscope/core/words"

// Sharing is the link on its way out of the page, and what became of it.
type Sharing struct {
	// Link is the whole address, "" until the browser has answered.
	Link string
	// Copied reports whether it is in the clipboard.
	Copied bool
	// without tells that the graph did not fit into the link.
	without bool
	turn    int
}

// Shared is the browser's answer: the address, and whether the clipboard took it.
type Shared struct {
	Link   string
	Copied bool
}

// CloseShare closes what is said of a copied link after a while.
type CloseShare struct{ turn int }

func (Shared) msg()     {}
func (CloseShare) msg() {}

// shareRest is how long the page says that a link was copied, in milliseconds.
const shareRest = 6000

// share writes the link of the state into the address and asks for a copy.
func (s State) share() (State, []Command) {
	link, without, err := s.linkText(maxLinkFiles)
	if err != nil {
		s.Error = "This state does not fit into a link: " + err.Error()
		return s, nil
	}
	s.Sharing = Sharing{without: without, turn: s.Sharing.turn + 1}
	return s, []Command{Effect{"hash", []string{"#" + link}}, Effect{"copylink", nil}}
}

// shared shows whether the link was copied; if not, the link itself, to be copied by hand.
func (s State) shared(m Shared) (State, []Command) {
	s.Sharing.Link, s.Sharing.Copied, s.Menu = m.Link, m.Copied, MenuShare
	s.Said = s.ShareText()
	if !m.Copied {
		return s, []Command{Effect{"select", []string{`[data-testid="share-link"]`}}}
	}
	return s, []Command{After{shareRest, CloseShare{s.Sharing.turn}}}
}

// MenuShare is the name of the box that Share opens.
const MenuShare = "share"

// ShareText says what became of the link.
func (s *State) ShareText() string {
	text := words.Either(s.Sharing.Copied, "The link is copied.", "The browser did not allow the copy. Copy the link from here:")
	if s.Sharing.without {
		text = "The graph is too large for a link: whoever opens it needs the files. " + text
	}
	return text
}
