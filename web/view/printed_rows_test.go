package view_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/figures"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/check"
	"sheafscope/web/view/edge"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// printedRow names a source of texts on the page: a panel, by its constant, or a function of a package below web/view. texts returns its
// result for a state, from which textsIn takes the texts.
type printedRow struct {
	name  string
	texts func(s *state.State) any
}

// printedRows has a row for every panel, the panels first, and for every exported function of a state in web/view except the silent
// functions. Two more rows, Tally.Markdown and Results.CSV, are methods of the laboratory.
var printedRows = []printedRow{
	{"PanelStage", func(s *state.State) any { return inspected(s, state.PanelStage) }},
	{"PanelEdge", func(s *state.State) any { return inspected(s, state.PanelEdge) }},
	{"PanelNode", func(s *state.State) any { return inspected(s, state.PanelNode) }},
	{"PanelClaims", func(s *state.State) any { return inspected(s, state.PanelClaims) }},
	{"PanelResults", func(s *state.State) any {
		return inLaboratory(s, func() any { return inspected(s, state.PanelResults) })
	}},
	{"PanelPaper", func(s *state.State) any { return inLaboratory(s, func() any { return inspected(s, state.PanelPaper) }) }},
	{"PanelDepth", func(s *state.State) any { return inLaboratory(s, func() any { return inspected(s, state.PanelDepth) }) }},
	{"Tally.Markdown", func(s *state.State) any { return s.Lab.Results.Table().Markdown() }},
	{"Results.CSV", func(s *state.State) any { return s.Lab.Results.CSV() }},

	{"charts.BoundLead", func(s *state.State) any { return charts.BoundLead(s) }},
	{"charts.CertifiedText", func(s *state.State) any { _, text := charts.CertifiedText(s); return text }},
	{"charts.NewBound", func(s *state.State) any { return charts.NewBound(s) }},
	{"charts.NewPins", func(s *state.State) any { return charts.NewPins(s) }},
	{"charts.NewScrub", func(s *state.State) any { return charts.NewScrub(s) }},
	{"charts.NewSpectrum", func(s *state.State) any { return charts.NewSpectrum(s) }},
	{"charts.NewTraining", func(s *state.State) any { return charts.NewTraining(s) }},
	{"check.New", func(s *state.State) any { return check.New(withDoubt(s)) }},
	{"edge.ByHandText", func(s *state.State) any { return edge.ByHandText(s) }},
	{"edge.Classes", func(s *state.State) any { return edge.Classes(s) }},
	{"edge.FreeVals", func(s *state.State) any { return edge.FreeVals(s) }},
	{"edge.MapsShown", func(s *state.State) any { return edge.MapsShown(s) }},
	{"edge.On", func(s *state.State) any {
		return resultIf(s.Frame.Edge != nil, func() any { return edge.On(s, s.Frame.Edge) })
	}},
	{"edge.RoundFigure", func(s *state.State) any { return edge.RoundFigure(s) }},
	{"edge.View", func(s *state.State) any { return edge.View(s) }},
	{"inspector.New", func(s *state.State) any { return inspector.New(s) }},
	{"inspector.NewReport", func(s *state.State) any {
		return resultIf(s.Claims != nil, func() any { return inspector.NewReport(s) })
	}},
	{"node.EvolutionFigures", func(s *state.State) any {
		return resultIf(s.Flow != nil, func() any { return node.EvolutionFigures(s) })
	}},
	{"node.NewUnrolled", func(s *state.State) any { return node.NewUnrolled(s) }},
	{"node.Selection", func(s *state.State) any { s.View.Chosen = []int{3, 8}; return node.Selection(s) }},
	{"node.UnrolledOrNot", func(s *state.State) any { return node.UnrolledOrNot(s) }},
	{"node.View", func(s *state.State) any { return node.View(s) }},
	{"picture.EdgeChoices", func(s *state.State) any { return picture.EdgeChoices(s) }},
	{"picture.NewAttributes", func(s *state.State) any { return picture.NewAttributes(s) }},
	{"picture.NewGenerator", func(s *state.State) any { s.Recipe.Graph = "sbm:n=60"; return picture.NewGenerator(s) }},
	{"picture.NewLegend", func(s *state.State) any { a := picture.NewAttributes(s); return picture.NewLegend(s, &a) }},
	{"picture.NewPeek", func(s *state.State) any { return picture.NewPeek(s) }},
	{"picture.NewSketch", func(s *state.State) any { return picture.NewSketch(s) }},
	{"picture.NewStyle", func(s *state.State) any { return picture.NewStyle(s) }},
	{"picture.NewTable", func(s *state.State) any {
		return resultIf(s.View.Table != nil, func() any { return picture.NewTable(s) })
	}},
	{"picture.NewTopology", func(s *state.State) any { return picture.NewTopology(s) }},
	{"picture.StartLine", func(s *state.State) any { return picture.StartLine(s) }},
	{"results.DepthView", func(s *state.State) any { return inLaboratory(s, func() any { return results.DepthView(s) }) }},
	{"results.NewCompare", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewCompare(s) }) }},
	{"results.NewDial", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewDial(s) }) }},
	{"results.NewHeat", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewHeat(s) }) }},
	{"results.NewPaperFigure", func(s *state.State) any {
		return inLaboratory(s, func() any { return results.NewPaperFigure(s, figures.Held().Figures[0]) })
	}},
	{"results.NewPaperTable", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewPaperTable(s) }) }},
	{"results.NewTable", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewTable(s) }) }},
	{"results.NewTune", func(s *state.State) any { return inLaboratory(s, func() any { return results.NewTune(s) }) }},
	{"results.PaperView", func(s *state.State) any { return inLaboratory(s, func() any { return results.PaperView(s) }) }},
	{"results.View", func(s *state.State) any { return inLaboratory(s, func() any { return results.View(s) }) }},
	{"stages.Limits", func(s *state.State) any { return stages.Limits(s) }},
	{"stages.LimitsLine", func(s *state.State) any { return stages.LimitsLine(s) }},
	{"stages.MethodTip", func(s *state.State) any { return stages.MethodTip(s) }},
	{"stages.Missing", func(s *state.State) any { return eachStage(func(k int) any { return stages.Missing(s, k) }) }},
	{"stages.Rail", func(s *state.State) any { return stages.Rail(s) }},
	{"stages.Sparks", func(s *state.State) any { return stages.Sparks(s) }},
	{"stages.SpectrumWhen", func(s *state.State) any { return stages.SpectrumWhen(s) }},
	{"stages.Tip", func(s *state.State) any { return eachStage(func(k int) any { return stages.Tip(s, k) }) }},
	{"stages.Value", func(s *state.State) any { return eachStage(func(k int) any { return stages.Value(s, k) }) }},
	{"stages.View", func(s *state.State) any { return stages.View(s) }},
	{"stages.Why", func(s *state.State) any { return eachStage(func(k int) any { s.View.Stage = k; return stages.Why(s) }) }},
	{"stages.Words", func(s *state.State) any { return stages.Words(s) }},
	{"view.Awaited", func(s *state.State) any { return view.Awaited(s) }},
	{"view.LayersFigure", func(s *state.State) any { return view.LayersFigure(s) }},
	{"view.LossTerms", func(s *state.State) any { return view.LossTerms(s) }},
	{"view.LossWords", func(s *state.State) any { return view.LossWords(s) }},
	{"view.NodeName", func(s *state.State) any { return view.NodeName(s, 8) }},
	{"view.NodeTitle", func(s *state.State) any { return view.NodeTitle(s, 8) }},
	{"view.ShortName", func(s *state.State) any { return view.ShortName(s, 8) }},
	{"view.StageText", func(s *state.State) any {
		return eachStage(func(k int) any { s.View.Stage = k; return view.StageText(s) })
	}},
	{"view.Unopened", func(s *state.State) any { return view.Unopened(s) }},
	{"view.Where", func(s *state.State) any { return view.Where(s) }},
}

// silent are the functions of a state without a row. Most return a number or a truth value, whose text is in another row. The others need
// more arguments than a state.
var silent = []string{"edge.PlanFigure", "edge.StepFigure", "inspector.ClaimsFailing", "picture.EnergyShares", "picture.StalkCoords",
	"stages.NewMatrix", "view.NoSpectralTerm", "view.Predicted", "view.RunDt", "view.Uncalibrated"}

// printedStates returns the states with recorded texts, by name. For three networks these are each stage, an edge, a cycle, a node, several
// nodes, the claims, a table and the level Learn. One state has results of the laboratory.
func printedStates(t *testing.T) map[string][]*state.State {
	out := map[string][]*state.State{"laboratory": {pageWithResults(t)}}
	for name, run := range map[string]recipe.Setup{"sheaf": {Settings: map[string]string{"gap_mode": "sheaf", "epochs": "3"}},
		"additive": {Settings: map[string]string{"gap_mode": "additive", "d": "3", "epochs": "3"}},
		"peer":     {Model: "nsd-diag", Settings: map[string]string{"epochs": "3"}}} {
		run.Graph, run.Seed = "karate", 1
		var messages []state.Msg
		pair := [2]int{0, 1}
		for k := 1; k <= 10; k++ {
			messages = append(messages, state.PickStage{Stage: k})
		}
		messages = append(messages, state.PickStage{Stage: 4}, state.MoveFigure{Name: state.SliderCycle, At: 3},
			state.PickEdge{Edge: choice.Of(5)}, state.PickNode{Node: choice.Of(8)}, state.Unroll{On: true}, state.Without{Edge: &pair},
			state.SetPanel{Panel: state.PanelClaims}, state.PickLasso{Nodes: []int{0, 1, 33}}, state.Tabulate{Of: state.TableEdges},
			state.PickNode{Node: choice.Of(8)}, state.SetLevel{Level: state.LevelLearn})
		page := opened(run)
		// At the level Learn the ten stages are opened once more.
		for _, m := range append(messages, messages[:10]...) {
			page.do(m)
			s := page.s
			out[name] = append(out[name], &s)
		}
	}
	return out
}

// resultIf returns the result of f if hasResult is true, and nil otherwise.
func resultIf(hasResult bool, f func() any) any {
	if !hasResult {
		return nil
	}
	return f()
}

// inLaboratory returns the result of f in the state with results of the laboratory. It returns nil in all other states: there the panels of
// the laboratory have the same texts at each stage, and need no record.
func inLaboratory(s *state.State, f func() any) any { return resultIf(s.Lab.Results.Jobs != nil, f) }

// inspected returns the content of a panel. It changes the panel of s.
func inspected(s *state.State, panel string) view.Inspector {
	s.View.Panel = panel
	return inspector.New(s)
}

// eachStage returns the texts of f for stages 1 to 10.
func eachStage(f func(k int) any) (out []any) {
	for k := 1; k <= 10; k++ {
		out = append(out, textsIn(f(k)))
	}
	return out
}

// withDoubt returns the state s with a file that has a doubt, so that the page asks the user.
func withDoubt(s *state.State) *state.State {
	s.Waits = &state.Check{Found: content.Recognition{Format: "table", Nodes: 3000, Edges: 1, Classes: 2, Isolated: 2998,
		Doubts: []content.Doubt{{Rule: "a", Text: "Row 7 may be a header."}}, Sheets: []content.Sheet{{File: "e.csv", Table: content.Edges,
			Separator: "comma", Form: content.FormPairs, Rows: 9, Columns: []content.SheetColumn{
				{Name: "from", Role: content.RoleSource, Sample: []string{"1", "2"}}}}}}}
	return s
}

// textsIn returns all texts in the result of a row. A sentence of several spans is one text.
func textsIn(v any) []string {
	if i, ok := v.(view.Inspector); ok {
		return append(textsOf(i), view.Plain(i.Lead))
	}
	return textsOf(v)
}

// Every panel of web/state and every exported function with a *state.State as its first parameter in web/view has a row, or is silent.
// Every row and every silent function belongs to one of them.
func TestPrintedRows(t *testing.T) {
	var want []string
	// eachFile calls f with the syntax of every file of a folder, without tests.
	eachFile := func(dir string, f func(file *ast.File)) {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			f(file)
		}
	}
	// The panels are the string constants of web/state whose names begin with Panel.
	eachFile("../state", func(file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && isPanel(v) {
				want = append(want, v.Names[0].Name)
			}
			return true
		})
	})
	// The functions of a state, in web/view and in the folders below.
	rooms, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range append([]string{"."}, folderNames(rooms)...) {
		eachFile(room, func(file *ast.File) {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv != nil || !f.Name.IsExported() || f.Type.Results == nil || f.Type.Params.NumFields() == 0 {
					continue
				}
				star, ok := f.Type.Params.List[0].Type.(*ast.StarExpr)
				if !ok {
					continue
				}
				if typ, ok := star.X.(*ast.SelectorExpr); ok && typ.Sel.Name == "State" {
					want = append(want, file.Name.Name+"."+f.Name.Name)
				}
			}
		})
	}
	// Both directions: each name has a row or is silent, and each row has a name. Two rows are methods of the laboratory.
	var have []string
	for _, r := range printedRows {
		have = append(have, r.name)
	}
	for _, name := range want {
		if slices.Contains(have, name) == slices.Contains(silent, name) {
			t.Errorf("%s needs one row of printedRows, or a place among the silent", name)
		}
	}
	for _, name := range append(have, silent...) {
		if !slices.Contains(want, name) && !slices.Contains([]string{"Tally.Markdown", "Results.CSV"}, name) {
			t.Errorf("%s is no panel, and no function of a state", name)
		}
	}
	if len(want) < 70 { // a search that misses files finds fewer
		t.Errorf("%d panels and functions were found, want at least 70", len(want))
	}
}

// isPanel reports whether a declaration has one string constant whose name begins with Panel.
func isPanel(v *ast.ValueSpec) bool {
	if !strings.HasPrefix(v.Names[0].Name, "Panel") || len(v.Values) != 1 {
		return false
	}
	text, ok := v.Values[0].(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return false
	}
	_, err := strconv.Unquote(text.Value)
	return err == nil
}

// folderNames returns the names of the folders among the entries, without testdata.
func folderNames(entries []os.DirEntry) (out []string) {
	for _, e := range entries {
		if e.IsDir() && e.Name() != "testdata" {
			out = append(out, e.Name())
		}
	}
	return out
}
