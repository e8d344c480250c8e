package course

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/core/transport"
)

// This file tests figures of single chapters by second computations.

// set sets parameters of a figure. It returns the values in the text beside the figure, by name.
func set(t *testing.T, c *Course, figure string, values map[string]float64) map[string]string {
	t.Helper()
	for name, x := range values {
		if err := c.Set(figure, name, x); err != nil {
			t.Fatal(err)
		}
	}
	return c.Render(figure).Values
}

// The accuracy of chapter 1 equals that of the nearest class mean after 0, 1 and 5 products with the dense matrix D^{−1/2}(A + I)D^{−1/2}.
// The homophily is the share of edges within a class.
func TestAveragingEqualsDenseMatrix(t *testing.T) {
	course := New(nil)
	for _, h := range []float64{0.15, 0.5, 0.8} {
		for _, depth := range []float64{0, 1, 5} {
			shown := set(t, course, "blur", map[string]float64{"depth": depth, "homophily": h})
			g := course.averaging.graph
			// adjacency = A + I, its row sums, and the dense features x.
			n, cols := g.N, g.X.Cols
			adjacency := make([][]float64, n)
			for i := range adjacency {
				adjacency[i] = make([]float64, n)
				adjacency[i][i] = 1
			}
			within := 0.0 // edges within a class
			for _, e := range g.Edges {
				adjacency[e.I][e.J], adjacency[e.J][e.I] = 1, 1
				if g.Labels[e.I] == g.Labels[e.J] {
					within++
				}
			}
			sum := make([]float64, n)
			for i := range adjacency {
				for _, x := range adjacency[i] {
					sum[i] += x
				}
			}
			x := make([][]float64, n)
			for i := range x {
				x[i] = make([]float64, cols)
				for k := g.X.Ptr[i]; k < g.X.Ptr[i+1]; k++ {
					x[i][g.X.Col[k]] = g.X.Val[k]
				}
			}
			// One average for each layer.
			for range int(depth) {
				y := make([][]float64, n)
				for i := range y {
					y[i] = make([]float64, cols)
					for j := range x {
						for k := range cols {
							y[i][k] += adjacency[i][j] / math.Sqrt(sum[i]*sum[j]) * x[j][k]
						}
					}
				}
				x = y
			}
			// The sums of both classes; a node is right if the mean of its class is nearer.
			var mean [2][]float64
			var size [2]float64
			for class := range mean {
				mean[class] = make([]float64, cols)
			}
			for i := range x {
				size[g.Labels[i]]++
				for k := range cols {
					mean[g.Labels[i]][k] += x[i][k]
				}
			}
			right := 0.0
			for i := range x {
				var d [2]float64
				for class := range mean {
					for k := range cols {
						d[class] += math.Pow(x[i][k]-mean[class][k]/size[class], 2)
					}
				}
				if d[g.Labels[i]] < d[1-g.Labels[i]] {
					right++
				}
			}
			equalShown(t, "the accuracy", strings.TrimSuffix(shown["accuracy"], " %"), 100*right/float64(n))
			equalShown(t, "the homophily", strings.TrimSuffix(shown["measured"], " %"), 100*within/float64(len(g.Edges)))
		}
	}
}

// Energies of chapter 3 equal those computed from the maps alone, at 40 random states, and so do the blocks in one dimension. The graph is
// the path a–b–c. A turn of the plane is a complex factor; in one dimension it is 1.
func TestLaplacianEqualsMaps(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		values := randomState(t, course, course.Figure("laplacian"), r)
		shown := course.Render("laplacian").Values
		// On the edge ab the maps are the factors fa and fb. On bc, node b has the factor gb and the turn, and c the factor gc.
		rot := complex(math.Cos(values["turn"]*math.Pi/180), math.Sin(values["turn"]*math.Pi/180))
		if values["dim"] == 1 {
			rot = 1
		}
		turnedB := complex(values["xb"], 0) * rot * complex(values["gb"], 0)
		ab := values["fa"]*values["xa"] - values["fb"]*values["xb"]
		bc := turnedB - complex(values["gc"]*values["xc"], 0)
		equalShown(t, "energy on ab", shown["edge-ab"], ab*ab)
		equalShown(t, "energy on bc", shown["edge-bc"], real(bc)*real(bc)+imag(bc)*imag(bc))
		equalShown(t, "the energy", shown["energy"], ab*ab+real(bc)*real(bc)+imag(bc)*imag(bc))
		if values["dim"] == 1 {
			equalShown(t, "the block of b", shown["middle"], values["fb"]*values["fb"]+values["gb"]*values["gb"])
			off := -values["fa"] * values["fb"]
			if values["edge"] == 1 { // the edge bc is marked
				off = -values["gb"] * values["gc"]
			}
			equalShown(t, "the block between", shown["off"], off)
		}
	}
}

// Heat of chapter 5 equals its closed form on a ring of six nodes, whose eigenvectors are Fourier modes. The numbers are energies,
// half-time of the energy, limit on the ring with signs, and the least energy between two held nodes.
func TestHeatEqualsFourierModes(t *testing.T) {
	course := New(nil)
	for _, signs := range []float64{0, 1} {
		for _, at := range []float64{0, 0.3, 1, 2.5} {
			shown := set(t, course, "heat", map[string]float64{"time": at, "sheaf": signs, "steps": 3})
			analysed, err := exact.Analyse(heatSheaf(course.values["heat"]))
			if err != nil {
				t.Fatal(err)
			}
			// With the signs of odd nodes changed, the ring with signs is the plain ring.
			x := make([]float64, 6)
			for i := range x {
				x[i] = analysed.X[i]
				if signs == 1 && i%2 == 1 {
					x[i] = -x[i]
				}
			}
			// energy returns Σ_k λ_k e^{−2λ_k s} |x̂_k|² / 6 at the time s, with λ_k = 2 − 2 cos(2πk/6).
			energy := func(s float64) (sum float64) {
				for k := range 6 {
					var re, im float64
					for i, z := range x {
						re += z * math.Cos(2*math.Pi*float64(i*k)/6)
						im += z * math.Sin(2*math.Pi*float64(i*k)/6)
					}
					lambda := 2 - 2*math.Cos(2*math.Pi*float64(k)/6)
					sum += lambda * math.Exp(-2*lambda*s) * (re*re + im*im) / 6
				}
				return sum
			}
			equalShown(t, "the energy", shown["energy"], energy(at))
			equalShown(t, "the first energy", shown["energy0"], energy(0))
			// The half-time by bisection.
			lo, hi := 0.0, 10.0
			for range 60 {
				middle := (lo + hi) / 2
				if energy(middle) > energy(0)/2 {
					lo = middle
				} else {
					hi = middle
				}
			}
			equalShown(t, "the half-time", shown["half"], lo)
			// The limit on the ring with signs: the largest entry is the mean with alternating signs. It does not depend on the shown ring.
			alternate := 0.0
			for i, z := range analysed.X {
				alternate += z * math.Pow(-1, float64(i)) / 6
			}
			equalShown(t, "the limit", shown["limit"], math.Abs(alternate))
			// Nodes 0 and 3 are held: both ways have three edges, and the least energy is that of equal steps.
			gap := x[0] - x[3]
			equalShown(t, "the least energy", shown["harmonic"], 2*3*(gap/3)*(gap/3))
		}
	}
}

// Two triangles with a bridge of weight w have λ₂ = ((3 + 2w) − √((3 + 2w)² − 8w))/2 and λ₃ = 3. A ring of six has λ₂ = 1, twice. A matrix
// step of length η raises λ₂ by η, at most to the next eigenvalue. The promise holds if the sheaf keeps a gain of at least 0.025.
func TestGapEqualsClosedForm(t *testing.T) {
	course := New(nil)
	for bridge := 0.1; bridge <= 2; bridge += 0.35 {
		for _, eta := range []float64{0.3, 1, 4} {
			shown := set(t, course, "gap", map[string]float64{"bridge": bridge, "eta": eta, "graph": 0})
			w := math.Pow(course.Value("gap", "bridge"), 2) // the parameter is the factor of both maps of the bridge
			lambda := ((3 + 2*w) - math.Sqrt((3+2*w)*(3+2*w)-8*w)) / 2
			equalShown(t, "λ2", shown["lambda2"], lambda)
			equalShown(t, "the Rayleigh quotient", shown["rayleigh"], lambda)
			equalShown(t, "λ3", shown["lambda3"], 3)
			equalShown(t, "λ2 after the step", shown["matrix"], min(lambda+eta, 3))
			equalShown(t, "the half-time", shown["half"], math.Ln2/2/lambda)
			equalShown(t, "λ2 of the ring", shown["ring-lambda2"], 1)
			equalShown(t, "λ2 of the ring after the step", shown["ring-matrix"], 1)
			equalShown(t, "the room on the ring", shown["ring-room"], 0)
			// The three numbers have three decimals, so that their roundings add up to at most 1.5e-3.
			if kept := number(t, shown["kept"]); math.Abs(kept-number(t, shown["sheaf"])+number(t, shown["lambda2"])) > 2e-3 {
				t.Errorf("the kept gain is shown as %v, but λ₂ rises from %s to %s", kept, shown["lambda2"], shown["sheaf"])
			}
			if want := number(t, shown["sheaf"])-lambda >= 0.025; want != (shown["holds"] == "holds") {
				t.Errorf("the promise %s with a gain of %s, want that it holds: %v", shown["holds"], shown["kept"], want)
			}
		}
	}
}

// At both ends λ = 0 and 2 of the spectrum, z = 1 − λ = ±1, the responses of all three bases equal closed forms. With softmax weights the
// response at λ = 0 is at least the response at λ = 2. Jacobi polynomials with a = b = 1 are orthogonal with the weight 1 − z².
func TestFilterEqualsCosines(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		v := randomState(t, course, course.Figure("filter"), r)
		shown := course.Render("filter").Values
		w := weights(v)
		for _, at := range []struct {
			name   string // of the shown value
			lambda float64
		}{{"at0", 0}, {"at2", 2}} {
			want, z := 0.0, 1-at.lambda
			for q, a := range w {
				switch v["basis"] {
				case 0: // Chebyshev
					want += a * math.Cos(float64(q)*math.Acos(z))
				case 1: // monomials
					want += a * math.Pow(z, float64(q))
				default: // Jacobi: P_q^(1,1)(±1) = (±1)^q (q+1)
					want += a * math.Pow(z, float64(q)) * float64(q+1)
				}
			}
			equalShown(t, "the response", shown[at.name], want)
		}
		if odd := number(t, shown["soft-odd"]); odd < 0 {
			t.Errorf("with softmax weights the response at 0 is %v less than that at 2", -odd)
		}
		equalShown(t, "the sum of a softmax", shown["soft-sum"], 1)
	}
	// The integrals of the products over z from −1 to 1, by the midpoint rule with 2000 steps.
	for p := range 4 {
		for q := range p {
			// unit returns the weights that select the polynomial q.
			unit := func(q int) []float64 { w := make([]float64, 4); w[q] = 1; return w }
			sum := 0.0
			for k := -999.5; k < 1000; k++ {
				z := k / 1000
				sum += response(2, unit(p), 1-z) * response(2, unit(q), 1-z) * (1 - z*z) / 1000
			}
			if math.Abs(sum) > 1e-5 {
				t.Errorf("P_%d and P_%d have the product %v", p, q, sum)
			}
		}
	}
}

// The shares of the simulation in chapter 9 are those of the binomial distribution. The tolerance is four standard deviations, and 0.006
// for the rounding to whole percent. The bound after no errors and the exact shares equal their closed forms.
func TestSimulationEqualsBinomial(t *testing.T) {
	course := New(nil)
	for _, row := range []struct{ nodes, epochs, truth float64 }{{60, 30, 0.25}, {100, 1, 0.05}, {200, 60, 0.5}} {
		shown := set(t, course, "sure", map[string]float64{"nodes": row.nodes, "epochs": row.epochs, "error": row.truth})
		n := int(row.nodes)
		equalShown(t, "the bound after no errors", strings.TrimSuffix(shown["none"], " %"), 100*(1-math.Pow(0.05, 1/row.nodes)))
		// P(bound < truth) for one epoch: e errors give a bound below the truth if P(X ≤ e) < 5 % under the truth.
		below, cdf := 0.0, 0.0
		for e := range n + 1 {
			logFactorial := func(k int) float64 { x, _ := math.Lgamma(float64(k) + 1); return x }
			binomial := logFactorial(n) - logFactorial(e) - logFactorial(n-e)
			p := math.Exp(binomial + float64(e)*math.Log(row.truth) + float64(n-e)*math.Log(1-row.truth))
			cdf += p
			if cdf < 0.05 {
				below += p
			}
		}
		equalShown(t, "the exact share", strings.TrimSuffix(shown["exact"], " %"), 100*below)
		equalShown(t, "the exact share of the chosen", strings.TrimSuffix(shown["exact-chosen"], " %"), 100*(1-math.Pow(1-below, row.epochs)))
		for name, want := range map[string]float64{"share": below, "fresh-share": below, "chosen": 1 - math.Pow(1-below, row.epochs)} {
			got := number(t, strings.TrimSuffix(shown[name], " %")) / 100
			if spread := 4*math.Sqrt(want*(1-want)/simulationRepeats) + 0.006; math.Abs(got-want) > spread {
				t.Errorf("%v: %s is %v, by the binomial distribution %v ± %v", row, name, got, want, spread)
			}
		}
	}
}

// Sinkhorn's limit has the same share of mass off the diagonal as the plan in closed form, transport.Plan. The JKO step changes only the
// temperature: the plan after the step is the closed form at the colder temperature.
func TestSinkhornConvergesToPlan(t *testing.T) {
	course := New(nil)
	// off returns the share of mass off the diagonal of the plan in closed form, in percent.
	off := func(mu, nu []float64, eps float64) float64 {
		p := transport.NewPlan(planSize)
		p.Solve(mu, nu, eps)
		sum := 0.0
		for i := range mu {
			sum += p.Y[i] + p.A[i]*p.B[i]/p.Z
		}
		return 100 * (1 - sum)
	}
	// A row has the tilts of both measures and the temperature ε₀.
	for _, row := range [][3]float64{{0.8, -0.6, 1.2}, {2, -2, 0.5}, {0.1, 0.4, 3}} {
		shown := set(t, course, "plan", map[string]float64{"mu": row[0], "nu": row[1], "eps": row[2], "step": 12, "tau": 2})
		mu, nu := tiltedMeasure(row[0]), tiltedMeasure(row[1])
		// share compares a percentage. A share below 0.5 % is shown as "under 1 %".
		share := func(what, text string, want float64) {
			text = strings.TrimSuffix(text, " %")
			if text == "under 1" && want > 0 && want < 0.5 {
				return
			}
			equalShown(t, what, text, want)
		}
		share("the limit", shown["limit"], off(mu, nu, row[2]))
		share("after the JKO step", shown["after"], off(mu, nu, number(t, shown["cold"])))
		equalShown(t, "without a step", shown["still"], row[2])
		equalShown(t, "equal temperatures", shown["same"], 0.8)   // the figure's ε of the JKO step
		share("equal measures", shown["equal"], off(mu, mu, 0.2)) // the lowest temperature of the slider
		// The step of length τ = 2 cools the shown plan: with τ = 0 the plan has another mass off the diagonal.
		equalShown(t, "the temperature", shown["cold"], transport.EffectiveEpsilon(row[2], 0.8, 2))
		if after := set(t, course, "plan", map[string]float64{"tau": 0}); after["off"] == shown["off"] {
			t.Errorf("with τ = 0 and with τ = 2 the mass off the diagonal is %s, want two values", after["off"])
		}
		set(t, course, "plan", map[string]float64{"tau": 2})
		if number(t, shown["wrong"]) > 0.02 {
			t.Errorf("after 12 steps the sum of a row is wrong by %s, want at most 0.02", shown["wrong"])
		}
	}
}

// Maps of chapter 7a equal tanh of the weighted ends. The share of signs that agree with the tempers is 75 % if every fourth sign is
// changed. The mixed numbers of chapter 10 equal sums over ties. For a positive weight, a class is right if it has the sign of its number.
func TestMapsAndLayerEqualSums(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(9, 10))
	for range 40 {
		values := randomState(t, course, course.Figure("ends"), r)
		shown := course.Render("ends").Values
		u, w := 1-2*values["tu"], 1-2*values["tv"] // the tempers: 0 becomes 1, and 1 becomes −1
		fu, fv := math.Tanh(values["own"]*u+values["other"]*w), math.Tanh(values["own"]*w+values["other"]*u)
		equalShown(t, "the map of u", shown["fu"], fu)
		equalShown(t, "the map of v", shown["fv"], fv)
		equalShown(t, "the block", shown["block"], -fu*fv)
	}
	// The signs belong to the puzzle at its start, also after the reader has changed the puzzle.
	set(t, course, "puzzle", map[string]float64{"rule": 0.5})
	begin := course.puzzleStart()
	g := course.puzzleGraph(puzzleSpec(begin, seedAt(1)))
	signs := make([]float64, len(g.graph.Edges))
	for e, q := range g.graph.Edges {
		signs[e] = g.temper[q.I] * g.temper[q.J]
		if e%4 == 0 {
			signs[e] = -signs[e]
		}
	}
	course.Trainer.results[puzzleTask(begin, "nsd-general", 1).Key] = &Trained{Done: true, Signs: signs}
	if shown := course.Render("ends"); shown.Values["agree"] != "75 %" || !strings.Contains(shown.Pictures["signs"], "odd") {
		t.Errorf("three of four signs agree, shown as %s", shown.Values["agree"])
	}
	// The six people of chapter 10: the small puzzle (coursemath.SmallPuzzle), typed by hand.
	hints, tempers := []float64{0.8, 0.2, 0.6, -0.6, -0.2, 0.8}, []float64{1, -1, 1, 1, -1, -1}
	classes := []float64{1, -1, 1, -1, 1, 1}
	ties := [][]int{{1, 2}, {0, 2}, {0, 1, 3}, {4, 5, 2}, {3, 5}, {3, 4}}
	for range 40 {
		values := randomState(t, course, course.Figure("layer"), r)
		shown := course.Render("layer").Values
		right := 0
		for i := range hints {
			mixed := hints[i] * (1 - float64(len(ties[i]))*values["step"])
			for _, j := range ties[i] {
				sign := tempers[i] * tempers[j]
				if values["plain"] == 1 {
					sign = 1
				}
				mixed += values["step"] * sign * hints[j]
			}
			equalShown(t, "the mixed number", shown["mixed-"+person(i)], mixed)
			if (values["weight"]*mixed > 0) == (classes[i] > 0) {
				right++
			}
		}
		if got := number(t, shown["right"]); values["weight"] > 0 && got != float64(right) {
			t.Errorf("%v of six are right, want %d at %v", got, right, values)
		}
		if shown["opened"] == "" {
			t.Errorf("the value \"opened\" is empty at %v", values)
		}
	}
}
