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

// After the third question is chosen, the card has the answer from the stored accuracies: the accuracy of SGPC and its lead. The answer is
// "Yes" if the lead exceeds half the width of its interval. It makes no claim on a training, which may have ended.
func TestStoredAnswer(t *testing.T) {
	for _, d := range published.Duels {
		s := state.State{Report: proto.Report{Graph: &proto.GraphInfo{}, Frame: &frame.Frame{}}, GraphKey: 2}
		s.View.Level, s.Recipe.Graph = state.LevelResearch, "data:"+d.Set
		if text := picture.StartLine(&s); strings.Contains(text, "MLP") {
			t.Errorf("%s: before the question it says %q", d.Set, text)
		}
		// The card is marked as chosen for the shown graph, whose key is 2.
		s.Chrome.Cards = map[string]int{state.DuelCard: 2}
		text := picture.StartLine(&s)
		if yes := strings.HasPrefix(text, "Yes"); yes != (d.Lead > d.Half) || !strings.Contains(text, view.Fix(d.SGPC, 1)) ||
			!strings.Contains(text, view.Fix(d.Lead, 1)+" ± ") || !strings.HasSuffix(text, "Stored "+d.Day+".") {
			t.Errorf("%s: the answer %q does not follow from %+v", d.Set, text, d)
		}
	}
}
