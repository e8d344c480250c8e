package sgpc

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"

	"gonum.org/v1/gonum/mat"
)

// TestFixedMapsAreTheGraphOrNothing trains three epochs with fixed maps. With identities
// SGPC diffuses by the normalised graph Laplacian, with zero maps by the zero matrix.
// Diffusion and mixing equal products and solves with this dense matrix, to 1e-7. The
// dimension of the kernel is d for identities (the graph is connected), and d·n for zero
// maps. The weights of the plans and W_θ keep their initial values, all other parameters
// change; γ is not compared for zero maps. No gap ascent is made.
func TestFixedMapsAreTheGraphOrNothing(t *testing.T) {
	t.Parallel()
	for _, maps := range []string{settings.MapsIdentity, settings.MapsZero} {
		r := karateRun(t, func(c *settings.Config) {
			c.WholePaper()
			c.Maps, c.SVR, c.Dt, c.WeightDecay, c.D, c.Channels = maps, "exact", 0.7, 0, 2, 3
		})
		g, start := r.Graph, map[string][]float64{}
		for _, p := range r.Parameters() {
			start[p.Name] = p.Data
		}
		for range 3 {
			r.StepEpoch()
		}
		if r.cfg.GapMode != "off" || r.gap.mode != "off" {
			t.Errorf("%s: fixed maps have a gap ascent", maps)
		}
		// Diffusion: (I + Δt·L) X = H, solved densely.
		lap := graphLaplacian(r)
		if maps == settings.MapsZero {
			lap.Zero()
		}
		n, width := r.eval, r.cfg.D*r.cfg.Channels
		h := mat.NewDense(g.N, width, n.encoded.Value.Data)
		var system, want mat.Dense // I + Δt·L, and the solution X
		system.Scale(r.cfg.Dt, lap)
		for i := range g.N {
			system.Set(i, i, system.At(i, i)+1)
		}
		if err := want.Solve(&system, h); err != nil {
			t.Fatal(err)
		}
		checkNear := func(what string, got []float64, want *mat.Dense) {
			t.Helper()
			for k, v := range want.RawMatrix().Data {
				if math.Abs(got[k]-v) > 1e-7 {
					t.Fatalf("%s, %s: number %d is %g, densely %g", maps, what, k, got[k], v)
				}
			}
		}
		checkNear("diffusion", n.diffuse[0].out.Value.Data, &want)
		// Mixing: Σ_q α_q T_q(I − L) H with α = softmax(γ). A variable term is T_q(I − L) H.
		gamma, total := n.filter[0].used, 0.0
		for _, v := range gamma {
			total += math.Exp(v)
		}
		terms, mixed := []*mat.Dense{h}, mat.NewDense(g.N, width, nil)
		for q, v := range gamma {
			if q > 0 {
				var product, next mat.Dense
				product.Mul(lap, terms[q-1])
				next.Sub(terms[q-1], &product)
				if q > 1 {
					next.Scale(2, &next)
					next.Sub(&next, terms[q-2])
				}
				terms = append(terms, &next)
			}
			var part mat.Dense
			part.Scale(math.Exp(v)/total, terms[q])
			mixed.Add(mixed, &part)
		}
		checkNear("mixing", n.filter[0].out.Value.Data, mixed)
		s := Frame(r, frame.Focus{Edge: 1, Spectrum: true}).Spectrum
		kernel := map[string]int{settings.MapsIdentity: r.cfg.D, settings.MapsZero: r.cfg.D * g.N}[maps]
		if s == nil || !s.Complete || s.KernelDim != kernel {
			t.Errorf("%s: the spectrum is %+v, its kernel should have %d dimensions", maps, s, kernel)
		}
		// The parameters. With zero maps γ may change or not.
		count := 0
		for _, p := range r.Parameters() {
			unused := p.Name == "measure.weight" || p.Name == "map.weight"
			unchanged := true
			for k, v := range p.Data {
				unchanged = unchanged && v == start[p.Name][k]
			}
			compared := !(maps == settings.MapsZero && strings.HasPrefix(p.Name, "afm.gamma"))
			if compared && unchanged != unused {
				t.Errorf("%s: %s is unchanged: %v, want %v", maps, p.Name, unchanged, unused)
			}
			count++
		}
		if count < 6 {
			t.Errorf("%s: the run has %d parameters, want at least 6", maps, count)
		}
	}
}

// graphLaplacian returns the dense matrix (D + sI)^{-1/2}(D − A)(D + sI)^{-1/2} of the
// run's graph, with degrees D, adjacency A and the setting s = shift.
func graphLaplacian(r *Run) *mat.Dense {
	g := r.Graph
	lap, degree := mat.NewDense(g.N, g.N, nil), make([]float64, g.N)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
		lap.Set(int(e.I), int(e.J), -1)
		lap.Set(int(e.J), int(e.I), -1)
	}
	for i, d := range degree {
		lap.Set(i, i, d)
	}
	s := r.cfg.Shift
	lap.Apply(func(i, j int, v float64) float64 { return v / math.Sqrt((degree[i]+s)*(degree[j]+s)) }, lap)
	return lap
}
