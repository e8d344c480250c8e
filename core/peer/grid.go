package peer

// Try is an entry of a grid: a description of the change and the changed settings.
type Try struct {
	Name string
	Set  map[string]float64
}

// Grid returns the settings that a table tries for the peer on a data set, since papers tune each model for each data set.
// The first entry is s without a change; every other entry has one change.
// The changes are ten times the weight decay, a tenth of it, a fifth of the rate, and the other scaling of features, then p.Tries.
// Grid omits changes of settings that the peer does not read, and changes that leave the valid range.
func (p *Peer) Grid(s Settings) []Try {
	out := []Try{{"its settings", nil}}
	for _, q := range []struct {
		name, setting string
		change        func(float64) float64
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
		old := s.Of(q.setting)
		v := q.change(old)
		if inRange := v >= r.Lo && v <= r.Hi; inRange && v != old {
			out = append(out, Try{q.name, map[string]float64{q.setting: v}})
		}
	}
	return append(out, p.Tries...)
}
