package graphio

import (
	"errors"
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// TestLargeFeatures: a feature over the limit is refused in every format, with
// the file and, where the format has lines, the line; one at the limit is read.
// (A Planetoid pickle holds single precision, which ends at 3e38.)
func TestLargeFeatures(t *testing.T) {
	with := func(v float64) *graph.Graph {
		g := graph.New("large", 3, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}})
		g.X = linalg.NewCSR(3, 2, []linalg.Triplet{{Val: 1}, {Col: 1, Val: 0.5}, {Row: 1, Val: 2}, {Row: 1, Col: 1, Val: v},
			{Row: 2, Val: 3}, {Row: 2, Col: 1, Val: 0.25}})
		g.Labels, g.Classes = []int{0, 1, 0}, 2
		return g
	}
	for _, format := range WriteFormats() {
		for _, v := range []float64{1e200, -1e200, math.MaxFloat64, math.Nextafter(MaxFeature, 1e101)} {
			files, err := Write(with(v), format)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Read(files)
			var fault *Error
			if !errors.As(err, &fault) || fault.File == "" || fault.Remedy == "" || !strings.Contains(fault.Remedy, "1e+100") {
				t.Errorf("%s with %g: %v", format, v, err)
				continue
			}
			if lines := format == "csv" || format == "geom-gcn"; lines && fault.Line != 3 {
				t.Errorf("%s with %g names line %d: %v", format, v, fault.Line, err)
			}
		}
		for _, v := range []float64{MaxFeature, -MaxFeature, 1e-300} {
			files, err := Write(with(v), format)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := Read(files); err != nil || r.Graph.X.Dense().At(1, 1) != v {
				t.Errorf("%s with %g: %v", format, v, err)
			}
		}
	}
}
