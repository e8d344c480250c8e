package trace_test

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

func (f *retrace) act(x float64) float64 {
	switch {
	case x >= 0:
		return x
	case f.word("activation") == "relu":
		return 0
	}
	return math.Expm1(x)
}

func apply(x *mat.Dense, g func(float64) float64) *mat.Dense {
	var out mat.Dense
	out.Apply(func(_, _ int, v float64) float64 { return g(v) }, x)
	return &out
}

func addRow(x, row *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Apply(func(_, j int, v float64) float64 { return v + row.At(0, j) }, x)
	return &out
}

func product(a, b mat.Matrix) *mat.Dense {
	var out mat.Dense
	out.Mul(a, b)
	return &out
}

// linear returns x·W + b with the parameters of the given name.
func (f *retrace) linear(x *mat.Dense, name string) *mat.Dense {
	return addRow(product(x, f.param(name+".weight")), f.param(name+".bias"))
}

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

// encoder recomputes H0 from the features.
func (f *retrace) encoder() {
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
			mean, square := 0.0, 0.0
			for j := range c {
				mean += h.At(i, j) / float64(c)
			}
			for j := range c {
				square += (h.At(i, j) - mean) * (h.At(i, j) - mean) / float64(c)
			}
			for j := range c {
				h.Set(i, j, (h.At(i, j)-mean)/math.Sqrt(square+1e-5)*gain.At(0, j)+bias.At(0, j))
			}
		}
	}
	f.h0 = apply(h, f.act)
	f.matrix("encoded", f.Encoded, f.h0)
}

// reshape returns the numbers of x in rows of c numbers.
func reshape(x *mat.Dense, c int) *mat.Dense {
	data := append([]float64{}, x.RawMatrix().Data...)
	return mat.NewDense(len(data)/c, c, data)
}

// network recomputes the layers and the classes.
func (f *retrace) network() {
	width := f.d * f.c
	x, first := f.h0, f.h0
	layers := int(f.number("layers"))
	f.dt = f.number("dt")
	for l := range layers {
		var joined []*mat.Dense
		suffix, place := "", ""
		if l > 0 {
			suffix, place = "."+strconv.Itoa(l), "layers."
		}
		in := reshape(x, f.c)
		d, a := f.Diffusion, f.AFM
		if l > 0 {
			d, a = f.Layers[l-1].Diffusion, f.Layers[l-1].AFM
		}
		if f.word("svr") != "off" {
			out := f.diffuse(place+"diffusion", d, in, suffix)
			joined = append(joined, reshape(out, width))
		}
		if f.word("afm_weights") != "off" {
			out := f.mix(place+"afm", a, in, suffix)
			joined = append(joined, reshape(out, width))
		}
		if f.Config["residual"].(bool) || len(joined) == 0 {
			joined = append(joined, first)
		}
		x = joined[0]
		for _, j := range joined[1:] {
			var both mat.Dense
			both.Augment(x, j)
			x = &both
		}
		if l < layers-1 {
			x = apply(f.linear(x, "layer."+strconv.Itoa(l)), f.act)
		}
	}
	if f.word("head") != "linear" {
		x = apply(f.linear(x, "projector"), f.act)
	}
	x = f.linear(x, "head")
	if f.word("head") == "gat" {
		x = f.attention(x)
	}
	f.matrix("probabilities", f.Probabilities, softmax(x))
}

// gain applies a function of the operator.
func (f *retrace) gain(in *mat.Dense, g func(float64) float64) *mat.Dense {
	y := product(f.vec.T(), in)
	y.Apply(func(k, _ int, v float64) float64 { return g(f.values[k]) * v }, y)
	return product(&f.vec, y)
}

func (f *retrace) diffuse(place string, d *tracedDiffusion, in *mat.Dense, suffix string) *mat.Dense {
	dt := f.number("dt")
	if f.Config["learn_dt"].(bool) {
		dt = f.param("dt"+suffix).At(0, 0)
	}
	if suffix == "" {
		f.dt = dt
	}
	f.same(place+".of", d.Of, f.word("operator"))
	f.near(place+".dt", d.Dt, dt, 0)
	f.matrix(place+".input", d.Input, in)
	out := f.gain(in, func(w float64) float64 { return 1 / (1 + dt*w) })
	f.matrix(place+".output", d.Output, out)
	f.solver(place, d, in, dt)
	return out
}

// solver repeats conjugate gradients with the inverted diagonal blocks of I + Δt·L
// as preconditioner, each channel on its own until it rests.
func (f *retrace) solver(place string, d *tracedDiffusion, in *mat.Dense, dt float64) {
	dim, cols := in.Dims()
	a := mat.NewSymDense(dim, nil)
	a.ScaleSym(dt, f.look)
	for i := range dim {
		a.SetSym(i, i, a.At(i, i)+1)
	}
	inv := mat.NewDense(dim, dim, nil)
	for i := 0; i < dim; i += f.d {
		var b mat.Dense
		if b.Inverse(a.SliceSym(i, i+f.d)) != nil {
			f.t.Fatal("singular block")
		}
		inv.Slice(i, i+f.d, i, i+f.d).(*mat.Dense).Copy(&b)
	}
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
	steps := 0
	for _, h := range history {
		steps = max(steps, len(h)-1)
	}
	f.same(place+".iterations", d.Iterations, steps)
	f.same(place+".residuals", len(d.Residuals), steps+1)
	for k := range min(len(d.Residuals), steps+1) {
		worst := 0.0
		for _, h := range history {
			worst = max(worst, h[min(k, len(h)-1)])
		}
		f.near(place+".residuals", d.Residuals[k], worst, 0)
	}
}

func (f *retrace) mix(place string, a *tracedMixing, in *mat.Dense, suffix string) *mat.Dense {
	gamma := f.param("gamma" + suffix)
	alpha := softmax(gamma)
	if f.word("afm_weights") == "signed" {
		sum := 0.0
		for _, v := range gamma.RawMatrix().Data {
			sum += math.Abs(v)
		}
		alpha = apply(gamma, func(v float64) float64 { return v / sum })
	}
	f.matrix(place+".alpha", [][]float64{a.Alpha}, alpha)
	f.matrix(place+".input", a.Input, in)
	out := f.gain(in, func(w float64) float64 {
		sum, before, now := alpha.At(0, 0), 1.0, 1-w
		for q := 1; q < len(a.Alpha); q++ {
			sum += alpha.At(0, q) * now
			before, now = now, 2*(1-w)*now-before
		}
		return sum
	})
	f.matrix(place+".output", a.Output, out)
	return out
}

// attention returns the layer of Veličković and others with one head.
func (f *retrace) attention(x *mat.Dense) *mat.Dense {
	h := product(x, f.param("head.gat.weight"))
	own, far := product(h, f.param("head.gat.self").T()), product(h, f.param("head.gat.neighbour").T())
	_, c := h.Dims()
	out := mat.NewDense(f.n, c, nil)
	around := make([][]int, f.n)
	for i := range around {
		around[i] = []int{i}
	}
	for _, e := range f.Graph.Edges {
		around[e[0]], around[e[1]] = append(around[e[0]], e[1]), append(around[e[1]], e[0])
	}
	for i, list := range around {
		sum := 0.0
		score := make([]float64, len(list))
		for k, j := range list {
			s := own.At(i, 0) + far.At(j, 0)
			score[k] = math.Exp(max(s, 0.2*s))
			sum += score[k]
		}
		for k, j := range list {
			for q := range c {
				out.Set(i, q, out.At(i, q)+score[k]/sum*h.At(j, q))
			}
		}
	}
	return addRow(out, f.param("head.gat.bias"))
}
