package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

// network adds a model to the builder's tape and returns its logits, n×C. The
// networks are types with a method, not functions: what a program never calls by
// this interface the linker leaves out of it, as where Networks is false.
type network interface {
	build(*train.Builder, Settings) *autodiff.Var
}
