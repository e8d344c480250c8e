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

// open returns the graph of a specification: a name of a graph, then the lines of a formula, separated by |.
func open(spec string) (*graph.Graph, error) { return Open(spec, layout.Alone, Apply) }

// TestClassesFollowTheFormula: nodes and edges are those of the base graph, classes and features those of the formula.
// The test evaluates the formula in Go, from the coordinates and the feature temper of the base graph.
// The coordinate x of node 0 is in [−1, 1]. Karate without a formula keeps its 34 nodes.
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
		t.Fatalf("the graph has %d nodes, %d edges and the features %q, want %d, %d and −x*2, temper", g.N, len(g.Edges), g.FeatureNames,
			base.N, len(base.Edges))
	}
	// The coordinates of the nodes, read as features of another formula.
	coordinates, err := open("friends:n=40,seed=3|feature 1 = x|feature 2 = y")
	if err != nil {
		t.Fatal(err)
	}
	px, py, temper := coordinates.Feature(0), coordinates.Feature(1), base.Feature(1)
	classes := map[float64]bool{}
	for i := range g.N {
		// c is the value of the formula of the class.
		c := 0.0
		if px[i]*px[i]+py[i]*py[i] < 0.3 {
			c = 1
		}
		if temper[i] > 0 {
			c += 2
		}
		classes[c] = true
		if name := g.ClassNames[g.Labels[i]]; name != fmt.Sprint(c) || g.Feature(0)[i] != -2*px[i] || g.Feature(1)[i] != temper[i] {
			t.Errorf("node %d: class %s, want %g; features %v and %v, want %v and %v", i, name, c, g.Feature(0)[i], g.Feature(1)[i], -2*px[i],
				temper[i])
		}
	}
	if g.Classes != len(classes) {
		t.Errorf("the graph has %d classes, the formula has %d values", g.Classes, len(classes))
	}
	if math.Abs(px[0]) > 1 {
		t.Errorf("the coordinate x of node 0 is %v, want one in [−1, 1]", px[0])
	}
	if plain, err := open("karate"); err != nil || plain.N != 34 {
		t.Errorf("karate without a formula: error %v, want 34 nodes", err)
	}
}

// TestQuantitiesAreThoseOfTheGraph: each "noise" of a formula is a separate stream of normal numbers that depends on the seed of the base
// graph. A variable with noise keeps its values. The quantities camp, degree, i and n are those of the base graph, and pi is π.
func TestQuantitiesAreThoseOfTheGraph(t *testing.T) {
	g, err := open("sbm:n=400,seed=5|a = noise|feature 1 = a|feature 2 = noise|feature 3 = a - noise*0|feature 4 = camp|feature 5 = degree|" +
		"feature 6 = i/n|feature 7 = pi")
	if err != nil {
		t.Fatal(err)
	}
	base, _ := graph.Builtin("sbm:n=400,seed=5")
	// The sums of the first noise, of its square, and of its product with the second noise.
	var sum, square, cross float64
	for i := range g.N {
		a, b := g.Feature(0)[i], g.Feature(1)[i]
		sum, square, cross = sum+a, square+a*a, cross+a*b
		// The features 3 to 7 of the formula, whose columns count from 0.
		camp, degree := float64(base.Labels[i]), float64(base.Degrees()[i])
		for column, want := range map[int]float64{2: a, 3: camp, 4: degree, 5: float64(i) / 400, 6: math.Pi} {
			if got := g.Feature(column)[i]; got != want {
				t.Fatalf("node %d: feature %d is %v, want %v", i, column+1, got, want)
			}
		}
		if g.Labels[i] != base.Labels[i] {
			t.Fatalf("node %d has the label %d, want %d of the base graph", i, g.Labels[i], base.Labels[i])
		}
	}
	// Normal numbers have mean 0 and mean square 1. The bounds are at least four standard errors. A standard error is 1/√400 = 0.05 for mean
	// and product, and √2/√400 = 0.07 for the square.
	if math.Abs(sum/400) > 0.2 || math.Abs(square/400-1) > 0.3 || math.Abs(cross/400) > 0.2 {
		t.Errorf("the noise has mean %g, mean square %g and mean product %g, want 0, 1 and 0", sum/400, square/400, cross/400)
	}
	other, _ := open("sbm:n=400,seed=6|feature 1 = noise")
	if other.Feature(0)[0] == g.Feature(0)[0] {
		t.Error("another seed has the same noise")
	}
}

// TestErrorsHaveLineAndCharacter: an error of a formula has the line and the character of the fault, from 1, and the words in want.
// The character is not compared if column is 0. An unknown graph gives an error of another type.
func TestErrorsHaveLineAndCharacter(t *testing.T) {
	// long has more parts than MaxParts.
	long := "class = " + strings.Repeat("1+", MaxParts) + "1"
	for _, c := range []struct {
		text   string
		line   int
		column int
		want   string
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
		{"ring|class = (x y)", 1, 12, "“y” is not expected here"},
		{"ring|class = sin(1, 2)", 1, 14, "“,” is not expected here"},
	} {
		_, err := open(c.text)
		var e *Error
		if !errors.As(err, &e) || e.Line != c.line || !strings.Contains(e.Text, c.want) {
			t.Errorf("%.60s: the error is %v, want line %d and %q", c.text, err, c.line, c.want)
			continue
		}
		if c.column > 0 && e.Column != c.column {
			t.Errorf("%.60s: the error %v is at character %d, want %d", c.text, err, e.Column, c.column)
		}
	}
	if _, err := open("no such graph|class = 1"); err == nil || errors.As(err, new(*Error)) {
		t.Errorf("an unknown graph: the error is %v, want one that is no Error of the formula", err)
	}
}

// TestPrecedence: powers associate from the right and bind more than a sign, other operators associate from the left, and comparisons bind
// least. A comparison is 1 or 0. mod has the sign of its divisor. Powers of 0 and of negative numbers are defined where mathematics defines
// them. White space of any kind separates operators. Typographic signs have the precedence of the operators that they stand
// for.
func TestPrecedence(t *testing.T) {
	for text, want := range map[string]float64{"-2^2": -4, "2^3^2": 512, "2^-1": 0.5, "4^0.5": 2, "1 + 2 < 3": 0, "1+2<=3": 1, "2>1>0": 1,
		"1 - 2 - 3": -4, "8/4/2": 1, "mod(−1, 3)": 2, "2*3 >= 6": 1, "1 − 2 – 3": -4, "8÷4∕2": 1, "−2 × 3 · 2 ⋅ 2": -24, "2×3 ≥ 6": 1,
		"2 ≤ 1": 0, "1\u00a0+\u202f1\u2003+ 1": 3, "0^0.5": 0, "0^65": 0, "(-1)^65": -1, "(-1)^66": 1, "(0-2)^-65": -1.0 / (1 << 65),
		"0^0": 1} {
		g, err := open("ring|feature 1 = " + text)
		if err != nil {
			t.Errorf("%s is refused: %v", text, err)
			continue
		}
		// The value is the same at every node.
		if got := g.Feature(0)[3]; got != want {
			t.Errorf("%s has the value %g, want %g", text, got, want)
		}
	}
}

// TestAgainstGo: 3000 random expressions have, at each of 8 nodes, the values that follow from the parser of Go and package math.
// If a value is no possible feature (not finite or too large), Open returns an error. At least 1000 expressions are accepted.
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
	accepted := 0
	for range 3000 {
		text := draw(1 + r.IntN(5))
		g, err := open("friends:n=8,degree=2|feature 1 = " + text)
		tree, parseErr := parser.ParseExpr(text)
		if parseErr != nil {
			t.Fatalf("Go does not parse %s: %v", text, parseErr)
		}
		// allFit is true if every value is a possible feature.
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
			t.Fatalf("%s: all values fit: %v, but the error is %v", text, allFit, err)
		}
		if allFit {
			accepted++
		}
	}
	if accepted < 1000 {
		t.Errorf("%d of 3000 expressions are accepted, want at least 1000", accepted)
	}
}

// value returns the value at node i of an expression that Go's parser has parsed. A node of the tree that draw does not make ends the test.
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
			return 1 // This is also the sign of NaN, which is not less than 0.
		default:
			return map[string]func(float64) float64{"abs": math.Abs, "sqrt": math.Sqrt, "exp": math.Exp, "sin": math.Sin, "cos": math.Cos,
				"tanh": math.Tanh, "floor": math.Floor}[name](a)
		}
	}
	t.Fatalf("an expression has the unexpected part %T", n)
	return 0
}

// TestClassesHaveDifferentNames: the name of a class is its value, to four digits or to as many as distinguish all classes.
func TestClassesHaveDifferentNames(t *testing.T) {
	for text, want := range map[string]string{"camp": "0 1", "20240 + camp": "20240 20241", "(camp + 1)/3": "0.3333 0.6667",
		"1 + camp*10^-6": "1 1.000001", "(2*camp - 1)*10^-5": "−1e−05 1e−05", "(camp + 1)*10^-5": "1e−05 2e−05"} {
		g, err := open("friends:n=40|class = " + text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(g.ClassNames, " "); got != want {
			t.Errorf("%s has classes with the names %s, want %s", text, got, want)
		}
	}
}

// FuzzOpen: for any text, Open returns either a graph or an error, and does not panic.
func FuzzOpen(f *testing.F) {
	for _, s := range []string{"class = sign(x*y)", "feature 1 = temper|class=(i<3)", "a=1|class=a^2^3", "class = ((((", "feature 1 = −−1e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := open("friends:n=6,degree=2|" + text)
		if (g == nil) == (err == nil) {
			t.Fatalf("%q gives the graph %v and the error %v, want one of the two", text, g, err)
		}
	})
}
