package state

import (
	"fmt"

	"sheafscope/core/sgpc/frame"
)

// Certified reports whether the certificate of a frame is valid, and returns the reason. The page may know later epochs than the frame. If
// the choosing nodes prefer one of them, the certificate is not valid for the frame's epoch.
func (s *State) Certified(f *frame.Frame) (valid bool, reason string) {
	if f == nil {
		return false, ""
	}
	b := &f.Bound
	chosen := s.History.ChoiceEpoch
	if otherEpoch := chosen > 0 && chosen != f.Judged; b.Valid && b.Certify == "split" && otherEpoch {
		return false, fmt.Sprintf("over the whole run the choosing nodes chose epoch %d, not this one", chosen)
	}
	return b.Valid, b.Reason
}
