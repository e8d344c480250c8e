package train

// Plateau is a learning rate that is halved when a score, such as the validation accuracy, stops rising.
// For Patience > 0 it is ReduceLROnPlateau of PyTorch with mode max, factor ½ and threshold 0. A copy of a Plateau continues independently.
type Plateau struct {
	Rate, Floor float64 // the learning rate, and the smallest rate after a halving
	Patience    int     // largest number of scores in a row without a new best that leaves the rate unchanged; 0 for no halving

	best float64 // largest score so far, 0 before the first score
	seen bool    // a score was recorded
	bad  int     // number of scores since the best score or since the last halving
}

// Observe records the score of an epoch, and halves the rate if the score has stopped rising. With Patience 0 it does nothing.
func (p *Plateau) Observe(score float64) {
	if p.Patience == 0 {
		return
	}
	if !p.seen || score > p.best {
		p.seen, p.best, p.bad = true, score, 0
		return
	}
	p.bad++
	if p.bad > p.Patience {
		least := min(p.Rate, p.Floor) // a rate below Floor stays unchanged
		p.Rate = max(p.Rate/2, least)
		p.bad = 0
	}
}
