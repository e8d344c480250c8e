package view

import (
	"math"

	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
)

// Limits of a [frame.Flow]: stored iterates, rounds of the power iteration of its
// direction, and numbers per array.
const (
	flowFrames = 48

	flowRounds  = 60
	flowNumbers = 1 << 22
)

// viewFlow solves the diffusion again and returns its iterates. dt is the time, 0
// or less for the time of the run; node selects the stalk over time, and channel a
// channel from 1, 0 for none. It returns nil without diffusion and above
// frame.MaxFlowFeatures.
func (r *viewer) viewFlow(dt float64, node, channel int) *frame.Flow {
	n := r.eval
	if len(n.Diffused) == 0 || !r.hasSolve(0) || n.Lap == nil || len(n.Diffused[0].In.Data) > frame.MaxFlowFeatures {
		return nil
	}
	o := n.Diffused[0]
	h, c := o.In.Data, o.In.Cols
	if !(dt > 0) {
		dt = o.Dt
	}
	dt = min(dt, frame.MaxFlowDt)
	v := &frame.Flow{Dt: dt, Run: o.Dt}
	v.Evolution = r.viewEvolution(h, c, dt, node)
	cg := r.newCG(c)
	u := r.flowDirection(cg.Solve(o.Dt, h))
	r.flowCoords(v, cg.X(), u)
	for _, x := range v.Coord {
		v.Scale = max(v.Scale, math.Abs(float64(x)))
	}
	v.Coord, v.Spread = nil, nil
	if dt != o.Dt {
		cg.Solve(dt, h)
	}
	keep := max(2, min(flowFrames, flowNumbers/(r.Graph.N+len(r.Graph.Edges))))
	last := cg.Iterations()
	cg.Start(dt, h)
	for k := 0; ; k++ {
		if k == last || len(v.Iter)*last < k*keep || k == 0 {
			r.flowFrame(v, cg, u, k, channel)
		}
		if k >= last {
			return v
		}
		cg.Step()
	}
}

// flowFrame appends the present iterate.
func (r *viewer) flowFrame(v *frame.Flow, cg *diffusion.CG, u []float64, k, channel int) {
	n, x := r.eval, cg.X()
	c := len(x) / n.Lap.Dim()
	res := cg.Residuals()
	v.Iter = append(v.Iter, k)
	v.Residual = append(v.Residual, res[len(res)-1])
	share := make([]float64, len(n.Hat.Edges))
	total := n.Hat.Dirichlet(share, nil, x, c)
	v.Energy = append(v.Energy, total)
	for _, e := range share {
		if total > 0 {
			e /= total
		}
		v.EdgeEnergy = append(v.EdgeEnergy, float32(e))
	}
	r.flowCoords(v, x, u)
	if channel > 0 && channel <= c {
		for i := range r.Graph.N {
			v.Value = append(v.Value, float32(x[i*n.Hat.D*c+channel-1]))
		}
	}
	r.flowClasses(v, x)
}

// flowDirection returns the unit vector of the largest variance of the rows of x
// (n×w, w = d·c), by power iteration.
func (r *viewer) flowDirection(x []float64) []float64 {
	n := r.Graph.N
	w := len(x) / n
	mean := rowMean(x, n, w)
	u, next := make([]float64, w), make([]float64, w)
	for k := range u {
		u[k] = 1 + 0.01*float64(k)
	}
	for range flowRounds {
		clear(next)
		shift := linalg.Dot(mean, u)
		for i := range n {
			row := x[i*w : (i+1)*w]
			linalg.Axpy(linalg.Dot(row, u)-shift, row, next)
		}
		size := linalg.Nrm2(next)
		if size == 0 {
			break
		}
		for k := range u {
			u[k] = next[k] / size
		}
	}
	return u
}

// rowMean returns the mean of the n rows of x, w numbers each.
func rowMean(x []float64, n, w int) []float64 {
	mean := make([]float64, w)
	for i := range n {
		linalg.Axpy(1/float64(n), x[i*w:(i+1)*w], mean)
	}
	return mean
}

// flowCoords appends the coordinate of every node and their standard deviation.
func (r *viewer) flowCoords(v *frame.Flow, x, u []float64) {
	n, w := r.Graph.N, len(u)
	shift, sum := linalg.Dot(rowMean(x, n, w), u), 0.0
	for i := range n {
		q := linalg.Dot(x[i*w:(i+1)*w], u) - shift
		sum += q * q
		v.Coord = append(v.Coord, float32(q))
	}
	v.Spread = append(v.Spread, math.Sqrt(sum/float64(n)))
}

// flowClasses appends the class with the nearest mean for every node, and the
// accuracy of that class.
func (r *viewer) flowClasses(v *frame.Flow, x []float64) {
	g, w := r.Graph, len(x)/r.Graph.N
	mean, count, train := make([]float64, g.Classes*w), make([]float64, g.Classes), make([]bool, g.N)
	for _, i := range r.Split.Train {
		if y := g.Labels[i]; y >= 0 {
			count[y]++
			linalg.Axpy(1, x[i*w:(i+1)*w], mean[y*w:(y+1)*w])
		}
		train[i] = true
	}
	for y, k := range count {
		if k > 0 {
			linalg.Scal(1/k, mean[y*w:(y+1)*w])
		}
	}
	right, known := 0, 0
	for i := range g.N {
		best, at, far := math.Inf(1), -1, 0.0
		for y, k := range count {
			if k == 0 {
				continue
			}
			d := 0.0
			for q, m := range mean[y*w : (y+1)*w] {
				d += (x[i*w+q] - m) * (x[i*w+q] - m)
			}
			far = max(far, d)
			if d < best {
				best, at = d, y
			}
		}
		if far == 0 {
			at = -1
		}
		v.Class = append(v.Class, int32(at))
		if y := g.Labels[i]; y >= 0 && !train[i] {
			known++
			if y == at {
				right++
			}
		}
	}
	share := -1.0
	if known > 0 {
		share = float64(right) / float64(known)
	}
	v.Right = append(v.Right, share)
}

// newCG returns a solver for c channels with the stopping rule of the run.
func (r *viewer) newCG(c int) *diffusion.CG {
	if r.cfg.Reading == "code" {
		return diffusion.NewPlainCG(new(diffusion.Workspace), r.eval.Lap, c, r.cfg.CGTol, r.cfg.CGMax)
	}
	return diffusion.NewCG(r.eval.Lap, c, r.cfg.CGTol, r.cfg.CGMax)
}
