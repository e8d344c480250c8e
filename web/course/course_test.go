package course

import (
	"encoding/xml"
	"io"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/words"
)

// number reads a shown number back.
func number(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(strings.Replace(text, "−", "-", 1), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// near compares a shown number with one computed otherwise, to the decimals that are shown.
func near(t *testing.T, what, text string, want float64) {
	t.Helper()
	_, decimals, _ := strings.Cut(text, ".")
	if got := number(t, text); math.Abs(got-want) > 0.5000001*math.Pow(10, -float64(len(decimals)))+1e-9 {
		t.Errorf("%s is shown as %s and is %v", what, text, want)
	}
}

// random sets every parameter of a figure to some value of its range.
func random(t *testing.T, c *Course, f *Diagram, r *rand.Rand) Values {
	t.Helper()
	for _, p := range f.Params {
		if err := c.Set(f.Name, p.Name, p.Min+(p.Max-p.Min)*r.Float64(), false); err != nil {
			t.Fatal(err)
		}
	}
	return c.values[f.Name]
}

// Whatever the parameters, every picture is well-formed, holds no number that is none, and
// no value of a sentence is empty.
func TestEveryFigure(t *testing.T) {
	c := New(nil)
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range c.figures {
		for range 12 {
			v := random(t, c, f, r)
			view := c.Show(f.Name)
			for _, size := range f.Pictures {
				body := view.Pictures[size.Name]
				if body == "" {
					t.Errorf("%s draws no %s", f.Name, size.Name)
				}
				d := xml.NewDecoder(strings.NewReader("<svg>" + strings.ReplaceAll(body, "&#8203;", "") + "</svg>"))
				for {
					token, err := d.Token()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatalf("%s at %v: %v\n%s", f.Name, v, err, body)
					}
					if e, ok := token.(xml.StartElement); ok {
						for _, a := range e.Attr {
							if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || a.Name.Local == "style" {
								t.Fatalf("%s at %v: %s=%s", f.Name, v, a.Name.Local, a.Value)
							}
						}
					}
				}
			}
			for name, text := range view.Values {
				if text == "" || strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Errorf("%s.%s is %q at %v", f.Name, name, text, v)
				}
			}
		}
	}
}

// A handle that is dragged to where it stands stays there, and arrow keys move it.
func TestHandles(t *testing.T) {
	c := New(nil)
	for _, w := range []struct {
		figure, picture, handle string
		param                   string
		x, y, want              float64
	}{
		{"edge", "edge", "turn", "turn", 260, 60, 90}, {"edge", "edge", "turn", "turn", 304, 104, 0},
		{"edge", "edge", "u", "ux", 92 + 35, 104, 0.5}, {"edge", "edge", "v", "vy", 428, 104 - 70, 1},
		{"ring", "dim", "turn", "turn", dimX(-90), 100, -90}, {"ring", "ring", "sent", "sent", ringPlace(0)[0], ringPlace(0)[1] - 30, 90},
		{"puzzle", "bars", "guess-gcn", "guess-gcn", barLeft + barScale*61, 50, 61},
	} {
		c.Point(w.figure, w.picture, w.handle, w.x, w.y)
		if got := c.Value(w.figure, w.param); math.Abs(got-w.want) > 1e-9 {
			t.Errorf("%s of %s goes to %v instead of %v", w.handle, w.figure, got, w.want)
		}
	}
	c.Nudge("ring", "turn", 1, 0)
	c.Nudge("edge", "u", 0, 1)
	if c.Value("ring", "turn") != -89 || math.Abs(c.Value("edge", "uy")-0.05) > 1e-9 {
		t.Errorf("keys moved to %v and %v", c.Value("ring", "turn"), c.Value("edge", "uy"))
	}
	if c.Set("edge", "nothing", 1, false) == nil || c.Set("none", "turn", 1, false) == nil || c.Set("edge", "turn", math.NaN(), false) == nil {
		t.Error("a wrong name or value was taken")
	}
}

// The edge of chapter 2, by complex numbers.
func TestEdge(t *testing.T) {
	c := New(nil)
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		v := random(t, c, c.Figure("edge"), r)
		shown := c.Show("edge").Values
		u, w := complex(v["ux"], v["uy"]), complex(v["vx"], v["vy"])
		turn := cmplx.Exp(complex(0, v["turn"]*math.Pi/180))
		if v["dim"] == 1 {
			u, w = complex(real(u), 0), complex(real(w), 0)
			turn = complex(math.Copysign(1, 90.001-math.Abs(v["turn"])), 0)
		}
		left := turn*u - w
		near(t, "the energy", shown["energy"], real(left)*real(left)+imag(left)*imag(left))
		near(t, "the length of u", shown["lengthu"], cmplx.Abs(u))
		// The least cost over all turns, by trying them.
		least := math.Inf(1)
		for a := 0.0; a < 2*math.Pi; a += 1e-4 {
			least = min(least, cmplx.Abs(cmplx.Exp(complex(0, a))*u-w))
		}
		near(t, "the least cost", shown["least"], least*least)
		if v["dim"] == 2 && shown["r"] != "("+Num(real(left), 2)+", "+Num(imag(left), 2)+")" {
			t.Errorf("r_e is shown as %s and is %v", shown["r"], left)
		}
	}
}

// A vector walks round the ring: it has come home when all edges are walked, and numbers in the text do not wait for it.
func TestWalkRoundTheRing(t *testing.T) {
	c := New(nil)
	home := c.Show("ring")
	arrows := map[string]bool{}
	for walk := 0.0; walk <= ringNodes; walk += 0.5 {
		if err := c.Set("ring", "walk", walk, true); err != nil {
			t.Fatal(err)
		}
		now := c.Show("ring")
		picture := now.Pictures["ring"]
		if strings.Contains(picture, `class="e s"`) != (walk == ringNodes) || arrows[picture] {
			t.Errorf("after %v edges the picture is wrong", walk)
		}
		arrows[picture] = true
		delete(now.Values, "walk")
		for key, text := range now.Values {
			if text != home.Values[key] {
				t.Errorf("after %v edges %s is %s", walk, key, text)
			}
		}
	}
}

// The ring of chapter 4: its smallest eigenvalue is 2 − 2 cos(θ/6), and dim H⁰ is that of the fixed vectors of its holonomy.
func TestRing(t *testing.T) {
	c := New(nil)
	for _, mirror := range []float64{0, 1} {
		for turn := -180.0; turn <= 180; turn += 7.5 {
			for name, x := range map[string]float64{"turn": turn, "mirror": mirror} {
				if err := c.Set("ring", name, x, false); err != nil {
					t.Fatal(err)
				}
			}
			a := c.Value("ring", "turn") * math.Pi / 180
			shown := c.Show("ring").Values
			// 1 is an eigenvalue of a turn only when it is the identity, and of a mirror once.
			dim, smallest := 0.0, 2-2*math.Cos(a/6)
			if a == 0 {
				dim = 2
			}
			if mirror == 1 {
				dim, smallest = 1, 0
			}
			near(t, "dim H0", shown["dim"], dim)
			near(t, "the smallest eigenvalue", shown["smallest"], smallest)
			s := complex(math.Cos(57*math.Pi/180), math.Sin(57*math.Pi/180))
			home := s * cmplx.Exp(complex(0, a))
			if mirror == 1 {
				home = cmplx.Conj(s) * cmplx.Exp(complex(0, a))
			}
			near(t, "the way apart", shown["apart"], cmplx.Abs(home-s))
		}
	}
}

// The puzzle counts ties as one counts them by hand, and draws a part of its own graph.
func TestPuzzle(t *testing.T) {
	c := New(nil)
	v := c.values["puzzle"]
	for person := range drawn {
		v["person"] = float64(person)
		shown := c.Show("puzzle").Values
		p := c.draw(puzzleSpec(v, seedAt(1)))
		if len(p.sample) != drawn {
			t.Fatalf("%d people are drawn", len(p.sample))
		}
		me := p.sample[person]
		drawn := len(p.outside(person)) // all ties of the marked person are drawn
		for _, e := range p.edges {
			if e[0] == person || e[1] == person {
				drawn++
			}
		}
		if drawn != len(p.ties[me]) || person == p.balance && len(p.outside(person)) > 0 {
			t.Errorf("person %d: %d of %d ties are drawn, %d end outside", me, drawn, len(p.ties[me]), len(p.outside(person)))
		}
		var friends, same, rivals, other, sum, read float64
		dense := func(i, col int) float64 {
			for k := p.graph.X.Ptr[i]; k < p.graph.X.Ptr[i+1]; k++ {
				if int(p.graph.X.Col[k]) == col {
					return p.graph.X.Val[k]
				}
			}
			return 0
		}
		for _, e := range p.graph.Edges {
			i, j := int(e.I), int(e.J)
			if j == me {
				i, j = j, i
			}
			if i != me {
				continue
			}
			agree := p.graph.Labels[i] == p.graph.Labels[j]
			if dense(i, 1) == dense(j, 1) {
				friends++
				if agree {
					same++
				}
			} else {
				rivals++
				if !agree {
					other++
				}
			}
			if agree {
				sum++
			} else {
				sum--
			}
			if agree == (dense(i, 1) == dense(j, 1)) {
				read++
			} else {
				read--
			}
		}
		if shown["friends"] != words.Count(int(friends), "friend") || shown["rivals"] != words.Count(int(rivals), "rival") {
			t.Errorf("person %d has %v friends and %v rivals, shown as %s, %s", me, friends, rivals, shown["friends"], shown["rivals"])
		}
		near(t, "friends of the class", shown["friends-same"], same)
		near(t, "rivals of the other", shown["rivals-other"], other)
		near(t, "the average", shown["plain"], sum/(friends+rivals))
		near(t, "the average read by temper", shown["read"], read/(friends+rivals))
	}
	for _, e := range c.people.edges {
		a, b := c.people.sample[e[0]], c.people.sample[e[1]]
		found := false
		for _, x := range c.people.graph.Edges {
			found = found || int(x.I) == a && int(x.J) == b || int(x.I) == b && int(x.J) == a
		}
		if !found {
			t.Fatalf("a tie from %d to %d is drawn that is not there", a, b)
		}
	}
	near(t, "the ties", c.Show("puzzle").Values["ties"], float64(len(c.people.graph.Edges)))
}

func TestProse(t *testing.T) {
	if got := Prose("so $x < 1$ is *not* <b>"); got != "so <math>x &lt; 1</math> is <b>not</b> &lt;b&gt;" {
		t.Errorf("got %s", got)
	}
}
