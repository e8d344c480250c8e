package study

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
)

// smallHolonomy are the arguments of a short study.
var smallHolonomy = []string{"-graph", "universe:n=40,classes=3,degree=8,correlation=0", "-seeds", "1-2", "-epochs", "4", "-q"}

// studied runs a short study and returns its text and its rows.
func studied(t *testing.T, more ...string) (string, *holonomyRows) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.json")
	var out, msg bytes.Buffer
	if code := HolonomyCommand(append(slices.Concat(smallHolonomy, more), "-rows", file), &out, &msg); code != 0 || msg.Len() > 0 {
		t.Fatal(code, msg.String())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	h := &holonomyRows{}
	if err := json.Unmarshal(data, h); err != nil || h.Version == "" || h.Date == "" {
		t.Fatal(err, h.Version, h.Date)
	}
	return out.String(), h
}

// Both tasks begin with the same maps.
// Medians and counts equal those of angles computed as sums of the angles of the maps, which are plane rotations.
// The ratio of the last line is that of the medians.
func TestHolonomyEqualsSumOfAngles(t *testing.T) {
	text, h := studied(t)
	if !slices.Equal(h.Epochs, []int{1, 2, 4}) || len(h.Tasks) != 2 || len(h.Triangles) != 2 || len(h.Degree) != 2 {
		t.Fatalf("%+v", h)
	}
	own, other := h.Tasks[0], h.Tasks[1]
	if !slices.Equal(own.Medians[0], other.Medians[0]) || !slices.Equal(own.Bins[0], other.Bins[0]) {
		t.Error("the tasks begin with different maps")
	}
	if slices.Equal(own.Medians[2], other.Medians[2]) {
		t.Error("the tasks end with the same maps")
	}
	for _, task := range h.Tasks {
		for e := range h.Epochs {
			sum := 0
			for _, n := range task.Bins[e] {
				sum += n
			}
			if want := 2 * (h.Triangles[0] + h.Triangles[1]); sum != want {
				t.Errorf("%s: %d angles, want %d", task.Name, sum, want)
			}
		}
	}
	for k, seed := range h.Seeds {
		angles := turnedBy(t, h, seed)
		if got, want := other.Medians[2][k], median(angles); math.Abs(got-want) > 1e-3*want {
			t.Errorf("seed %d: median %g, want %g", seed, got, want)
		}
	}
	mean := math.Sqrt(own.Medians[2][0] / other.Medians[2][0] * own.Medians[2][1] / other.Medians[2][1])
	if want := "the median triangle turns " + threeDigits(mean) + " ("; !strings.Contains(text, want) {
		t.Errorf("no %q in %s", want, text)
	}
}

// turnedBy trains for communities and returns the angle of each triangle in each layer, as a sum of the angles of its maps.
func turnedBy(t *testing.T, h *holonomyRows, seed uint64) (out []float64) {
	g, err := graph.Generate(h.Graph + ",seed=" + strconv.FormatUint(seed, 10))
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := ConfigFor(g, split, Cell{Model: holonomyModel, Seed: seed, Set: h.Set})
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for range h.Epochs[2] - 1 {
		r.StepEpoch()
	}
	for _, l := range r.Present().Layers {
		turn := func(i, j int) float64 { // what an edge adds on the way from i to j
			for e, ends := range g.Edges {
				if int(ends.I) == min(i, j) && int(ends.J) == max(i, j) {
					a, b := l.Raw.Map(e, 0), l.Raw.Map(e, 1)
					by := math.Atan2(a[2], a[0]) - math.Atan2(b[2], b[0])
					if i > j {
						return -by
					}
					return by
				}
			}
			t.Fatal("no edge", i, j)
			return 0
		}
		for _, c := range g.Triangles() {
			sum := turn(c[0], c[1]) + turn(c[1], c[2]) + turn(c[2], c[0])
			out = append(out, math.Abs(math.Remainder(sum, 2*math.Pi))*180/math.Pi)
		}
	}
	return out
}

// Angles round a triangle cancel to first order, so doubled weights turn about eight times as far.
// Equal maps turn nothing, and scaling leaves the run unchanged.
func TestAnglesScaleCubically(t *testing.T) {
	_, drawn := studied(t)
	if f := drawn.Factors[3][0]; f < 7 || f > 9 {
		t.Errorf("twice the weights turn %g times as far", f)
	}
	g, err := graph.Generate(drawn.Graph)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := ConfigFor(g, split, Cell{Model: holonomyModel, Set: drawn.Set})
	if err != nil {
		t.Fatal(err)
	}
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	walk, err := g.Steps(triangleOf(t, g))
	if err != nil {
		t.Fatal(err)
	}
	f, before := r.Fork(), r.Parameters()
	scaleMaps(r, f, 0)
	for _, a := range turnAngles(f.Evaluate("").Layers, [][]graph.Crossing{walk}) {
		if a > 1e-5 {
			t.Errorf("equal maps turn by %g°", a)
		}
	}
	for k, p := range r.Parameters() {
		if !slices.Equal(p.Data, before[k].Data) {
			t.Errorf("the run's own %s changed", p.Name)
		}
	}
}

// triangleOf returns the nodes of the first triangle of a graph.
func triangleOf(t *testing.T, g *graph.Graph) []int {
	list := g.Triangles()
	if len(list) == 0 {
		t.Fatal("no triangle")
	}
	return list[0][:]
}

// Nodes with equal numbers have equal classes; the prediction is the most frequent class of the nearest degree.
func TestTercilesKeepTies(t *testing.T) {
	if got := terciles([]int{5, 0, 1, 1, 9, 7, 1, 2, 3}); !slices.Equal(got, []int{2, 0, 0, 0, 2, 2, 0, 1, 1}) {
		t.Error(got)
	}
	if got := terciles([]int{4, 4, 4}); !slices.Equal(got, []int{0, 0, 0}) {
		t.Error(got)
	}
	star, err := graph.Generate("star:n=6")
	if err != nil {
		t.Fatal(err)
	}
	star = star.WithData([]int{1, 0, 0, 1, 0, 1}, nil, nil, nil)
	split := graph.Split{Train: []int{0, 1, 2, 3}, Test: []int{4, 5}}
	if got := degreeAccuracy(star, split); got != 0.5 {
		t.Errorf("right on %g by the degree, want one leaf of two", got)
	}
	for _, c := range []struct {
		x    float64
		want string
	}{{0.004, "0.00"}, {1.234, "1.23"}, {12.34, "12.3"}, {123.4, "123"}} {
		if got := threeDigits(c.x); got != c.want {
			t.Errorf("%g is %s, want %s", c.x, got, c.want)
		}
	}
}

// Wrong usage ends with 2 and graphs without triangles with 1, each with a reason.
func TestHolonomyUsage(t *testing.T) {
	for why, c := range map[string]struct {
		code int
		args []string
	}{
		"no generator":      {2, []string{"-graph", "nothing"}},
		"the same one":      {2, []string{"-graph", "ring"}},
		"-seeds":            {2, []string{"-seeds", "x"}},
		"-epochs 0":         {2, []string{"-epochs", "0"}},
		"orthogonal maps":   {2, []string{"-set", "maps=identity"}},
		"-set: ":            {2, []string{"-set", "nothing=1"}},
		"has 0 triangles":   {1, []string{"-graph", "universe:n=30,degree=1"}},
		"from 2 to 8":       {1, []string{"-graph", "universe:n=30,degree=8", "-set", "d=1"}},
		"no partner":        {1, []string{"-graph", "universe:n=30,classes=3"}},
		"unexpected argume": {2, []string{"more"}},
	} {
		var out, msg bytes.Buffer
		if code := HolonomyCommand(c.args, &out, &msg); code != c.code || out.Len() > 0 || !strings.Contains(msg.String(), why) {
			t.Errorf("%v: %d, %s", c.args, code, msg.String())
		}
	}
}

// The stored rows of the lesson are complete and belong to the default command, as CLAIMS.md states.
func TestStoredHolonomy(t *testing.T) {
	data, err := os.ReadFile("holonomy.json")
	if err != nil {
		t.Fatal(err)
	}
	h := &holonomyRows{}
	if err := json.Unmarshal(data, h); err != nil {
		t.Fatal(err)
	}
	if h.Command != "sgpc holonomy" || h.Version == "" || len(h.Seeds) != 10 || len(h.Triangles) != 10 || len(h.Tasks) != 2 {
		t.Errorf("%s, version %q, %d seeds", h.Command, h.Version, len(h.Seeds))
	}
	if want := measuredEpochs(200); !slices.Equal(h.Epochs, want) || h.Epochs[4] != 20 {
		t.Errorf("epochs %v, want %v", h.Epochs, want)
	}
	claims, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Join(strings.Fields(string(claims)), " ")
	for _, want := range []string{threeDigits(h.Factors[1][0]) + " times as far as before the first update", "it turns " +
		threeDigits(h.Factors[2][0]) + " times as far", "triangles turn " + threeDigits(h.Factors[0][0]) + " times as much, " +
		threeDigits(h.Factors[0][1]) + " to " + threeDigits(h.Factors[0][2]), "turn " + threeDigits(h.Factors[3][0]) + " times as far"} {
		if !strings.Contains(said, want) {
			t.Errorf("CLAIMS.md does not say %q", want)
		}
	}
}
