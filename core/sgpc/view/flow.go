package view

// This file solves the diffusion of the first layer again and shows its iterates.

import (
	"math"

	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
)

// Limits of a [frame.Flow].
const (
	// flowFrames is the largest number of stored iterates, without the last iterate.
	flowFrames = 48
	// flowRounds is the number of rounds of the power iteration in flowDirection.
	flowRounds = 60
	// flowNumbers limits K·(N + M) for N nodes, M edges and K stored iterates, without the
	// last iterate. K = 2 is always allowed.
	flowNumbers = 1 << 22
)

// viewFlow solves the diffusion of the first layer again, and returns its iterates.
//   - dt is the diffusion time. dt ≤ 0 and NaN stand for the diffusion time of the run. A time
//     above frame.MaxFlowDt is replaced by frame.MaxFlowDt.
//   - node selects the node of Flow.Evolution.
//   - channel (1-based) selects the channel of Flow.Value, which is nil without such a channel.
//
// viewFlow returns nil for a model without diffusion, from the start of an epoch to the start
// of its diffusion, and if the features have more than frame.MaxFlowFeatures numbers.
func (r *viewer) viewFlow(dt float64, node, channel int) *frame.Flow {
	eval := r.eval
	if len(eval.Diffused) == 0 || eval.Lap == nil {
		return nil
	}
	diffused := eval.Diffused[0]
	if !r.hasSolve(0) || len(diffused.In.Data) > frame.MaxFlowFeatures {
		return nil
	}
	h, channels := diffused.In.Data, diffused.In.Cols
	if !(dt > 0) { // also true for NaN
		dt = diffused.Dt
	}
	dt = min(dt, frame.MaxFlowDt)
	v := &frame.Flow{Dt: dt, Run: diffused.Dt}
	v.Evolution = r.viewEvolution(h, channels, dt, node)

	// The solve with the diffusion time of the run determines the direction and the
	// scale of the coordinates. Pictures with other diffusion times are then comparable.
	cg := r.newCG(channels)
	direction := r.flowDirection(cg.Solve(diffused.Dt, h))
	solveOfRun := &frame.Flow{}
	r.flowCoords(solveOfRun, cg.X(), direction)
	for _, x := range solveOfRun.Coord {
		v.Scale = max(v.Scale, math.Abs(float64(x)))
	}

	// A first solve with dt counts the iterations; for the time of the run this is the solve
	// above. A second solve with dt stores the first and the last iterate, and iterates at even
	// distances between them: at most maxStored + 1 in all.
	if dt != diffused.Dt {
		cg.Solve(dt, h)
	}
	maxStored := max(2, min(flowFrames, flowNumbers/(r.Graph.N+len(r.Graph.Edges))))
	last := cg.Iterations()
	cg.Start(dt, h)
	for k := 0; ; k++ {
		isDue := len(v.Iter)*last <= k*maxStored // stored/maxStored ≤ k/last
		if isDue {                               // true for the first and the last iterate
			r.flowFrame(v, cg, direction, k, channel)
		}
		if k >= last {
			return v
		}
		cg.Step()
	}
}

// flowFrame appends to v the present iterate of cg, iterate k (0-based), with its residual,
// energies, coordinates and classes. direction is u of flowCoords. channel is 1-based.
func (r *viewer) flowFrame(v *frame.Flow, cg *diffusion.CG, direction []float64, k, channel int) {
	eval, x := r.eval, cg.X()
	channels := len(x) / eval.Lap.Dim()
	residuals := cg.Residuals()
	v.Iter = append(v.Iter, k)
	v.Residual = append(v.Residual, residuals[len(residuals)-1])
	energies := make([]float64, len(eval.Hat.Edges))
	total := eval.Hat.Dirichlet(energies, nil, x, channels)
	v.Energy = append(v.Energy, total)
	for _, energy := range energies {
		share := energy // 0 for the total 0
		if total > 0 {
			share /= total
		}
		v.EdgeEnergy = append(v.EdgeEnergy, float32(share))
	}
	r.flowCoords(v, x, direction)
	if channel > 0 && channel <= channels {
		for i := range r.Graph.N { // the first coordinate of each stalk
			v.Value = append(v.Value, float32(x[i*eval.Hat.D*channels+channel-1]))
		}
	}
	r.flowClasses(v, x)
}

// flowDirection returns the unit vector u ∈ R^w along which the rows of x (n×w,
// w = d·c) have the largest variance, by power iteration. For equal rows it returns the start
// vector, which is no unit vector.
func (r *viewer) flowDirection(x []float64) []float64 {
	n := r.Graph.N
	w := len(x) / n
	mean := rowMean(x, n, w)
	u, next := make([]float64, w), make([]float64, w)
	// The start vector has unequal entries, since a vector of ones can be orthogonal to
	// the result.
	for k := range u {
		u[k] = 1 + float64(0.01*float64(k))
	}
	for range flowRounds {
		// next = Σ_i ⟨x_i − mean, u⟩ x_i is n times the covariance times u: the coefficients
		// have the sum 0, so that x_i needs no subtraction of the mean.
		clear(next)
		shift := linalg.Dot(mean, u)
		for i := range n {
			row := x[i*w : (i+1)*w]
			linalg.Axpy(linalg.Dot(row, u)-shift, row, next)
		}
		norm := linalg.Nrm2(next)
		if norm == 0 { // all rows are equal: their coordinates are 0 for every u
			break
		}
		for k := range u {
			u[k] = next[k] / norm
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

// flowCoords appends the coordinate ⟨x_i − mean, u⟩ of every node i, and the
// standard deviation of these coordinates.
func (r *viewer) flowCoords(v *frame.Flow, x, u []float64) {
	n, w := r.Graph.N, len(u)
	shift := linalg.Dot(rowMean(x, n, w), u)
	squares := 0.0
	for i := range n {
		coordinate := linalg.Dot(x[i*w:(i+1)*w], u) - shift
		squares += float64(coordinate * coordinate)
		v.Coord = append(v.Coord, float32(coordinate))
	}
	v.Spread = append(v.Spread, math.Sqrt(squares/float64(n)))
}

// flowClasses appends a class for every node: the class of the nearest mean in
// classMeans, or −1 if [nearestMean] finds none. It also appends the accuracy of these
// classes on the labelled nodes outside the training set. Without such nodes the accuracy
// is −1.
func (r *viewer) flowClasses(v *frame.Flow, x []float64) {
	g, w := r.Graph, len(x)/r.Graph.N
	means, count := r.classMeans(x, w)
	isTraining := make([]bool, g.N)
	for _, i := range r.Split.Train {
		isTraining[i] = true
	}
	correct, judged := 0, 0
	for i := range g.N {
		nearest := nearestMean(x[i*w:(i+1)*w], means, count)
		v.Class = append(v.Class, int32(nearest))
		label := g.Labels[i]
		if label >= 0 && !isTraining[i] {
			judged++
			if label == nearest {
				correct++
			}
		}
	}
	accuracy := -1.0
	if judged > 0 {
		accuracy = float64(correct) / float64(judged)
	}
	v.Right = append(v.Right, accuracy)
}

// classMeans returns means (C×w) and count (C numbers). Row k of means is the mean of the
// rows of x (n×w) over the training nodes of class k. count[k] is the number of these
// nodes.
func (r *viewer) classMeans(x []float64, w int) (means, count []float64) {
	g := r.Graph
	means, count = make([]float64, g.Classes*w), make([]float64, g.Classes)
	for _, i := range r.Split.Train {
		label := g.Labels[i]
		if label >= 0 {
			count[label]++
			linalg.Axpy(1, x[i*w:(i+1)*w], means[label*w:(label+1)*w])
		}
	}
	for label, nodes := range count {
		if nodes > 0 {
			linalg.Scal(1/nodes, means[label*w:(label+1)*w])
		}
	}
	return means, count
}

// nearestMean returns the class with the mean nearest to a row, among the classes with
// count > 0. It returns −1 without such a class, and if the row equals all their means.
func nearestMean(row, means, count []float64) int {
	w := len(row)
	nearest, smallest, largest := -1, math.Inf(1), 0.0 // squared distances
	for label, nodes := range count {
		if nodes == 0 {
			continue
		}
		square := 0.0
		for k, mean := range means[label*w : (label+1)*w] {
			square += float64((row[k] - mean) * (row[k] - mean))
		}
		largest = max(largest, square)
		if square < smallest {
			smallest, nearest = square, label
		}
	}
	if largest == 0 { // no class is nearer than another
		return -1
	}
	return nearest
}

// newCG returns a solver for the given number of channels, with CGTol and CGMax of the settings.
func (r *viewer) newCG(channels int) *diffusion.CG {
	if r.cfg.Reading == "code" { // the authors' program has no preconditioner
		return diffusion.NewPlainCG(new(diffusion.Workspace), r.eval.Lap, channels, r.cfg.CGTol, r.cfg.CGMax)
	}
	return diffusion.NewCG(r.eval.Lap, channels, r.cfg.CGTol, r.cfg.CGMax)
}
