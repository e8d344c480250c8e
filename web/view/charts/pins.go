package charts

import "sheafscope/web/state"

// Pins is the row of pinned states, with the index of the one shown last.
type Pins struct {
	Names []string `json:"names"`
	At    int      `json:"at"`
}

// NewPins returns the row of pins.
func NewPins(s *state.State) Pins {
	p := Pins{Names: []string{}, At: s.Chrome.Pin}
	for _, m := range s.View.Pins {
		p.Names = append(p.Names, m.Name)
	}
	return p
}
