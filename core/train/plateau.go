package train

// Plateau is a learning rate that is halved when a score stops rising.
// After more than Patience scores in a row without a new best one, the rate is halved, down to Floor, and the count starts again.
// This is ReduceLROnPlateau of PyTorch with mode max and factor ½. Patience 0 never halves.
// A copy of a Plateau continues independently.
type Plateau struct {
	Rate, Floor float64
	Patience    int

	best float64 // largest score so far, if seen
	seen bool    // a score was recorded
	bad  int     // number of scores since the best score or the last halving
}

// Observe records the score of an epoch.
func (p *Plateau) Observe(score float64) {
	if p.Patience == 0 {
		return
	}
	if !p.seen || score > p.best {
		p.seen, p.best, p.bad = true, score, 0
		return
	}
	if p.bad++; p.bad > p.Patience {
		p.Rate, p.bad = max(p.Rate/2, min(p.Rate, p.Floor)), 0
	}
}
