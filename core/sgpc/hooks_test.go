package sgpc

import (
	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
)

// Views and traces stand above the package; the tests inside it show runs by these,
// which views_test.go sets.
var (
	Frame     func(*Run, frame.Focus, ...frame.Once) *frame.Frame
	Claims    func(*Run) []claims.Claim
	TraceText func(*Run, []int) ([]byte, error)
)
