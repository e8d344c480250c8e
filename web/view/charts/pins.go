package charts

import "sheafscope/web/state"

// Pins is the row of moments that were kept, with the place of the one shown last.
type Pins struct {
	Names []string `json:"names"`
	At    int      `json:"at"`
}

// NewPins makes the model of the row.
func NewPins(s *state.State) Pins {
	p := Pins{Names: []string{}, At: s.Chrome.Pin}
	for _, m := range s.View.Pins {
		p.Names = append(p.Names, m.Name)
	}
	return p
}
