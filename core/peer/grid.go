// This file defines the grid of settings that a table tries for a peer.

package peer

// Try is an entry of a grid: a change of settings.
type Try struct {
	Name string             // description of the change
	Set  map[string]float64 // changed settings with their values; nil for the entry without a change
}

// Grid returns the changes of s that a table tries for the peer on a data set. s has the peer's settings for this data set.
// The first entry has no change. The next entries change one setting each: ten times the weight decay, a tenth of the weight decay,
// a fifth of the learning rate, and scaled features in place of unscaled features, or the reverse. Grid omits such a change if the peer
// does not use the setting, or if the new value is out of range or equal to the old value. The last entries are all of p.Tries.
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
		setting := p.Reads(q.setting)
		if setting == nil {
			continue
		}
		old := s.Of(q.setting)
		changed := q.change(old)
		isValid := changed >= setting.Lo && changed <= setting.Hi
		if isValid && changed != old {
			out = append(out, Try{q.name, map[string]float64{q.setting: changed}})
		}
	}
	return append(out, p.Tries...)
}
