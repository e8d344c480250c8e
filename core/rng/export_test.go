package rng

// State returns both halves of the state of s.
func State(s *Source) (hi, lo uint64) { return s.hi, s.lo }
