package charts

import "sheafscope/web/state"

// Pins is the row of pinned states: states of the page that the user has stored under a name. At is the index, from 0 on, of the pin that
// was shown last. It is 0 before a pin is shown, and −1 for none.
type Pins struct {
	Names []string `json:"names"`
	At    int      `json:"at"`
}

// NewPins returns the row of pins.
func NewPins(s *state.State) Pins {
	p := Pins{Names: []string{}, At: s.Chrome.Pin}
	for _, pin := range s.View.Pins {
		p.Names = append(p.Names, pin.Name)
	}
	return p
}
