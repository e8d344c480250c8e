package graphio

import (
	"errors"
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// TestLargeFeaturesAreRefused: in every format that this package writes, a feature above MaxFeature (1e100) or below −MaxFeature is
// refused. The error names the file and the limit, and in csv and geom-gcn the line.
// The features MaxFeature, −MaxFeature and 1e-300 are read unchanged.
func TestLargeFeaturesAreRefused(t *testing.T) {
	// graphWithFeature returns the path 0–1–2 with two features, of which feature 1 of node 1 is v.
	graphWithFeature := func(v float64) *graph.Graph {
		g := graph.New("large", 3, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}})
		g.X = linalg.NewCSR(3, 2, []linalg.Triplet{{Val: 1}, {Col: 1, Val: 0.5}, {Row: 1, Val: 2}, {Row: 1, Col: 1, Val: v},
			{Row: 2, Val: 3}, {Row: 2, Col: 1, Val: 0.25}})
		g.Labels, g.Classes = []int{0, 1, 0}, 2
		return g
	}
	for _, format := range WriteFormats() {
		// The last number is the smallest float64 above MaxFeature.
		for _, v := range []float64{1e200, -1e200, math.MaxFloat64, math.Nextafter(MaxFeature, 1e101)} {
			files, err := WriteWith(graphWithFeature(v), nil, format)
			if err != nil {
				t.Fatal(err)
			}
			_, err = Read(files)
			var fault *Error
			if !errors.As(err, &fault) || fault.File == "" || fault.Remedy == "" || !strings.Contains(fault.Remedy, "1e+100") {
				t.Errorf("%s with %g: the error is %v, want one with the file and the limit", format, v, err)
				continue
			}
			// Node 1 is in line 3, below the header and node 0.
			hasLines := format == "csv" || format == "geom-gcn"
			if hasLines && fault.Line != 3 {
				t.Errorf("%s with %g names line %d, want 3: %v", format, v, fault.Line, err)
			}
		}
		for _, v := range []float64{MaxFeature, -MaxFeature, 1e-300} {
			files, err := WriteWith(graphWithFeature(v), nil, format)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := Read(files); err != nil || r.Graph.X.Dense().At(1, 1) != v {
				t.Errorf("%s with %g: the feature does not survive writing and reading (error %v)", format, v, err)
			}
		}
	}
}

// TestReadOnlyFormatsRefuseLargeFeatures: formats that this package only reads refuse large features, too. Matrix Market refuses an entry
// beyond float64. A feature of half precision is refused if it is infinite, and read if it is the largest finite number, 65504.
// In a matrix with names, infinite entries and NaN are no edges, and give a note.
func TestReadOnlyFormatsRefuseLargeFeatures(t *testing.T) {
	for _, s := range []string{
		`graph [ node [ id 0 v 1 ] node [ id 1 v 1e200 ] edge [ source 0 target 1 ] ]`,
		`graph { a [v=1]; b [v=1e151]; a -- b }`,
		`<gxl><graph id="g"><node id="a"><attr name="v"><float>1</float></attr></node><node id="b"><attr ` +
			`name="v"><float>-1e151</float></attr></node></graph></gxl>`,
		"*Vertices 2\n1 a 0 0 box v 1\n2 b 0 0 box v 1e300\n*Edges\n1 2\n",
		`{"nodes": [{"id": 0, "v": 1}, {"id": 1, "v": 1e151}], "adjacency": [[{"id": 1}], [{"id": 0}]]}`,
		`{"elements": {"nodes": [{"data": {"id": "a", "v": 1e151}}], "edges": []}}`,
		"%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e999\n",
	} {
		_, err := Read(fileOf(s))
		var fault *Error
		if !errors.As(err, &fault) || fault.Remedy == "" || fault.File == "" {
			t.Errorf("%s: the error is %v, want a refusal with file and remedy", s, err)
		}
	}
	if r, err := Read(fileOf("a b c\n0 1 inf\n1 0 nan\nInf 0 0\n")); err != nil || len(r.Graph.Edges) != 1 || len(r.Graph.Notes) != 1 {
		t.Errorf("a matrix with numbers that are not finite: error %v, read as %+v; want 1 edge and 1 note", err, r)
	}
	// withHalf returns an edge between two nodes and a sparse 2×3 matrix of features. The only entry of the matrix is value, the two bytes
	// of a number of half precision with the low byte first.
	withHalf := func(value string) File {
		return archive("adj_data.npy", npyBytes("|b1", "1,", "\x01"), "adj_indices.npy", npyBytes("<i4", "1,", "\x01\x00\x00\x00"),
			"adj_indptr.npy", npyBytes("<i4", "3,", "\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"), "adj_shape.npy", npyBytes("|i1", "2,",
				"\x02\x02"),
			"attr_data.npy", npyBytes("<f2", "1,", value), "attr_indices.npy", npyBytes("<i4", "1,", "\x00\x00\x00\x00"),
			"attr_indptr.npy", npyBytes("<i4", "3,", "\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00"), "attr_shape.npy", npyBytes("|i1", "2,",
				"\x02\x03"))
	}
	// The half with the bits 7c00 is +Inf, and the half with the bits 7bff is 65504.
	if _, err := Read([]File{withHalf("\x00\x7c")}); err == nil || !strings.Contains(err.Error(), "+Inf") {
		t.Errorf("an infinite half: the error is %v, want one with +Inf", err)
	}
	if r, err := Read([]File{withHalf("\xff\x7b")}); err != nil || r.Graph.X.Val[0] != 65504 || r.Graph.X.Cols != 3 {
		t.Errorf("the largest half is not read as 65504 in 3 columns: error %v", err)
	}
}
