package state

// This file converts positions of the run to points of the epoch axis, and back. History.Position has the position at the end of each
// epoch, in ascending order.

// epochBefore returns the largest end of an epoch below the position that the user has requested (userPosition), 0 if there is none.
func (s *State) epochBefore() int {
	last := 0
	for _, end := range s.History.Position {
		if end < s.userPosition() {
			last = end
		}
	}
	return last
}

// positionAt returns the position at a point of the epoch axis, 0 for a point ≤ 0. Point 2.5 is the middle of the third epoch. From the end
// of the last ended epoch on, positionAt returns the last known position.
func (s *State) positionAt(epoch float64) int {
	ends := s.History.Position
	if epoch <= 0 {
		return 0
	}
	k := int(epoch) // number of whole epochs before the point
	if k >= len(ends) {
		return s.MaxPosition
	}
	start := 0
	if k > 0 {
		start = ends[k-1]
	}
	return start + int((epoch-float64(k))*float64(ends[k]-start))
}

// EpochAt returns the point of the epoch axis at a position. Before the end of the last ended epoch it is the inverse of positionAt, except
// for rounding. After this end it estimates the length of the present epoch; without a frame it returns the number of ended epochs.
func (s *State) EpochAt(position int) float64 {
	start := 0 // position at the start of the epoch
	for k, end := range s.History.Position {
		if position <= end {
			return float64(k) + float64(position-start)/float64(max(1, end-start))
		}
		start = end
	}
	n := len(s.History.Position)
	if s.Frame == nil || position <= start { // position ≤ start only if no epoch has ended: then start is 0
		return float64(n)
	}
	length := firstEpochSteps
	if n > 0 {
		length = max(1, s.History.Position[n-1]/n) // the mean length of the ended epochs
	}
	return float64(n) + min(0.99, float64(position-start)/float64(length)) // below 1, since the epoch has not ended
}

// firstEpochSteps is an estimate of the number of positions in the first epoch.
const firstEpochSteps = 30
