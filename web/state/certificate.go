package state

import (
	"fmt"

	"sheafscope/core/sgpc/frame"
)

// Certified reports whether the certificate of a frame is valid, with the reason. The page knows later epochs than the frame, one
// of which the choosing nodes may prefer.
func (s *State) Certified(f *frame.Frame) (valid bool, reason string) {
	if f == nil {
		return false, ""
	}
	b := &f.Bound
	if last := s.History.ChoiceEpoch; b.Valid && b.Certify == "split" && last > 0 && last != f.Judged {
		return false, fmt.Sprintf("over the whole run the choosing nodes chose epoch %d, not this one", last)
	}
	return b.Valid, b.Reason
}
