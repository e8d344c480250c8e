package train

// Plateau is the learning rate of a schedule that halves it when a score stops
// rising: after each score that makes more than Patience in a row without a new
// best one, the rate is halved, down to Floor, and the count begins anew
// (PyTorch's ReduceLROnPlateau, mode max, factor ½). Patience 0 never halves.
// It is a value: a copy continues by itself.
type Plateau struct {
	Rate, Floor float64
	Patience    int

	best float64
	seen bool
	bad  int
}

// Observe takes the score of an epoch.
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
