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

// smallHolonomy are the arguments of a short study of holonomies: two graphs of 40 nodes and four epochs.
var smallHolonomy = []string{"-graph", "universe:n=40,classes=3,degree=8,correlation=0", "-seeds", "1-2", "-epochs", "4", "-q"}

// runHolonomyStudy runs the command holonomy with smallHolonomy and more arguments. It returns the text of the command and its stored rows.
func runHolonomyStudy(t *testing.T, more ...string) (string, *holonomyRows) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.json")
	var out, msg bytes.Buffer
	if code := HolonomyCommand(append(slices.Concat(smallHolonomy, more), "-rows", file), &out, &msg); code != 0 || msg.Len() > 0 {
		t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	h := &holonomyRows{}
	if err := json.Unmarshal(data, h); err != nil || h.Version == "" || h.Date == "" {
		t.Fatalf("the rows have version %q and date %q (%v)", h.Version, h.Date, err)
	}
	return out.String(), h
}

// The tasks triangles and communities begin with the same maps and end with different ones. Each has an angle for each triangle in each of
// the two layers. After the last epoch of the task communities, the median angle on each graph equals the median of triangleAngles.
// The ratio in the text is the geometric mean of the ratios of the medians.
func TestHolonomyEqualsSumOfAngles(t *testing.T) {
	text, h := runHolonomyStudy(t)
	if !slices.Equal(h.Epochs, []int{1, 2, 4}) || len(h.Tasks) != 2 || len(h.Triangles) != 2 || len(h.Degree) != 2 {
		t.Fatalf("%+v, want the epochs 1, 2 and 4, two tasks and two graphs", h)
	}
	triangles, communities := h.Tasks[0], h.Tasks[1]
	if !slices.Equal(triangles.Medians[0], communities.Medians[0]) || !slices.Equal(triangles.Bins[0], communities.Bins[0]) {
		t.Error("the tasks begin with different maps")
	}
	if slices.Equal(triangles.Medians[2], communities.Medians[2]) {
		t.Error("the tasks end with the same maps")
	}
	// Each epoch has an angle for each triangle of both graphs in both layers.
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
	for k, seed := range h.Seeds { // the stored medians are rounded to five digits
		angles := triangleAngles(t, h, seed)
		if got, want := communities.Medians[2][k], median(angles); math.Abs(got-want) > 1e-3*want {
			t.Errorf("seed %d: median %g, want %g", seed, got, want)
		}
	}
	// The geometric mean over the two graphs.
	mean := math.Sqrt(triangles.Medians[2][0] / communities.Medians[2][0] * triangles.Medians[2][1] / communities.Medians[2][1])
	if want := "the median triangle turns " + threeDigits(mean) + " ("; !strings.Contains(text, want) {
		t.Errorf("no %q in %s", want, text)
	}
}

// triangleAngles trains the network for communities on the graph with a seed. It returns the angle of each triangle in each layer, in
// degrees from 0 to 180, as a sum of the angles of its maps.
func triangleAngles(t *testing.T, h *holonomyRows, seed uint64) (out []float64) {
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
	for range h.Epochs[2] - 1 { // an epoch is measured before its update
		r.StepEpoch()
	}
	for _, l := range r.Present().Layers {
		// turn returns the angle that the edge of i and j adds on the way from i to j, in radians.
		turn := func(i, j int) float64 {
			for e, ends := range g.Edges {
				if int(ends.I) != min(i, j) || int(ends.J) != max(i, j) {
					continue
				}
				// Maps are 2×2 rotations by rows: element 0 is the cosine of the angle and element 2 the sine.
				a, b := l.Raw.Map(e, 0), l.Raw.Map(e, 1)
				angle := math.Atan2(a[2], a[0]) - math.Atan2(b[2], b[0])
				if i > j {
					return -angle
				}
				return angle
			}
			t.Fatalf("no edge joins the nodes %d and %d of a triangle", i, j)
			return 0
		}
		for _, c := range g.Triangles(math.MaxInt) {
			sum := turn(c[0], c[1]) + turn(c[1], c[2]) + turn(c[2], c[0])
			out = append(out, math.Abs(math.Remainder(sum, 2*math.Pi))*180/math.Pi)
		}
	}
	return out
}

// Doubled weights of the map learners turn triangles 7 to 9 times as far, about 2³ = 8: angles round a triangle cancel to first order.
// With weights 0 all maps are equal and turn no triangle. The scaling of a fork leaves the run unchanged.
func TestAnglesScaleCubically(t *testing.T) {
	_, rows := runHolonomyStudy(t)
	// Factors[3][0] is the ratio of the median angles with doubled and with initial weights.
	if factor := rows.Factors[3][0]; factor < 7 || factor > 9 {
		t.Errorf("twice the weights turn %g times as far, want 7 to 9", factor)
	}
	// A run on a graph of the study, and a fork of it whose map learners have the weights 0.
	g, err := graph.Generate(rows.Graph)
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := ConfigFor(g, split, Cell{Model: holonomyModel, Set: rows.Set})
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
		if a > 1e-5 { // degrees; 0 up to rounding errors
			t.Errorf("with equal maps a triangle turns by %g°, want 0", a)
		}
	}
	for k, p := range r.Parameters() {
		if !slices.Equal(p.Data, before[k].Data) {
			t.Errorf("the scaling of the fork changed the parameter %s of the run", p.Name)
		}
	}
}

// triangleOf returns the nodes of the first triangle of a graph.
func triangleOf(t *testing.T, g *graph.Graph) []int {
	list := g.Triangles(math.MaxInt)
	if len(list) == 0 {
		t.Fatal("the graph has no triangle")
	}
	return list[0][:]
}

// terciles gives equal counts equal classes, also if the classes differ in size.
// degreeAccuracy predicts the most frequent class of the nearest degree.
// threeDigits has two decimals below 10, one below 100, and none from 100 on.
func TestTercilesKeepTies(t *testing.T) {
	// Sorted, these are 0, 1, 1, 1, 2, 3, 5, 7, 9: class 0 reaches to 1, and class 1 to 3.
	if got := terciles([]int{5, 0, 1, 1, 9, 7, 1, 2, 3}); !slices.Equal(got, []int{2, 0, 0, 0, 2, 2, 0, 1, 1}) {
		t.Errorf("the classes of 5, 0, 1, 1, 9, 7, 1, 2, 3 are %v", got)
	}
	if got := terciles([]int{4, 4, 4}); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("the classes of three equal counts are %v, want 0", got)
	}
	// A star with the centre 0 and five leaves of degree 1. The training leaves 1, 2 and 3 have the classes 0, 0 and 1, so that class 0 is
	// predicted. The test leaves 4 and 5 have the classes 0 and 1.
	star, err := graph.Generate("star:n=6")
	if err != nil {
		t.Fatal(err)
	}
	star = star.WithData([]int{1, 0, 0, 1, 0, 1}, nil, nil, nil)
	split := graph.Split{Train: []int{0, 1, 2, 3}, Test: []int{4, 5}}
	if got := degreeAccuracy(star, split); got != 0.5 {
		t.Errorf("the accuracy by degree is %g, want 0.5: one leaf of two", got)
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

// Wrong usage of holonomy ends with 2, and graphs that cannot be studied with 1, each with a reason and without an output.
func TestHolonomyUsage(t *testing.T) {
	// Folders that do not exist.
	noDir, noRows, noMany := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b"), filepath.Join(t.TempDir(), "c")
	for reason, c := range map[string]struct {
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
		"more triangles":    {1, []string{"-graph", "sbm:n=1000,classes=2,degree=500"}},
		"from 2 to 8":       {1, []string{"-graph", "universe:n=30,degree=8", "-set", "d=1"}},
		"no partner":        {1, []string{"-graph", "universe:n=30,classes=3"}},
		"unexpected argume": {2, []string{"more"}},
		"no test nodes":     {1, []string{"-graph", "sbm:n=3,degree=2,classes=2", "-epochs", "2"}},
		"-set patience":     {2, []string{"-set", "patience=1"}},
		"seed=3000000000":   {2, []string{"-seeds", "0,3000000000"}},
		"folder " + noDir:   {1, []string{"-o", filepath.Join(noDir, "text")}},
		"folder " + noRows:  {1, []string{"-rows", filepath.Join(noRows, "rows")}},
		"folder " + noMany:  {1, []string{"-task", "graphs", "-o", filepath.Join(noMany, "text")}},
	} {
		var out, msg bytes.Buffer
		if code := HolonomyCommand(c.args, &out, &msg); code != c.code || out.Len() > 0 || !strings.Contains(msg.String(), reason) {
			t.Errorf("holonomy %v ends with %d, want %d and the reason %q: %s", c.args, code, c.code, reason, msg.String())
		}
	}
}

// The stored rows of the lesson come from the default command: ten seeds, two tasks and the epochs 1, 2, 5, … 200. CLAIMS.md has their four
// factors, and the interval of factor 0.
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
		t.Errorf("the rows of %q, version %q, have %d seeds and %d tasks, want sgpc holonomy, a version, 10 and 2", h.Command, h.Version,
			len(h.Seeds), len(h.Tasks))
	}
	if want := measuredEpochs(200); !slices.Equal(h.Epochs, want) || h.Epochs[4] != 20 {
		t.Errorf("epochs %v, want %v with 20 at index 4", h.Epochs, want)
	}
	claims, err := os.ReadFile("../../CLAIMS.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(claims)), " ") // on one line
	for _, want := range []string{threeDigits(h.Factors[1][0]) + " times as far as before the first update", "it turns " +
		threeDigits(h.Factors[2][0]) + " times as far", "triangles turn " + threeDigits(h.Factors[0][0]) + " times as much, " +
		threeDigits(h.Factors[0][1]) + " to " + threeDigits(h.Factors[0][2]), "turn " + threeDigits(h.Factors[3][0]) + " times as far"} {
		if !strings.Contains(text, want) {
			t.Errorf("CLAIMS.md does not have the words %q", want)
		}
	}
}
