package proto

// Outcome is what a Job came to: a run trained until it stopped by itself,
// measured at the epoch that validation chose.
type Outcome struct {
	// Val and Test are shares of correct predictions in 0..1 at BestEpoch, -1 for an empty set.
	Val, Test float64
	// BestEpoch and Epochs count from 1; Seconds is the time that training took.
	BestEpoch, Epochs int
	Seconds           float64
}
