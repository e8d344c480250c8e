package rng

// State returns both halves of the state of s, for the tests of package rng_test.
func State(s *Stream) (hi, lo uint64) { return s.state[0], s.state[1] }
