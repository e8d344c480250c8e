package sgpc

import (
	"testing"

	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

// texasLike returns sample.TexasLike: a run on a heterophilic block model after the given
// number of epochs.
func texasLike(t *testing.T, model string, epochs int, change func(*settings.Config)) *Run {
	t.Helper()
	return sample.TexasLike(t, New, model, epochs, change)
}
