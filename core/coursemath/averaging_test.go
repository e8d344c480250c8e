package coursemath

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
)

// For layers 0 to 6 the energy, the distance of the class means and the accuracy of Averaging equal those by powers of the dense
// operator A. The energy is tr HᵀH − tr HᵀAH. Energy and distance are relative to layer 0; accuracy is in per cent.
// meanDistances returns the distances of Averaging.
func TestAveragingEqualsDenseOperator(t *testing.T) {
	g, err := graph.Generate("sbm:n=40,classes=2,homophily=0.8,features=3,seed=5")
	if err != nil {
		t.Fatal(err)
	}
	a := smoothing(g)
	h := mat.NewDense(g.N, 3, g.X.Dense().Data)
	var energy0, distance0 float64
	for k, got := range Averaging(g, 6) {
		var next, product mat.Dense
		next.Mul(a, h)
		product.Mul(h.T(), h)
		energy := mat.Trace(&product)
		product.Mul(h.T(), &next)
		energy -= mat.Trace(&product)
		mean, count := [2]*mat.VecDense{mat.NewVecDense(3, nil), mat.NewVecDense(3, nil)}, [2]float64{}
		for i, y := range g.Labels {
			mean[y].AddVec(mean[y], h.RowView(i))
			count[y]++
		}
		for y := range mean {
			mean[y].ScaleVec(1/count[y], mean[y])
		}
		distance := func(a, b mat.Vector) float64 {
			var difference mat.VecDense
			difference.SubVec(a, b)
			return mat.Norm(&difference, 2)
		}
		if k == 0 {
			energy0, distance0 = energy, distance(mean[0], mean[1])
		}
		// A node is right if the mean of its own class is nearer than the mean of the other class.
		right := 0.0
		for i, y := range g.Labels {
			if distance(h.RowView(i), mean[y]) < distance(h.RowView(i), mean[1-y]) {
				right++
			}
		}
		if !near(meanDistances(g, 6)[k], got.Distance, 1) {
			t.Errorf("layer %d: the distance by meanDistances is %g, want %g", k, meanDistances(g, 6)[k], got.Distance)
		}
		if !near(got.Energy, energy/energy0, 1) || !near(got.Distance, distance(mean[0], mean[1])/distance0, 1) ||
			!near(got.Accuracy, 100*right/float64(g.N), 1) {
			t.Errorf("layer %d: %+v, want energy %g, distance %g, accuracy %g", k, got, energy/energy0,
				distance(mean[0], mean[1])/distance0, 100*right/float64(g.N))
		}
		h = &next
	}
}
