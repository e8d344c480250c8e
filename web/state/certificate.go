package state

import (
	"fmt"

	"sheafscope/core/sgpc/frame"
)

// Certified reports whether the certificate of a frame, a bound on the test error from validation nodes, is valid. reason says why it is
// valid or not. Without a frame Certified returns false, "".
func (s *State) Certified(f *frame.Frame) (valid bool, reason string) {
	if f == nil {
		return false, ""
	}
	bound := &f.Bound
	// With "split", some validation nodes choose an epoch, and the other ones certify this epoch alone. The history may be newer than the
	// frame, and the choice later than Judged, the epoch of the frame's bound. Both epochs count from 1; ChoiceEpoch is 0 before a choice.
	chosen := s.History.ChoiceEpoch
	choosesOther := bound.Certify == "split" && chosen > 0 && chosen != f.Judged
	if bound.Valid && choosesOther {
		return false, fmt.Sprintf("over the whole run the choosing nodes chose epoch %d, not this one", chosen)
	}
	return bound.Valid, bound.Reason
}
