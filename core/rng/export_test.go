package rng

// State returns both halves of the state of s.
func State(s *Stream) (hi, lo uint64) { return s.state[0], s.state[1] }
