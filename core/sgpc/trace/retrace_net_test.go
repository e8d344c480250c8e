package trace_test

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes the network of a trace: encoder, layers and class probabilities.

// activate returns the activation of x: ReLU or ELU.
func (f *retrace) activate(x float64) float64 {
	switch {
	case x >= 0:
		return x
	case f.word("activation") == "relu":
		return 0
	}
	return math.Expm1(x)
}

// apply returns the matrix g(x), entry by entry.
func apply(x *mat.Dense, g func(float64) float64) *mat.Dense {
	var out mat.Dense
	out.Apply(func(_, _ int, v float64) float64 { return g(v) }, x)
	return &out
}

// addRow returns x plus the row in each of its rows.
func addRow(x, row *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Apply(func(_, j int, v float64) float64 { return v + row.At(0, j) }, x)
	return &out
}

// product returns the matrix a·b.
func product(a, b mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

// linear returns x·W + b with the parameters of the given name.
func (f *retrace) linear(x *mat.Dense, name string) *mat.Dense {
	return addRow(product(x, f.param(name+".weight")), f.param(name+".bias"))
}

// softmax returns the softmax of each row.
func softmax(x *mat.Dense) *mat.Dense {
	out := apply(x, math.Exp)
	r, c := out.Dims()
	for i := range r {
		sum := 0.0
		for j := range c {
			sum += out.At(i, j)
		}
		for j := range c {
			out.Set(i, j, out.At(i, j)/sum)
		}
	}
	return out
}

// checkEncoder recomputes H0: the activation of X W_in, plus A W_structure if the setting
// structure is on, plus b_in, with layer norm if the setting norm has it.
func (f *retrace) checkEncoder() {
	// Features, with rows of sum 1 for the setting features=row.
	x := f.Graph.Features
	m := mat.NewDense(x.Shape[0], x.Shape[1], nil)
	for i := range f.n {
		sum := 0.0
		for _, v := range x.Vals[x.Ptr[i]:x.Ptr[i+1]] {
			sum += v
		}
		for k := x.Ptr[i]; k < x.Ptr[i+1]; k++ {
			v := x.Vals[k]
			if f.word("features") == "row" && sum > 0 {
				v /= sum
			}
			m.Set(i, x.Cols[k], v)
		}
	}
	h := product(m, f.param("W_in"))
	// The adjacency matrix, or D^{-1/2} A D^{-1/2}, as further features.
	if s := f.word("structure"); s != "off" {
		deg := make([]float64, f.n)
		for _, e := range f.Graph.Edges {
			deg[e[0]]++
			deg[e[1]]++
		}
		a := mat.NewDense(f.n, f.n, nil)
		for _, e := range f.Graph.Edges {
			v := 1.0
			if s == "normalized" {
				v = 1 / math.Sqrt(deg[e[0]]*deg[e[1]])
			}
			a.Set(e[0], e[1], v)
			a.Set(e[1], e[0], v)
		}
		h.Add(h, product(a, f.param("W_structure")))
	}
	h = addRow(h, f.param("b_in"))
	if f.word("norm") == "layer" {
		gain, bias := f.param("ln_gain"), f.param("ln_bias")
		_, c := h.Dims()
		for i := range f.n {
			mean, variance := 0.0, 0.0
			for j := range c {
				mean += h.At(i, j) / float64(c)
			}
			for j := range c {
				variance += (h.At(i, j) - mean) * (h.At(i, j) - mean) / float64(c)
			}
			for j := range c {
				// 1e-5 keeps layer norm from a division by 0.
				h.Set(i, j, (h.At(i, j)-mean)/math.Sqrt(variance+1e-5)*gain.At(0, j)+bias.At(0, j))
			}
		}
	}
	f.h0 = apply(h, f.activate)
	f.checkMatrix("encoded", f.Encoded, f.h0)
}

// reshape returns the numbers of x in rows of c numbers.
func reshape(x *mat.Dense, c int) *mat.Dense {
	data := append([]float64{}, x.RawMatrix().Data...)
	return mat.NewDense(len(data)/c, c, data)
}

// checkNetwork recomputes the layers and the class probabilities. A layer joins diffusion,
// mixing and H0 side by side, as far as the settings have them. Without diffusion and mixing
// it has H0 alone. It sets dt.
func (f *retrace) checkNetwork() {
	width := f.d * f.c
	x := f.h0
	layers := int(f.number("layers"))
	f.dt = f.number("dt")
	for l := range layers {
		var joined []*mat.Dense
		// A later layer has parameters such as "gamma.1" and places such as "layers.afm".
		suffix, prefix := "", ""
		if l > 0 {
			suffix, prefix = "."+strconv.Itoa(l), "layers."
		}
		in := reshape(x, f.c)
		d, a := f.Diffusion, f.AFM
		if l > 0 {
			d, a = f.Layers[l-1].Diffusion, f.Layers[l-1].AFM
		}
		if f.word("svr") != "off" {
			out := f.checkDiffusion(prefix+"diffusion", d, in, suffix)
			joined = append(joined, reshape(out, width))
		}
		if f.word("afm_weights") != "off" {
			out := f.checkMixing(prefix+"afm", a, in, suffix)
			joined = append(joined, reshape(out, width))
		}
		if f.Config["residual"].(bool) || len(joined) == 0 {
			joined = append(joined, f.h0)
		}
		x = joined[0]
		for _, j := range joined[1:] {
			var wider mat.Dense
			wider.Augment(x, j)
			x = &wider
		}
		if l < layers-1 {
			x = apply(f.linear(x, "layer."+strconv.Itoa(l)), f.activate)
		}
	}
	// The head. All heads except "linear" have a hidden layer, the projector.
	if f.word("head") != "linear" {
		x = apply(f.linear(x, "projector"), f.activate)
	}
	x = f.linear(x, "head")
	if f.word("head") == "gat" {
		x = f.attention(x)
	}
	f.checkMatrix("probabilities", f.Probabilities, softmax(x))
}

// applyGain returns g(L) in for the operator L, by its eigenvectors.
func (f *retrace) applyGain(in *mat.Dense, g func(float64) float64) *mat.Dense {
	y := product(f.vectors.T(), in)
	y.Apply(func(k, _ int, v float64) float64 { return g(f.values[k]) * v }, y)
	return product(&f.vectors, y)
}

// checkDiffusion recomputes the diffusion of a layer, (I + Δt·L)^{-1} in, and its solver. It
// returns the output, and sets dt for the first layer. suffix ends the names of the layer's
// parameters.
func (f *retrace) checkDiffusion(place string, d *tracedDiffusion, in *mat.Dense, suffix string) *mat.Dense {
	dt := f.number("dt")
	if f.Config["learn_dt"].(bool) {
		dt = f.param("dt"+suffix).At(0, 0)
	}
	if suffix == "" {
		f.dt = dt
	}
	f.checkEqual(place+".of", d.Of, f.word("operator"))
	f.checkNear(place+".dt", d.Dt, dt, 0)
	f.checkMatrix(place+".input", d.Input, in)
	out := f.applyGain(in, func(w float64) float64 { return 1 / (1 + dt*w) })
	f.checkMatrix(place+".output", d.Output, out)
	f.checkSolver(place, d, in, dt)
	return out
}

// checkSolver recomputes the number of iterations of the solve, and the largest relative
// residual of a channel before the first and after each iteration. It solves each channel by
// conjugate gradients, with the inverted diagonal blocks of I + Δt·L as preconditioner. A
// channel that has converged keeps its residual.
func (f *retrace) checkSolver(place string, d *tracedDiffusion, in *mat.Dense, dt float64) {
	dim, cols := in.Dims()
	a := mat.NewSymDense(dim, nil)
	a.ScaleSym(dt, f.diffusionOp)
	for i := range dim {
		a.SetSym(i, i, a.At(i, i)+1)
	}
	// The preconditioner.
	inv := mat.NewDense(dim, dim, nil)
	for i := 0; i < dim; i += f.d {
		var block mat.Dense
		if err := block.Inverse(a.SliceSym(i, i+f.d)); err != nil {
			f.t.Fatalf("inverse of the diagonal block at row %d: %v", i, err)
		}
		inv.Slice(i, i+f.d, i, i+f.d).(*mat.Dense).Copy(&block)
	}
	// The relative residuals of each channel. 500 is the default of the setting cg_max.
	history := make([][]float64, cols)
	for c := range cols {
		b := mat.VecDenseCopyOf(in.ColView(c))
		r, p := mat.VecDenseCopyOf(b), mat.NewVecDense(dim, nil)
		var z, w mat.VecDense
		norm, before := mat.Norm(b, 2), 0.0
		for k := 0; ; k++ {
			rel := 0.0
			if norm > 0 {
				rel = mat.Norm(r, 2) / norm
			}
			history[c] = append(history[c], rel)
			if rel <= f.number("cg_tol") || k == 500 {
				break
			}
			z.MulVec(inv, r)
			rz := mat.Dot(r, &z)
			if k == 0 {
				p.CopyVec(&z)
			} else {
				p.AddScaledVec(&z, rz/before, p)
			}
			before = rz
			w.MulVec(a, p)
			r.AddScaledVec(r, -rz/mat.Dot(p, &w), &w)
		}
	}
	// The trace has the worst channel of each iteration.
	steps := 0
	for _, h := range history {
		steps = max(steps, len(h)-1)
	}
	f.checkEqual(place+".iterations", d.Iterations, steps)
	f.checkEqual(place+".residuals", len(d.Residuals), steps+1)
	for k := range min(len(d.Residuals), steps+1) {
		worst := 0.0
		for _, h := range history {
			worst = max(worst, h[min(k, len(h)-1)])
		}
		f.checkNear(place+".residuals", d.Residuals[k], worst, 0)
	}
}

// checkMixing recomputes the frequency mixing of a layer, Σ_q α_q T_q(I − L) in, and the
// weights α: γ/Σ|γ| for signed weights, else softmax(γ). It returns the output. suffix ends the
// names of the layer's parameters.
func (f *retrace) checkMixing(place string, a *tracedMixing, in *mat.Dense, suffix string) *mat.Dense {
	gamma := f.param("gamma" + suffix)
	alpha := softmax(gamma)
	if f.word("afm_weights") == "signed" {
		sum := 0.0
		for _, v := range gamma.RawMatrix().Data {
			sum += math.Abs(v)
		}
		alpha = apply(gamma, func(v float64) float64 { return v / sum })
	}
	f.checkMatrix(place+".alpha", [][]float64{a.Alpha}, alpha)
	f.checkMatrix(place+".input", a.Input, in)
	out := f.applyGain(in, func(w float64) float64 {
		sum, previous, current := alpha.At(0, 0), 1.0, 1-w // T_{q−1} and T_q at 1 − w
		for q := 1; q < len(a.Alpha); q++ {
			sum += alpha.At(0, q) * current
			previous, current = current, 2*(1-w)*current-previous
		}
		return sum
	})
	f.checkMatrix(place+".output", a.Output, out)
	return out
}

// attention returns the graph attention of Veličković and others with one head, over the
// neighbours of a node and the node itself. The slope of LeakyReLU is 0.2, as in their paper.
func (f *retrace) attention(x *mat.Dense) *mat.Dense {
	h := product(x, f.param("head.gat.weight"))
	own, neighbour := product(h, f.param("head.gat.self").T()), product(h, f.param("head.gat.neighbour").T())
	_, c := h.Dims()
	out := mat.NewDense(f.n, c, nil)
	gathered := make([][]int, f.n) // each node and its neighbours
	for i := range gathered {
		gathered[i] = []int{i}
	}
	for _, e := range f.Graph.Edges {
		gathered[e[0]], gathered[e[1]] = append(gathered[e[0]], e[1]), append(gathered[e[1]], e[0])
	}
	for i, list := range gathered {
		sum := 0.0
		weight := make([]float64, len(list)) // e^score, not yet divided by the sum
		for k, j := range list {
			s := own.At(i, 0) + neighbour.At(j, 0)
			weight[k] = math.Exp(max(s, 0.2*s))
			sum += weight[k]
		}
		for k, j := range list {
			for q := range c {
				out.Set(i, q, out.At(i, q)+weight[k]/sum*h.At(j, q))
			}
		}
	}
	return addRow(out, f.param("head.gat.bias"))
}
