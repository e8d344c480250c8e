package course

import (
	"encoding/xml"
	"io"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/words"
)

// number returns the value of a printed number with the page's minus sign.
func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.Replace(text, "−", "-", 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// equalShown reports a printed number that differs from want by more than half a unit of its last digit. 0.5000001 and 1e-9 add some room
// for rounding errors.
func equalShown(t *testing.T, what, text string, want float64) {
	t.Helper()
	_, decimals, _ := strings.Cut(text, ".")
	if got := number(t, text); !(math.Abs(got-want) <= 0.5000001*math.Pow(10, -float64(len(decimals)))+1e-9) {
		t.Errorf("%s is shown as %s, want %v", what, text, want)
	}
}

// randomState sets every parameter of a figure to a random value of its range, and returns the values.
func randomState(t *testing.T, c *Course, f *Diagram, r *rand.Rand) Values {
	t.Helper()
	for _, p := range f.Params {
		if err := c.Set(f.Name, p.Name, p.Min+(p.Max-p.Min)*r.Float64()); err != nil {
			t.Fatal(err)
		}
	}
	return c.values[f.Name]
}

// For twelve random states of each figure, every picture is well-formed XML. None of its attributes has NaN or Inf, or is a style. None of
// its texts names black, white or dark, which depend on the theme. No value of a sentence is empty, NaN or Inf.
func TestPicturesAreWellFormed(t *testing.T) {
	course := New(nil)
	themed := regexp.MustCompile(`\b(black|white|dark)\b`)
	r := rand.New(rand.NewPCG(1, 2))
	for _, figure := range course.figures {
		for range 12 {
			values := randomState(t, course, figure, r)
			// The pictures as XML, element by element, and then the values.
			view := course.Render(figure.Name)
			for _, size := range figure.Pictures {
				body := view.Pictures[size.Name]
				if body == "" {
					t.Errorf("%s draws no %s", figure.Name, size.Name)
				}
				// &#8203; is an invisible character.
				d := xml.NewDecoder(strings.NewReader("<svg>" + strings.ReplaceAll(body, "&#8203;", "") + "</svg>"))
				for {
					token, err := d.Token()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatalf("%s at %v: %v\n%s", figure.Name, values, err, body)
					}
					if text, ok := token.(xml.CharData); ok && themed.Match(text) {
						t.Errorf("%s at %v: the text %q names a colour of one theme", figure.Name, values, text)
					}
					if e, ok := token.(xml.StartElement); ok {
						for _, a := range e.Attr {
							if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || a.Name.Local == "style" {
								t.Fatalf("%s at %v: %s=%s", figure.Name, values, a.Name.Local, a.Value)
							}
						}
					}
				}
			}
			for name, text := range view.Values {
				if text == "" || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%s.%s is %q at %v", figure.Name, name, text, values)
				}
			}
		}
	}
}

// A drag sets the parameter of its handle, and arrow keys change it by a step. A tap on a matrix marks an edge. A wrong name, or NaN as a
// value, is refused.
func TestDragsAndKeysSetParameters(t *testing.T) {
	course := New(nil)
	// A drag of a handle to (x, y) in a picture. In the figure edge, u = 0 is at (92, 104), v = 0 at (428, 104), and 70 units are 1. The
	// dial of the turn has its centre at (260, 104). With one coordinate drags and keys change only the first: a key up moves it by a step.
	course.Point("edge", "edge", "u", 92+35, 104-35)
	course.Nudge("edge", "u", 0, 1)
	if edge := course.State("edge"); math.Abs(edge["ux"]-0.55) > 1e-9 || edge["uy"] != 0.3 {
		t.Errorf("with one coordinate a drag and a key set u to (%v, %v), want (0.55, 0.3)", edge["ux"], edge["uy"])
	}
	set(t, course, "edge", map[string]float64{"dim": 2})
	for _, drag := range []struct {
		figure, picture, handle string
		param                   string
		x, y, want              float64
	}{
		{"edge", "edge", "turn", "turn", 260, 60, 90}, {"edge", "edge", "turn", "turn", 304, 104, 0},
		{"edge", "edge", "u", "ux", 92 + 35, 104, 0.5}, {"edge", "edge", "v", "vy", 428, 104 - 70, 1},
		{"ring", "dim", "turn", "turn", angleX(-90), 100, -90}, {"ring", "ring", "sent", "sent", ringPlace(0)[0], ringPlace(0)[1] - 30, 90},
		{"puzzle", "bars", "guess-gcn", "guess-gcn", barLeft + barScale*61, 50, 61},
	} {
		course.Point(drag.figure, drag.picture, drag.handle, drag.x, drag.y)
		if got := course.Value(drag.figure, drag.param); math.Abs(got-drag.want) > 1e-9 {
			t.Errorf("a drag of %s in %s sets %s to %v, want %v", drag.handle, drag.figure, drag.param, got, drag.want)
		}
	}
	// A tap on a block of L marks the edge of the block. The block of b and the block between a and c leave the marked edge.
	for _, dim := range []float64{1, 2} {
		set(t, course, "laplacian", map[string]float64{"dim": dim})
		v := Values{"dim": dim}
		for k := range 9 {
			row, col := k/3, k%3
			want := []float64{0, 0, 7, 1, 1}[row+col] // by row + col: aa, ab, ac or bb, bc, cc; 7: unchanged
			for _, before := range []float64{0, 1} {
				set(t, course, "laplacian", map[string]float64{"edge": before})
				x, y := matrixLeft+(float64(col)+0.5)*dim*cellSide(v), laplacianTop(v)+(float64(row)+0.5)*dim*cellSide(v)*flat
				course.Point("laplacian", "matrices", "", x, y)
				if got := course.Value("laplacian", "edge"); got != want && (want != 7 || got != before) {
					t.Errorf("dimension %v: a tap on block %d, %d marks edge %v, want %v (7: %v)", dim, row, col, got, want, before)
				}
			}
		}
	}
	// Keys: after their drags the turn of the ring is −90 and uy is 0. Then wrong names and values.
	course.Nudge("ring", "turn", 1, 0)
	course.Nudge("edge", "u", 0, 1)
	course.Nudge("puzzle", "", 1, 0) // at the start person 0 is marked
	if person := course.Value("puzzle", "person"); person != 1 {
		t.Errorf("the first key marks person %v, want 1", person)
	}
	if course.Value("ring", "turn") != -89 || math.Abs(course.Value("edge", "uy")-0.05) > 1e-9 {
		t.Errorf("keys set turn to %v and uy to %v, want -89 and 0.05", course.Value("ring", "turn"), course.Value("edge", "uy"))
	}
	if course.Set("edge", "nothing", 1) == nil || course.Set("none", "turn", 1) == nil || course.Set("edge", "turn", math.NaN()) == nil {
		t.Error("a wrong name or value was taken")
	}
}

// For every share of ties inside a class, the spread of chapter 1 is the standard deviation of a feature after 2000 averagings, divided by
// its mean, over the nodes of the largest component. Some of the graphs are connected, and some are not.
func TestSpreadIsLimitOfAveraging(t *testing.T) {
	course := New(nil)
	connected := map[bool]int{}
	for homophily := 0.1; homophily < 0.92; homophily += 0.05 {
		shown := set(t, course, "blur", map[string]float64{"homophily": homophily})
		g := course.averaging.graph
		part, parts := g.Components()
		connected[parts == 1]++
		of := make([][]float64, parts) // the first feature of the nodes, by component
		for i, x := range exact.AveragedFeatures(g, 2000) {
			if i%g.X.Cols == 0 {
				k := part[i/g.X.Cols]
				of[k] = append(of[k], x)
			}
		}
		largest := slices.MaxFunc(of, func(a, b []float64) int { return len(a) - len(b) })
		mean, square := 0.0, 0.0
		for _, x := range largest {
			mean += x / float64(len(largest))
		}
		for _, x := range largest {
			square += (x - mean) * (x - mean) / float64(len(largest))
		}
		equalShown(t, "the spread", strings.TrimSuffix(shown["spread"], " %"), 100*math.Sqrt(square)/math.Abs(mean))
	}
	if connected[true] == 0 || connected[false] == 0 {
		t.Errorf("%d graphs are connected and %d are not, want both", connected[true], connected[false])
	}
}

// For 99 seeds the picture of chapter 9 has the number of bounds below the truth among 400, without a plural: a few seeds have one bound.
func TestPictureHasNumberOfBounds(t *testing.T) {
	course := New(nil)
	set(t, course, "sure", map[string]float64{"nodes": 20, "epochs": 1, "error": 0.2, "fresh": 0})
	seeds := map[string]int{} // by the number of bounds below the truth
	for seed := 1.0; seed <= 99; seed++ {
		broken := set(t, course, "sure", map[string]float64{"seed": seed})["broken"]
		seeds[broken]++
		want := ">orange: bounds below the truth, " + broken + " of 400<"
		if picture := course.Render("sure").Pictures["bounds"]; !strings.Contains(picture, want) {
			t.Errorf("seed %v: the picture has no text %q", seed, want)
		}
	}
	if seeds["1"] == 0 {
		t.Errorf("no seed has one bound below the truth: %v", seeds)
	}
}

// The numbers of chapter 2 equal those of complex arithmetic, at 50 random states: a turn of the plane is a factor e^{iθ}. The least cost
// is the cost of the best of 62832 turns in steps of 1e-4.
func TestEdgeEqualsComplexArithmetic(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		values := randomState(t, course, course.Figure("edge"), r)
		shown := course.Render("edge").Values
		// In one dimension the map is a sign: +1 for turns up to 90°.
		u, w := complex(values["ux"], values["uy"]), complex(values["vx"], values["vy"])
		turn := cmplx.Exp(complex(0, values["turn"]*math.Pi/180))
		if values["dim"] == 1 {
			u, w = complex(real(u), 0), complex(real(w), 0)
			turn = complex(math.Copysign(1, 90.001-math.Abs(values["turn"])), 0)
		}
		residual := turn*u - w
		equalShown(t, "the energy", shown["energy"], real(residual)*real(residual)+imag(residual)*imag(residual))
		equalShown(t, "the length of u", shown["lengthu"], cmplx.Abs(u))
		// The least cost over all turns, by trying them.
		least := math.Inf(1)
		for a := 0.0; a < 2*math.Pi; a += 1e-4 {
			least = min(least, cmplx.Abs(cmplx.Exp(complex(0, a))*u-w))
		}
		equalShown(t, "the least cost", shown["least"], least*least)
		if values["dim"] == 2 && shown["r"] != "("+Num(real(residual), 2)+", "+Num(imag(residual), 2)+")" {
			t.Errorf("r_e is shown as %s, want %v", shown["r"], residual)
		}
	}
}

// Every position of the walk around the ring has a picture of its own, and only the end has the words "comes home", in the class "e s". The
// numbers in the text do not depend on the walk.
func TestWalkKeepsNumbers(t *testing.T) {
	course := New(nil)
	home := course.Render("ring")
	drawn := map[string]bool{}
	for walk := 0.0; walk <= ringNodes; walk += 0.5 {
		if err := course.SetBetween("ring", "walk", walk); err != nil {
			t.Fatal(err)
		}
		now := course.Render("ring")
		picture := now.Pictures["ring"]
		if strings.Contains(picture, `class="e s"`) != (walk == ringNodes) || drawn[picture] {
			t.Errorf("after %v edges the picture occurred before: %v, or its class \"e s\" is wrong", walk, drawn[picture])
		}
		drawn[picture] = true
		delete(now.Values, "walk")
		for key, text := range now.Values {
			if text != home.Values[key] {
				t.Errorf("after %v edges %s is %s, want %s", walk, key, text, home.Values[key])
			}
		}
	}
}

// The smallest eigenvalue of chapter 4 is 2 − 2 cos(θ/6), and dim H⁰ is the number of fixed directions of the holonomy. A mirror fixes one
// direction, so that its smallest eigenvalue is 0. The distance between the sent and the returned vector equals complex arithmetic.
func TestRingEqualsClosedForm(t *testing.T) {
	course := New(nil)
	for _, mirror := range []float64{0, 1} {
		for turn := -180.0; turn <= 180; turn += 7.5 {
			for name, x := range map[string]float64{"turn": turn, "mirror": mirror} {
				if err := course.Set("ring", name, x); err != nil {
					t.Fatal(err)
				}
			}
			angle := course.Value("ring", "turn") * math.Pi / 180
			shown := course.Render("ring").Values
			// A turn has the eigenvalue 1 only if it is the identity; a mirror has it once.
			dim, smallest := 0.0, 2-2*math.Cos(angle/6)
			if angle == 0 {
				dim = 2
			}
			if mirror == 1 {
				dim, smallest = 1, 0
			}
			equalShown(t, "dim H0", shown["dim"], dim)
			equalShown(t, "the smallest eigenvalue", shown["smallest"], smallest)
			// The vector at 57°, the start of the parameter sent, returns turned, or mirrored and turned.
			s := complex(math.Cos(57*math.Pi/180), math.Sin(57*math.Pi/180))
			home := s * cmplx.Exp(complex(0, angle))
			if mirror == 1 {
				home = cmplx.Conj(s) * cmplx.Exp(complex(0, angle))
			}
			equalShown(t, "the way apart", shown["apart"], cmplx.Abs(home-s))
		}
	}
}

// For every drawn person, the counts of friends, rivals and drawn ties, the plain average and the average by temper equal an enumeration of
// the edges. Every drawn tie is an edge of the graph. All neighbours of the person marked at the start are in the sample.
func TestPuzzleCountsEqualEnumeration(t *testing.T) {
	course := New(nil)
	v := course.values["puzzle"]
	for person := range sampleSize {
		v["person"] = float64(person)
		shown := course.Render("puzzle").Values
		p := course.puzzleGraph(puzzleSpec(v, seedAt(1)))
		if len(p.sample) != sampleSize {
			t.Fatalf("%d people are drawn", len(p.sample))
		}
		marked := p.sample[person]
		// All ties of the marked person are drawn, also those that end outside the sample.
		drawn := len(p.undrawnNeighbours(person))
		for _, e := range p.edges {
			if e[0] == person || e[1] == person {
				drawn++
			}
		}
		if drawn != len(p.ties[marked]) {
			t.Errorf("person %d: %d ties are drawn, want %d", marked, drawn, len(p.ties[marked]))
		}
		if outside := len(p.undrawnNeighbours(person)); person == p.firstMarked && outside > 0 {
			t.Errorf("the person marked at the start has %d ties that end outside the picture", outside)
		}
		// Friends have the same temper, the second feature. In the plain average a neighbour of the same class counts +1, another −1. Read
		// by temper, a friend of the same class and a rival of the other class count +1, others −1.
		var friends, sameFriends, rivals, otherRivals, plainSum, temperSum float64
		// feature returns the feature in a column of node i.
		feature := func(i, col int) float64 {
			for k := p.graph.X.Ptr[i]; k < p.graph.X.Ptr[i+1]; k++ {
				if int(p.graph.X.Col[k]) == col {
					return p.graph.X.Val[k]
				}
			}
			return 0
		}
		for _, e := range p.graph.Edges {
			i, j := int(e.I), int(e.J)
			if j == marked {
				i, j = j, i
			}
			if i != marked {
				continue
			}
			// The edge (i, j) of the marked person i: friends or rivals, of the same class or not.
			agree := p.graph.Labels[i] == p.graph.Labels[j]
			if feature(i, 1) == feature(j, 1) {
				friends++
				if agree {
					sameFriends++
				}
			} else {
				rivals++
				if !agree {
					otherRivals++
				}
			}
			if agree {
				plainSum++
			} else {
				plainSum--
			}
			if agree == (feature(i, 1) == feature(j, 1)) {
				temperSum++
			} else {
				temperSum--
			}
		}
		if shown["friends"] != words.Count(int(friends), "friend") || shown["rivals"] != words.Count(int(rivals), "rival") {
			t.Errorf("person %d has %v friends and %v rivals, shown as %s, %s", marked, friends, rivals, shown["friends"], shown["rivals"])
		}
		equalShown(t, "friends of the class", shown["friends-same"], sameFriends)
		equalShown(t, "rivals of the other", shown["rivals-other"], otherRivals)
		equalShown(t, "the average", shown["plain"], plainSum/(friends+rivals))
		equalShown(t, "the average read by temper", shown["read"], temperSum/(friends+rivals))
	}
	// Every drawn tie, in either direction.
	for _, e := range course.puzzle.edges {
		a, b := course.puzzle.sample[e[0]], course.puzzle.sample[e[1]]
		found := false
		for _, x := range course.puzzle.graph.Edges {
			forward, backward := int(x.I) == a && int(x.J) == b, int(x.I) == b && int(x.J) == a
			found = found || forward || backward
		}
		if !found {
			t.Fatalf("a tie from %d to %d is drawn and is no edge", a, b)
		}
	}
	equalShown(t, "the ties", course.Render("puzzle").Values["ties"], float64(len(course.puzzle.graph.Edges)))
}

// Formulas and strong words become elements, and all other text is escaped.
func TestProseEscapesText(t *testing.T) {
	if got := Prose("so $x < 1$ is *not* <b>"); got != "so <math>x &lt; 1</math> is <b>not</b> &lt;b&gt;" {
		t.Errorf("the prose is %s", got)
	}
}
