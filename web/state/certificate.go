package state

import (
	"fmt"

	"sheafscope/core/sgpc/frame"
)

// This file decides whether the certificate of a frame is valid. The certificate is a bound on the test error, computed from validation
// nodes.

// Certified reports whether the certificate of a frame is valid, and returns the reason why it is valid or not. It returns false, ""
// without a frame. With the setting "split" some validation nodes choose the epoch, and the other validation nodes certify only this epoch.
// The page may know later epochs than the frame. If the choosing nodes have since chosen another epoch, the certificate is not valid for
// the frame's epoch.
func (s *State) Certified(f *frame.Frame) (valid bool, reason string) {
	if f == nil {
		return false, ""
	}
	bound := &f.Bound
	// Both epochs count from 1: the epoch of the choice, 0 before it, and Judged, the epoch of the frame's bound.
	chosen := s.History.ChoiceEpoch
	choosesOther := bound.Certify == "split" && chosen > 0 && chosen != f.Judged
	if bound.Valid && choosesOther {
		return false, fmt.Sprintf("over the whole run the choosing nodes chose epoch %d, not this one", chosen)
	}
	return bound.Valid, bound.Reason
}
