package formula

import (
	"fmt"
	"hash/fnv"
	"math"
	"testing"
)

// TestSameGraph: the graph of a formula has the same bits in every version, natively and in wasm, because links contain formulas.
// want is the recorded FNV-1a hash of features, labels, names and edges.
func TestSameGraph(t *testing.T) {
	for _, c := range []struct {
		spec string
		want uint64
	}{
		{"grid|class = sign(x*y)|feature 1 = x + 0.3*noise|feature 2 = y",
			0xebf52db8697eed53},
		{"friends:n=120,seed=3|r = sqrt(x^2+y^2)|class = floor(3*r)|feature 1 = temper*sin(9*x)|feature 2 = cos(exp(3*y))",
			0x1cebfe122b88201c},
		{"sbm:n=300,classes=4|class = (degree > 6) + camp*(noise > 0.5)|feature 1 = tanh(x/y)+log(degree+1)|feature 2 = abs(y)^0.7",
			0x91627c172ba79d0c},
		{"universe:n=400|feature 1 = x|feature 2 = y|feature 3 = noise",
			0x7047b208918cc85d},
		{"ring:n=50|class = (sin(8*x+3*y) > 0)|feature 1 = sin(10^9*x)",
			0xed503b739c62f250},
	} {
		g, err := open(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		// Features enter the hash with their bits, everything else as text.
		h := fnv.New64a()
		for _, v := range g.X.Val {
			_, _ = fmt.Fprintf(h, "%x ", math.Float64bits(v))
		}
		for _, v := range g.X.Col {
			_, _ = fmt.Fprint(h, v, " ")
		}
		_, _ = fmt.Fprint(h, g.Labels, g.ClassNames, g.FeatureNames, g.Edges, g.Name)
		if got := h.Sum64(); got != c.want {
			t.Errorf("%s: the graph has the hash %#x, recorded is %#x", c.spec, got, c.want)
		}
	}
}
