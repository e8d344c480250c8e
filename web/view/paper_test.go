package view_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
)

// The table has the published accuracies and ours in the right cells. An accuracy trained on the page replaces the stored accuracy. The
// note has the command and the date of the stored accuracies.
func TestPaperTable(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.Lab.Paper.Library = figures.Held()
	s.Lab.Paper.Cells = map[[2]string]figures.Accuracy{{"cora", "gcn"}: {Mean: 87.31, Std: 1, N: 4},
		{"cora", "mlp"}: {}} // no run of the MLP has ended, so that its stored accuracy stays
	table := results.NewPaperTable(s)
	if len(table.Sets) != len(published.Datasets()) || len(table.Rows) < 12 || table.Rows[0].Key != "sgpc" {
		t.Fatalf("%d rows and the sets %v, want at least 12 rows, the first for sgpc, and every data set", len(table.Rows), table.Sets)
	}
	for _, r := range table.Rows {
		// The published accuracy, and the stored one or the one trained here.
		for k, d := range table.Sets {
			c := r.Cells[k]
			want, ours := "", "" // the published accuracy and ours, in percent, or "" if unknown
			if v := peer.Reported(r.Key, peer.OnTenSplits).Of(d); v > 0 {
				want = view.Fix(v, 1)
			}
			x, ok := figures.Held().Paper.Cell(d, r.Key)
			live := d == "cora" && r.Key == "gcn"
			if ok {
				ours = view.Fix(x.Mean, 1)
			}
			if live {
				ours = "87.3"
			}
			if c.Paper != want || c.Ours != ours || c.Live != live {
				t.Errorf("%s on %s: %+v, want %q and %q", r.Key, d, c, want, ours)
			}
		}
	}
	shipped := figures.Held().Paper
	if !strings.Contains(table.Note, shipped.Command) {
		t.Errorf("the note %q lacks the command %q", table.Note, shipped.Command)
	}
	if shipped.Command != "" && !strings.Contains(table.Note, shipped.Date) {
		t.Errorf("the note %q lacks the date %q", table.Note, shipped.Date)
	}
	// The error of a failed run of a cell is in the note of the table, but not the error of a run of a figure.
	s.Lab.Paper.Report.Results = []client.JobState{{Done: true, Err: "no memory"}, {Done: true}}
	for _, id := range []string{lab.TableID, "plans"} {
		s.Lab.Paper.ID, s.Lab.Paper.Dataset = id, "texas"
		note := results.NewPaperTable(s).Note
		if strings.Contains(note, "A run on texas has failed: no memory. ") != (id == lab.TableID) {
			t.Errorf("after a failed run of %s the note of the table is %q", id, note)
		}
	}
}

// Each figure of the paper has a section with its first data set, the loaded graph as the last choice, and its sentence if it has one. Only
// an ablation has a choice of variants. Charts show the points of the curves trained on the page. Weights are on a logarithmic axis, with 0
// one step left of the least weight. Plans are rows with mean, half width of the interval, and number of runs.
func TestPaperFigures(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.Lab.Paper.Library = figures.Held()
	s.View.Panel = state.PanelPaper
	panel := inspector.New(s)
	for k, f := range figures.Held().Figures {
		g := panel.Body.Figures[k+1] // figure 0 is the table
		m := g.Data.(results.PaperFigure)
		if g.TestID != "figure-"+f.ID || m.Sets[0][0] != f.Datasets[0] || (m.Shows != "") != (f.Shows != "") ||
			len(m.Variants) > 0 != (f.X == figures.XVariant) || m.Sets[len(m.Sets)-1][0] != "" {
			t.Errorf("section %s, want figure-%s: %+v", g.TestID, f.ID, m)
		}
	}
	// A curve of three points, as trained on the page, for four figures.
	curve := []figures.Curve{{Name: "a", Dataset: "texas", X: []float64{0, 0.1, 1}, Y: []float64{0.5, 0.75, 0.6}, Half: []float64{0, 0.1, 0},
		N: []int{1, 2, 1}}}
	s.Lab.Paper.Live = map[string]lab.Live{"3": {On: "texas", Curves: curve}, "4": {On: "texas", Curves: curve},
		"plans": {On: "texas", Curves: curve}, "2a": {On: "texas", Curves: curve}}
	// Figure 3 is over weights, figure 4 over layers. Figure 2a has one curve.
	weights := results.NewPaperFigure(s, figures.Held().Figure("3"))
	lines := weights.Lines
	if lines == nil || len(lines.Series) != 1 || lines.XLabel != "log₁₀ λ_KL" || !strings.Contains(weights.Note, "Trained here, on texas") {
		t.Fatalf("figure 3 is %+v, want one curve trained on texas over log₁₀ λ_KL", weights)
	}
	x, least := lines.Series[0].X, float64(*lines.XMin)
	if math.Abs(float64(x[0])+2) > 1e-9 || math.Abs(float64(x[1])+1) > 1e-9 || math.Abs(least+2) > 1e-9 {
		t.Errorf("figure 3 begins at %g with the abscissas %v, want −1 for the weight 0.1, and −2 for 0", least, x)
	}
	if l := results.NewPaperFigure(s, figures.Held().Figure("4")).Lines; l.Series[0].X[2] != 1 || l.Series[0].Half[1] != 0.1 {
		t.Errorf("figure 4 is %+v, want the point 1 and the half width 0.1", l)
	}
	if l := results.NewPaperFigure(s, figures.Held().Figure("2a")).Lines; len(l.Series) != 1 || !l.Series[0].Alone {
		t.Errorf("figure 2a is %+v, want one curve alone", l)
	}
	// Finished runs without the numbers of the figure, for example accuracies in a split without test nodes.
	s.Lab.Paper.Live["3"] = lab.Live{On: "texas"}
	const want = "Trained here, on texas. The runs have none of these numbers."
	if note := results.NewPaperFigure(s, figures.Held().Figure("3")).Note; note != want {
		t.Errorf("the note of runs without numbers is %q", note)
	}
	// After the first run: a single point lies inside the axis, also if x is 0 or below 1. A row lies inside an axis of positive length.
	for _, x := range []float64{0, 0.01, 1, 10} {
		live := []figures.Curve{{Name: "a", Dataset: "texas", X: []float64{x}, Y: []float64{0.5}, Half: []float64{0}, N: []int{1}}}
		s.Lab.Paper.Live["3"] = lab.Live{On: "texas", Curves: live}
		lines := results.NewPaperFigure(s, figures.Held().Figure("3")).Lines
		at := lines.Series[0].X[0]
		lo, hi := 0.0, math.Max(1, at) // the axis that the picture chooses
		if lines.XMin != nil {
			lo, hi = float64(*lines.XMin), float64(*lines.XMax)
		}
		if !(lo <= at && at <= hi) || math.IsInf(hi, 0) {
			t.Errorf("the only point has x = %g: it is drawn at %g on an axis from %g to %g", x, at, lo, hi)
		}
	}
	for _, y := range []float64{0, 0.7, 0.72, 1} {
		live := []figures.Curve{{Name: "full", Dataset: "texas", X: []float64{0}, Y: []float64{y}, Half: []float64{0}, N: []int{1}}}
		s.Lab.Paper.Live["plans"] = lab.Live{On: "texas", Curves: live}
		d := results.NewPaperFigure(s, figures.Held().Figure("plans")).Dots
		if v := d.Rows[0].V; !(d.Low <= v && v <= d.High && d.Low < d.High) {
			t.Errorf("the only row is at %g on an axis from %g to %g", v, d.Low, d.High)
		}
	}
	s.Lab.Paper.Live["plans"] = lab.Live{On: "texas", Curves: curve}
	// With three runs a row of the plans has an interval.
	curve[0].Half[0], curve[0].N[0] = 0.04, 3
	plans := results.NewPaperFigure(s, figures.Held().Figure("plans"))
	if r := plans.Dots.Rows[0]; r.Text != "50.0 ± 4.0 (3)" || plans.Dots.Low != 45 || plans.Dots.High != 55 {
		t.Errorf("the first row of the plans is %+v, want 50.0 ± 4.0 of three runs on an axis from 45 to 55", plans.Dots)
	}
}

// The figure of the plans has four rows of ten splits each. Its note has the version and the command, and says that differences are paired.
// CLAIMS.md has the command, and the difference of each row from the full network.
func TestPaperPlans(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.Lab.Paper.Library = figures.Held()
	document, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		t.Fatal(err)
	}
	m := results.NewPaperFigure(s, figures.Held().Figure("plans"))
	stored := figures.Held().Plans
	if len(m.Dots.Rows) != 4 || !strings.Contains(m.Note, stored.Command) || !strings.Contains(m.Note, "version "+stored.Version) ||
		!strings.Contains(m.Note, "paired") || !strings.Contains(string(document), "`"+stored.Command+"`") {
		t.Fatalf("the figure is %+v, want four rows, and a note with version %s, command %q and “paired”", m, stored.Version, stored.Command)
	}
	for k, r := range m.Dots.Rows {
		// The first row is the full network; each other row names its difference from this row.
		name, difference, has := strings.Cut(r.Name, ": full − it ")
		if has != (k > 0) || !strings.HasSuffix(r.Text, " (10)") {
			t.Errorf("row %d, %s: the text is %q, want ten splits, and a difference except in row 0", k, name, r.Text)
		}
		if has && !strings.Contains(string(document), "| "+difference+" |") {
			t.Errorf("row %d, %s: CLAIMS.md lacks the difference %s", k, name, difference)
		}
	}
}
