package view_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// This file tests that no list of a model is null in JSON.

// nulls returns the paths of the lists behind v that JSON would write as null; path is the path of v. It does not search maps and
// arrays. The drawing functions need the length of each list.
func nulls(v reflect.Value, path string) (out []string) {
	// A type that writes its own JSON is not searched.
	if v.IsValid() && v.CanInterface() {
		if _, own := v.Interface().(json.Marshaler); own {
			return nil
		}
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			return nulls(v.Elem(), path)
		}
	case reflect.Slice:
		if strings.HasSuffix(path, ".Lasso") { // null means: no lasso; an empty list: a lasso around no node
			return nil
		}
		if v.IsNil() {
			return []string{path}
		}
		for k := range v.Len() {
			out = append(out, nulls(v.Index(k), fmt.Sprintf("%s[%d]", path, k))...)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Type().Field(k)
			tag := f.Tag.Get("json")
			isOmitted := strings.Contains(tag, "omitempty") && v.Field(k).IsZero()
			if !f.IsExported() || tag == "-" || isOmitted {
				continue // JSON does not have this field
			}
			out = append(out, nulls(v.Field(k), path+"."+f.Name)...)
		}
	}
	return out
}

// No list in a model of a chart, picture or panel is null, at three positions of a run. The graphs have no edges, two nodes, or 34 nodes.
// The splits have test nodes or none. Each figure of a panel has a kind.
func TestNoListOfAModelIsNull(t *testing.T) {
	noEdges := graph.Karate()
	noEdges.Edges = nil
	twoNodes, err := graph.Builtin("k2")
	if err != nil {
		t.Fatal(err)
	}
	// Graphs, splits and positions of the run.
	for name, g := range map[string]*graph.Graph{"no edges": noEdges, "two nodes": twoNodes, "karate": graph.Karate()} {
		for _, spec := range []string{"random:0.6,0.2,0.2", "random:1,0,0"} {
			split, err := graph.ParseSplit(g, spec, 1)
			if err != nil {
				t.Fatal(err)
			}
			moments := map[string]func(*sgpc.Run){"the start": func(*sgpc.Run) {}, "a step": func(r *sgpc.Run) { r.StepStage() },
				"two epochs": epochs(2)}
			for when, steps := range moments {
				edge := 0
				if len(g.Edges) == 0 {
					edge = -1 // choice.Of(−1) is the choice of no edge
				}
				s := karateAt(t, g, split, settings.Default(), steps, frame.Focus{Edge: choice.Of(edge), Node: 2, Spectrum: true, Eigenvector: 2})
				s.Lab.Compare = lab.Compare{On: true, Key: "mlp", Report: s.Report}
				attributes := picture.NewAttributes(s)
				// The models of the charts and pictures, of four panels, and of the ten stages.
				models := map[string]any{"spectrum": charts.NewSpectrum(s), "training": charts.NewTraining(s), "bound": charts.NewBound(s),
					"scrub": charts.NewScrub(s), "sparks": stages.Sparks(s), "topology": picture.NewTopology(s), "style": picture.NewStyle(s),
					"legend": picture.NewLegend(s, &attributes),
					"sketch": picture.NewSketch(s), "generator": picture.NewGenerator(s), "compare": results.NewCompare(s)}
				for _, panel := range []string{state.PanelEdge, state.PanelNode, state.PanelClaims, state.PanelResults} {
					s.View.Panel = panel
					models[panel] = inspector.New(s).Body
				}
				s.View.Panel = state.PanelStage
				for k := 1; k <= 10; k++ {
					s.View.Stage = k
					models["stage "+stage.Names[k]] = inspector.New(s).Body
				}
				// Figures without a kind, and lists that are null.
				for what, m := range models {
					body, _ := m.(view.Body)
					for _, f := range body.Figures {
						if f.Kind == "" {
							t.Errorf("%s, %s, %s: figure %q of %s has data of no kind, %T", name, spec, when, f.ID, what, f.Data)
						}
					}
					for _, path := range nulls(reflect.ValueOf(m), "") {
						t.Errorf("%s, %s, %s: %s%s is null", name, spec, when, what, path)
					}
				}
			}
		}
	}
}
