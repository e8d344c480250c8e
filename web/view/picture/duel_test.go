package picture_test

import (
	"strings"
	"testing"

	"sheafscope/core/published"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
)

// The card of the third question has the stored accuracies once the question is chosen. Its answer is "Yes" if the lead of SGPC exceeds
// half the width of its interval.
func TestStoredAnswer(t *testing.T) {
	for _, d := range published.Duels {
		s := state.State{Report: proto.Report{Graph: &proto.GraphInfo{}, Frame: &frame.Frame{}}, GraphKey: 2}
		s.View.Level, s.Recipe.Graph = state.LevelResearch, "data:"+d.Set
		if text := picture.StartLine(&s); strings.Contains(text, "MLP") {
			t.Errorf("%s: before the question it says %q", d.Set, text)
		}
		s.Chrome.Cards = map[string]int{state.DuelCard: 2}
		text := picture.StartLine(&s)
		if yes := strings.HasPrefix(text, "Yes"); yes != (d.Lead > d.Half) || !strings.Contains(text, view.Fix(d.SGPC, 1)) ||
			!strings.Contains(text, view.Fix(d.Lead, 1)+" ± ") {
			t.Errorf("%s: the answer %q does not follow from %+v", d.Set, text, d)
		}
	}
}
