package sgpc

import (
	"testing"

	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
)

func texasLike(t *testing.T, model string, epochs int, change func(*settings.Config)) *Run {
	t.Helper()
	return sample.TexasLike(t, New, model, epochs, change)
}
