package peer

// Try is an entry of a grid: a description of the change and the changed settings.
type Try struct {
	Name string
	Set  map[string]float64
}

// Grid returns the entries that a table tries for the peer on a data set, as papers tune each model for each data set.
// The first is the settings s; each other one has one change.
// Changes are ten times and a tenth of the weight decay, a fifth of the rate, and the other scaling of features.
// A change that the peer does not have, or that leaves its range, is omitted; p.Tries follow.
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
