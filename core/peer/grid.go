package peer

// Try is an entry of a grid: what is changed, in words, and the settings.
type Try struct {
	Name string
	Set  map[string]float64
}

// Grid lists what is tried for the peer on a data set, as the tables of the papers tune for each: its settings s, then each
// with one change, a decay of ten times and a tenth, a fifth of the rate, features scaled or not. A model without one of
// these settings, or without room for the change, has a shorter list; one with Tries a longer one.
func (p *Peer) Grid(s Settings) []Try {
	out := []Try{{"its settings", nil}}
	for _, q := range []struct {
		name, setting string
		to            func(float64) float64
	}{
		{"ten times the decay", "weight_decay", func(v float64) float64 { return 10 * v }},
		{"a tenth of the decay", "weight_decay", func(v float64) float64 { return v / 10 }},
		{"a fifth of the rate", "lr", func(v float64) float64 { return v / 5 }},
		{"features scaled or not", "plain", func(v float64) float64 { return 1 - v }},
	} {
		r := p.Reads(q.setting)
		if r == nil {
			continue
		}
		if v := q.to(s.Of(q.setting)); v != s.Of(q.setting) && v >= r.Lo && v <= r.Hi {
			out = append(out, Try{q.name, map[string]float64{q.setting: v}})
		}
	}
	return append(out, p.Tries...)
}
