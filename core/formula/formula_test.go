package formula

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/layout"
)

// open returns the graph with a name, with its formula evaluated by Apply.
func open(spec string) (*graph.Graph, error) { return Open(spec, layout.Alone, Apply) }

// TestClassesFollowTheFormula: the classes and features of a graph are those of its formula, which this test computes by hand.
func TestClassesFollowTheFormula(t *testing.T) {
	g, err := open("friends:n=40,seed=3|r = x^2 + y^2|class = (r < 0.3) + 2*(temper > 0)|feature 2 = temper|feature 1 = −x*2|")
	if err != nil {
		t.Fatal(err)
	}
	base, err := graph.Builtin("friends:n=40,seed=3")
	if err != nil {
		t.Fatal(err)
	}
	if g.N != base.N || len(g.Edges) != len(base.Edges) || g.X.Cols != 2 || g.FeatureNames[0] != "−x*2" || g.FeatureNames[1] != "temper" {
		t.Fatalf("%d nodes, %d edges, features %q", g.N, len(g.Edges), g.FeatureNames)
	}
	coordinates, err := open("friends:n=40,seed=3|feature 1 = x|feature 2 = y")
	if err != nil {
		t.Fatal(err)
	}
	px, py, temper := coordinates.Feature(0), coordinates.Feature(1), base.Feature(1)
	classes := map[float64]bool{}
	for i := range g.N {
		c := 0.0
		if px[i]*px[i]+py[i]*py[i] < 0.3 {
			c = 1
		}
		if temper[i] > 0 {
			c += 2
		}
		classes[c] = true
		if name := g.ClassNames[g.Labels[i]]; name != fmt.Sprint(c) || g.Feature(0)[i] != -2*px[i] || g.Feature(1)[i] != temper[i] {
			t.Errorf("node %d: class %s, want %g; features %v", i, name, c, g.Feature(0)[i])
		}
	}
	if g.Classes != len(classes) || math.Abs(px[0]) > 1 {
		t.Errorf("%d classes, %d seen", g.Classes, len(classes))
	}
	if plain, err := open("karate"); err != nil || plain.N != 34 {
		t.Error(err)
	}
}

// TestQuantitiesAreThoseOfTheGraph: each "noise" is a separate stream of normal numbers that depends on the seed of the base graph.
// The quantities camp, degree, i, n and pi are those of the base graph.
func TestQuantitiesAreThoseOfTheGraph(t *testing.T) {
	g, err := open("sbm:n=400,seed=5|a = noise|feature 1 = a|feature 2 = noise|feature 3 = a - noise*0|feature 4 = camp|feature 5 = degree|" +
		"feature 6 = i/n|feature 7 = pi")
	if err != nil {
		t.Fatal(err)
	}
	base, _ := graph.Builtin("sbm:n=400,seed=5")
	var sum, square, cross float64
	for i := range g.N {
		a, b := g.Feature(0)[i], g.Feature(1)[i]
		sum, square, cross = sum+a, square+a*a, cross+a*b
		if g.Feature(2)[i] != a || g.Feature(3)[i] != float64(base.Labels[i]) || g.Feature(4)[i] != float64(base.Degrees()[i]) ||
			g.Feature(5)[i] != float64(i)/400 || g.Feature(6)[i] != math.Pi || g.Labels[i] != base.Labels[i] {
			t.Fatalf("node %d", i)
		}
	}
	if math.Abs(sum/400) > 0.2 || math.Abs(square/400-1) > 0.3 || math.Abs(cross/400) > 0.2 {
		t.Errorf("mean %g, square %g, product %g", sum/400, square/400, cross/400)
	}
	other, _ := open("sbm:n=400,seed=6|feature 1 = noise")
	if other.Feature(0)[0] == g.Feature(0)[0] {
		t.Error("another seed has the same noise")
	}
}

// TestErrorsHaveLineAndCharacter: an error has the line and the character of the fault.
func TestErrorsHaveLineAndCharacter(t *testing.T) {
	long := "class = " + strings.Repeat("1+", MaxParts) + "1"
	for _, c := range []struct {
		text string
		line int
		at   int
		want string
	}{
		{"ring|class = sgn(x)", 1, 9, "no function sgn; there are abs, sign"},
		{"ring|class = y|feature 1 = temper", 2, 13, "nothing has the name “temper”; there are x, y, degree, camp, i, noise, n, pi"},
		{"ring||class = (x", 2, 11, "“)” is missing"},
		{"ring|class = x +", 1, 12, "is missing"},
		{"ring|class x", 1, 7, "“=” is missing"},
		{"ring|= 3", 1, 1, "a line begins with"},
		{"ring|class = 1.2.3", 1, 9, "no number"},
		{"ring|class = min(1)", 1, 14, "2 values"},
		{"ring|class = sin", 1, 12, "in brackets"},
		{"ring|x = 3", 1, 1, "a meaning already"},
		{"ring|sin = 3", 1, 1, "a meaning already"},
		{"ring|class = 1|class = 2", 2, 1, "given twice"},
		{"ring|feature = 3", 1, 9, "needs its number"},
		{"ring|feature 2 = 3", 1, 1, "no feature 1"},
		{"ring|class = log(−1)", 1, 1, "not finite"},
		{"ring|class = (−2)^0.5", 1, 1, "not finite"},
		{"ring|class = 1/0", 1, 1, "not finite"},
		{"ring:n=60|class = i", 1, 1, "60 different values; at most 50"},
		{"ring|class = " + strings.Repeat("(", 100) + "1", 1, 0, "too many brackets"},
		{"ring|class = " + strings.Repeat("-", 100) + "1", 1, 0, "too many signs"},
		{"ring|class = " + strings.Repeat("2^", 100) + "1", 1, 0, "too many powers"},
		{"ring|" + long, 1, 9, "parts"},
		{"ring|" + strings.Repeat("a", MaxText+1), 1, 1, "characters"},
		{"ring|class = 1 2", 1, 11, "“2” is not expected here"},
	} {
		_, err := open(c.text)
		var e *Error
		if !errors.As(err, &e) || e.Line != c.line || c.at > 0 && e.Column != c.at || !strings.Contains(e.Text, c.want) {
			t.Errorf("%.60s: %v, want line %d, character %d, %q", c.text, err, c.line, c.at, c.want)
		}
	}
	if _, err := open("no such graph|class = 1"); err == nil || errors.As(err, new(*Error)) {
		t.Error(err)
	}
}

// TestPrecedence: powers associate from the right and bind more than a sign; a comparison is 1 or 0.
func TestPrecedence(t *testing.T) {
	for text, want := range map[string]float64{"-2^2": -4, "2^3^2": 512, "2^-1": 0.5, "4^0.5": 2, "1 + 2 < 3": 0, "1+2<=3": 1, "2>1>0": 1,
		"1 - 2 - 3": -4, "8/4/2": 1, "mod(−1, 3)": 2, "2*3 >= 6": 1} {
		g, err := open("ring|feature 1 = " + text)
		if err != nil || g.Feature(0)[3] != want {
			t.Errorf("%s: %v, want %g", text, err, want)
		}
	}
}

// TestAgainstGo: random expressions have the values that follow from the parser of Go and package math.
func TestAgainstGo(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	base, _ := graph.Builtin("friends:n=8,degree=2")
	// draw returns a random expression of at most the given depth.
	var draw func(depth int) string
	draw = func(depth int) string {
		switch k := r.IntN(9); {
		case depth == 0 || k == 0:
			return strconv.Itoa(r.IntN(5)) + "." + strconv.Itoa(r.IntN(9))
		case k == 1:
			return []string{"i", "degree", "camp", "temper", "signal"}[r.IntN(5)]
		case k == 2:
			return "- " + draw(depth-1)
		case k == 3:
			return []string{"abs", "sqrt", "exp", "sin", "cos", "tanh", "floor", "sign"}[r.IntN(8)] + "(" + draw(depth-1) + ")"
		case k == 4:
			return []string{"min", "max"}[r.IntN(2)] + "(" + draw(depth-1) + ", " + draw(depth-1) + ")"
		}
		return "(" + draw(depth-1) + []string{" + ", " - ", "*", " / ", " * "}[r.IntN(5)] + draw(depth-1) + ")"
	}
	finite := 0
	for range 3000 {
		text := draw(1 + r.IntN(5))
		g, err := open("friends:n=8,degree=2|feature 1 = " + text)
		tree, bad := parser.ParseExpr(text)
		if bad != nil {
			t.Fatal(text, bad)
		}
		allFit := true
		for i := range base.N {
			want := value(t, tree, base, i)
			fits := graph.FeatureFits(want)
			allFit = allFit && fits
			if fits && err == nil && !(math.Abs(g.Feature(0)[i]-want) <= 1e-9*math.Max(1, math.Abs(want))) {
				t.Fatalf("%s at node %d: %g, want %g", text, i, g.Feature(0)[i], want)
			}
		}
		if allFit != (err == nil) {
			t.Fatalf("%s: %v", text, err)
		}
		if allFit {
			finite++
		}
	}
	if finite < 1000 {
		t.Errorf("only %d of 3000 expressions are finite", finite)
	}
}

// value returns the value at node i of an expression that Go's parser has parsed.
func value(t *testing.T, n ast.Expr, g *graph.Graph, i int) float64 {
	t.Helper()
	switch n := n.(type) {
	case *ast.BasicLit:
		v, _ := strconv.ParseFloat(n.Value, 64)
		return v
	case *ast.ParenExpr:
		return value(t, n.X, g, i)
	case *ast.UnaryExpr:
		return -value(t, n.X, g, i)
	case *ast.Ident:
		return map[string]float64{"i": float64(i), "degree": float64(g.Degrees()[i]), "camp": float64(g.Labels[i]),
			"signal": g.Feature(0)[i], "temper": g.Feature(1)[i]}[n.Name]
	case *ast.BinaryExpr:
		a, b := value(t, n.X, g, i), value(t, n.Y, g, i)
		return map[token.Token]float64{token.ADD: a + b, token.SUB: a - b, token.MUL: a * b, token.QUO: a / b}[n.Op]
	case *ast.CallExpr:
		a := value(t, n.Args[0], g, i)
		switch name := n.Fun.(*ast.Ident).Name; name {
		case "min":
			return math.Min(a, value(t, n.Args[1], g, i))
		case "max":
			return math.Max(a, value(t, n.Args[1], g, i))
		case "sign":
			if a < 0 {
				return -1
			}
			return 1 // also for NaN, which is not less than 0
		default:
			return map[string]func(float64) float64{"abs": math.Abs, "sqrt": math.Sqrt, "exp": math.Exp, "sin": math.Sin, "cos": math.Cos,
				"tanh": math.Tanh, "floor": math.Floor}[name](a)
		}
	}
	t.Fatalf("%T", n)
	return 0
}

// FuzzOpen: for any text, Open returns either a graph or an error, and does not panic.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{"class = sign(x*y)", "feature 1 = temper|class=(i<3)", "a=1|class=a^2^3", "class = ((((", "feature 1 = −−1e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := open("friends:n=6,degree=2|" + text)
		if (g == nil) == (err == nil) {
			t.Fatal(err)
		}
	})
}
