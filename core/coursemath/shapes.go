// This file makes the sheaves with which a reader can begin in the editor.

package coursemath

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// constantSheaf returns the constant sheaf, whose maps are all the identity, with stalks R^d and signal 0. Its n nodes lie on a circle.
func constantSheaf(n, d int, edges ...[2]int) *SheafText {
	s := &SheafText{D: d, X: make([]string, n*d)}
	for i := range n { // on the circle of radius 0.4 around (0.5, 0.5), node 0 at −120°; y increases downwards
		sin, cos := linalg.Sincos((float64(i)/float64(n) - 1.0/3) * 2 * math.Pi)
		x, y := hundredth(0.5+float64(0.4*cos)), hundredth(0.5+float64(0.4*sin))
		s.Nodes = append(s.Nodes, Node{Name: name(i), X: x, Y: y, Class: -1, D: d})
	}
	for k := range s.X {
		s.X[k] = "0"
	}
	for _, e := range edges {
		s.Edges = append(s.Edges, Edge{min(e[0], e[1]), max(e[0], e[1]), [2]string{"1", "1"}, d})
	}
	return s
}

// hundredth returns v rounded to hundredths, as places of nodes in the text of a sheaf are.
func hundredth(v float64) float64 { return math.Round(100*v) / 100 }

// name returns the first name of node i, from 0: a, b, c …
func name(i int) string { return string(rune('a' + i)) }

// Path returns the constant sheaf on a path of n nodes, from left to right.
func Path(n, d int) *SheafText {
	var edges [][2]int
	for i := range n - 1 {
		edges = append(edges, [2]int{i, i + 1})
	}
	s := constantSheaf(n, d, edges...)
	for i := range s.Nodes { // max avoids 0/0 for a path of one node
		s.Nodes[i].X, s.Nodes[i].Y = hundredth(0.1+0.8*float64(i)/float64(max(1, n-1))), 0.5
	}
	return s
}

// Ring returns the constant sheaf on a cycle of n ≥ 3 nodes. Edge i joins nodes i and i+1, and the last edge joins nodes n−1 and 0.
func Ring(n, d int) *SheafText {
	var edges [][2]int
	for i := range n {
		edges = append(edges, [2]int{i, (i + 1) % n})
	}
	return constantSheaf(n, d, edges...)
}

// Star returns the constant sheaf on a star of n nodes with the centre 0.
func Star(n, d int) *SheafText {
	var edges [][2]int
	for i := 1; i < n; i++ {
		edges = append(edges, [2]int{0, i})
	}
	s := constantSheaf(n, d, edges...)
	s.Nodes[0].X, s.Nodes[0].Y = 0.5, 0.5
	return s
}

// Complete returns the constant sheaf on the complete graph of n nodes.
func Complete(n, d int) *SheafText {
	var edges [][2]int
	for i := range n {
		for j := range i {
			edges = append(edges, [2]int{j, i})
		}
	}
	return constantSheaf(n, d, edges...)
}

// Barbell returns the constant sheaf on two triangles with a bridge between them. The bridge is the last edge.
func Barbell(d int) *SheafText {
	return constantSheaf(6, d, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2}, [2]int{3, 4}, [2]int{3, 5}, [2]int{4, 5}, [2]int{2, 3}).placed(
		[2]float64{0.1, 0.2}, [2]float64{0.1, 0.8}, [2]float64{0.35, 0.5}, [2]float64{0.65, 0.5}, [2]float64{0.9, 0.2}, [2]float64{0.9, 0.8})
}

// Shape is a row of the table of initial sheaves.
type Shape struct {
	// Key identifies the shape in the text for [Start]. Label is its name on the page.
	Key, Label string
	Least      int    // smallest number of nodes, or 0 if the number of nodes is fixed
	About      string // describes the sheaf and its cohomology
	// make returns the sheaf with n nodes and stalks of dimension d. It ignores n if Least is 0. Sheaves with unequal stalks ignore d.
	make func(n, d int) *SheafText
}

// Shapes returns the table of initial sheaves: constant sheaves first, then sheaves with other maps or unequal stalks.
func Shapes() []Shape {
	// A row has Key, Label, Least, About and make.
	return []Shape{
		{"ring", "a ring", 3, "The constant sheaf, all maps the identity. One cycle: a dimension of H¹ for each coordinate.", Ring},
		{"path", "a path", MinNodes, "The constant sheaf, all maps the identity. No cycle, so H¹ is zero.", Path},
		{"star", "a star", MinNodes, "The constant sheaf, all maps the identity. No cycle, so H¹ is zero.", Star},
		{"complete", "all joined", MinNodes, "The constant sheaf, all maps the identity. Each edge beyond those of a tree adds to H¹.", Complete},
		{"barbell", "two triangles", 0, "The constant sheaf, all maps the identity. Its slowest signal changes most over the edge in the middle.",
			func(_, d int) *SheafText { return Barbell(d) }},
		{"eight", "a figure eight", 0, "The constant sheaf of a graph with two cycles: one dimension of H¹ for each cycle and coordinate.",
			func(_, d int) *SheafText {
				return constantSheaf(5, d, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2}, [2]int{0, 3}, [2]int{0, 4}, [2]int{3, 4}).placed(
					[2]float64{0.5, 0.5}, [2]float64{0.1, 0.2}, [2]float64{0.1, 0.8}, [2]float64{0.9, 0.2}, [2]float64{0.9, 0.8})
			}},
		{"opinions", "opinions and a lie", 0, "A discourse sheaf: a and b have opinions on two matters, c on one. On the edge ac, a says the " +
			"opposite of its first opinion. So that opinion must be 0 where nobody disagrees, and the second one stays free.",
			func(_, _ int) *SheafText { return opinions() }},
		{"sensors", "a sensor network", 0, "Four sensors measure one place: a knows its x and y, b its height z, c all three, d x and z. " +
			"Edges compare what both ends know. H⁰ is the place; H¹ counts comparisons that the others already imply.",
			func(_, _ int) *SheafText { return sensors() }},
		{"twist", "two triangles, one twisted", 0, "Only the signal 0 is without energy, as the twisted triangle turns every sign round: " +
			"dim H⁰ = 0. The plain triangle is a cycle all the same: dim H¹ is 1 for each coordinate.",
			func(_, d int) *SheafText {
				s := Barbell(d)
				s.Edges[0].Maps[0] = "-1"
				return s
			}},
	}
}

// placed sets the place of each node i to places[i], and returns s itself.
func (s *SheafText) placed(places ...[2]float64) *SheafText {
	for i, place := range places {
		s.Nodes[i].X, s.Nodes[i].Y = place[0], place[1]
	}
	return s
}

// opinions returns a discourse sheaf on a triangle (Hansen and Ghrist, "Opinion dynamics on discourse sheaves").
func opinions() *SheafText {
	s := Ring(3, 2) // edges ab, bc, ac
	// c has one opinion. So bc and ac compare only the first opinions, and on ac the map of a changes the sign.
	s.Nodes[2].D, s.Edges[1].D, s.Edges[2].D = 1, 1, 1
	s.Edges[2].Maps[0] = "-1"
	s.X = []string{"1", "1", "0", "1", "-1"}
	return s
}

// sensors returns a sheaf of sensors that measure coordinates of one place. An edge compares the coordinates that both ends know.
func sensors() *SheafText {
	s := constantSheaf(4, 2, [2]int{0, 2}, [2]int{1, 2}, [2]int{2, 3}, [2]int{0, 3}, [2]int{1, 3})
	// a knows x and y, b knows z, c knows all three, and d knows x and z.
	s.Nodes[1].D, s.Nodes[2].D = 1, 3
	// The edges ac, bc, cd, ad and bd compare (x, y), z, (x, z), x and z.
	for e, row := range []struct {
		d    int
		maps [2]string
	}{{2, [2]string{"1", "1"}}, {1, [2]string{"1", "0 0 1"}}, {2, [2]string{"1 0 0 0 0 1", "1"}}, {1, [2]string{"1", "1"}},
		{1, [2]string{"1", "0 1"}}} {
		s.Edges[e].D, s.Edges[e].Maps = row.d, row.maps
	}
	s.X = []string{"1.5", "1", "0.5", "1", "1", "0.5", "1", "-0.5"}
	return s
}

// Start returns a sheaf of the table of [Shapes] with stalks of dimension d, 1 ≤ d ≤ [MaxDim]; see [Shape] for unequal stalks.
// shape is the key of a row with a number of nodes from Least to [MaxNodes], as in "path:5". If the row has a fixed number of nodes, shape
// is the key alone, as in "barbell". Start fails for any other text or dimension.
func Start(shape string, d int) (*SheafText, error) {
	key, size, hasSize := strings.Cut(shape, ":")
	n, sizeErr := strconv.Atoi(size)
	isValidDim := d >= 1 && d <= MaxDim
	var examples []string // of all shapes, for the error
	for _, row := range Shapes() {
		isShape := row.Key == key && hasSize == (row.Least > 0) // a shape of fixed size has no number
		isSize := !hasSize || sizeErr == nil
		isValidSize := !hasSize || n >= row.Least && n <= MaxNodes
		switch {
		case isShape && isSize && !isValidSize:
			return nil, fmt.Errorf("“%s” has %d to %d nodes; write for example %[1]s:5", row.Key, row.Least, MaxNodes)
		case isShape && isSize && isValidDim:
			return row.make(n, d), nil
		}
		examples = append(examples, words.Either(row.Least > 0, row.Key+":5", row.Key))
	}
	return nil, fmt.Errorf("“%s” with d = %d is no shape; write one of %s, with at most %d nodes and d = 1 to %d", shorten(shape), d,
		strings.Join(examples, ", "), MaxNodes, MaxDim)
}
