package view_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

var update = flag.Bool("update", false, "write the recorded texts anew")

// TestPrinted: the texts with numbers of every panel are the recorded ones. It runs natively and in wasm (web/tool/test), so that both
// print the same. `go test ./web/view -run TestPrinted -update` records them.
func TestPrinted(t *testing.T) {
	var lines []string
	add := func(panel string, texts []string) {
		slices.Sort(texts)
		for _, text := range slices.Compact(texts) {
			if strings.ContainsAny(text, "0123456789") && len(text) < 2000 {
				lines = append(lines, panel+": "+strings.ReplaceAll(text, "\n", " | "))
			}
		}
	}
	for _, mode := range []string{"sheaf", "additive"} {
		s := withMode(t, mode, frame.Focus{Edge: 5, Node: 8, Spectrum: true, Eigenvector: 3})
		for k := 1; k <= 10; k++ {
			s.View.Stage = k
			add(mode+", stage "+view.Int(k), append(panels(s, state.PanelStage), stages.Tip(s, k), stages.Value(s, k)))
		}
		for _, p := range []string{state.PanelEdge, state.PanelNode, state.PanelClaims} {
			add(mode+", "+p, panels(s, p))
		}
		at := picture.NewAttributes(s)
		for name, m := range map[string]any{"spectrum": charts.NewSpectrum(s), "training": charts.NewTraining(s), "bound": charts.NewBound(s),
			"rail": stages.Rail(s), "legend": picture.NewLegend(s, &at), "words": stages.Words(s)} {
			add(mode+", "+name, textsOf(m))
		}
	}
	s := labFull(t)
	for _, p := range []string{state.PanelResults, state.PanelDepth} {
		add("laboratory, "+p, panels(s, p))
	}
	add("laboratory, compare", textsOf(results.NewCompare(s)))
	add("laboratory, table", []string{s.Lab.Results.Table().Markdown()})
	slices.Sort(lines)
	file := filepath.Join("testdata", "printed.txt")
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	recorded := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	for k := range max(len(lines), len(recorded)) {
		a, b := "nothing", "nothing"
		if k < len(lines) {
			a = lines[k]
		}
		if k < len(recorded) {
			b = recorded[k]
		}
		if a != b {
			t.Fatalf("the first text that differs from %s (-update records all):\nprinted  %s\nrecorded %s", file, a, b)
		}
	}
	if len(lines) < 300 {
		t.Errorf("only %d texts", len(lines))
	}
}
