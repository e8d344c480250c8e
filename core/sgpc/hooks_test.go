package sgpc

import (
	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
)

// The packages view and trace import this package, so that tests inside the package
// cannot import them. views_test.go, outside the package, sets these functions to
// view.Frame, view.Claims and trace.Text.
var (
	Frame     func(*Run, frame.Focus, ...frame.Once) *frame.Frame
	Claims    func(*Run) []claims.Claim
	TraceText func(*Run, []int) ([]byte, error)
)
