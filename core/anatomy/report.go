// Package anatomy measures the time of an epoch by stage and operation, for the command sgpc bench.
// An epoch has four phases: evaluation, forward pass, backward pass and update of the parameters.
// The package also compares the work of the stages with the highest measured speed of the machine.
package anatomy

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
)

// Times is the time of the epochs of a run by stage and by operation.
//   - N and M are the numbers of nodes and edges of the graph. Model and Reading are the settings of these names.
//   - Kernel is the name of the implementation of package linalg.
//   - EpochMS is the mean time of an epoch over Epochs epochs, after Warm epochs that were not measured.
//   - GemmPerSecond and BytesPerSecond are the ceilings of the machine; see [ceilings].
type Times struct {
	Graph          string  `json:"graph"`
	N              int     `json:"n"`
	M              int     `json:"m"`
	Model          string  `json:"model"`
	Reading        string  `json:"reading"`
	Kernel         string  `json:"kernel"`
	Warm           int     `json:"warm"`
	Epochs         int     `json:"epochs"`
	EpochMS        float64 `json:"epoch_ms"`
	GemmPerSecond  float64 `json:"gemm_per_second"`
	BytesPerSecond float64 `json:"bytes_per_second"`
	Stages         []Line  `json:"stages"`
	Operations     []Line  `json:"operations"`
}

// Line is the time of a stage or of an operation in an epoch, in milliseconds by phase.
// Sum is the time of all phases, and Share is its share of the time of all operations, in 0..1.
// MultiplyAdds and Bytes are the work in an epoch. OfGemm and OfBandwidth are the speed of this work, divided by the machine's ceiling.
// These four fields are nil in Times.Operations, and for work that is 0 or not counted.
// OfGemm and OfBandwidth are also nil if no time was measured for the work.
type Line struct {
	Stage        int      `json:"stage"` // number of the stage from 1 to 10, 0 for operations outside the stages
	Name         string   `json:"name"`
	Evaluation   float64  `json:"evaluation_ms"`
	Forward      float64  `json:"forward_ms"`
	Backward     float64  `json:"backward_ms"`
	Update       float64  `json:"update_ms"`
	Sum          float64  `json:"sum_ms"`
	Share        float64  `json:"share"`
	MultiplyAdds *float64 `json:"multiply_adds"`
	Bytes        *float64 `json:"bytes"`
	OfGemm       *float64 `json:"of_gemm"`
	OfBandwidth  *float64 `json:"of_bandwidth"`
}

// Measure trains warm epochs of a run without a measurement, and then measures the time of further epochs.
// The clock returns the time in seconds since a fixed moment.
// With epochs = 0, it measures as many epochs as fit into a second at the speed of the last warm epoch, but at least 3 and at most 100.
// If warm is 0, too, it measures 100 epochs. If the run ends before, it measures fewer.
// Measure does not set Graph, N, M, Model and Reading.
func Measure(r *sgpc.Run, warm, epochs int, clock func() float64) *Times {
	rep := &Times{Kernel: linalg.Kernel(), Warm: warm}
	lastEpoch := 0.0 // duration of the last warm epoch in seconds
	for range warm {
		start := clock()
		r.StepEpoch()
		lastEpoch = clock() - start
	}
	if epochs == 0 {
		// lastEpoch can be 0: without warm epochs, or with a coarse clock.
		perSecond := 1 / max(lastEpoch, 1e-3)
		epochs = int(min(100, max(3, perSecond)))
	}
	a := r.Dissect(epochs, clock) // mean times of the operations in seconds, by phase
	rep.GemmPerSecond, rep.BytesPerSecond = ceilings(clock)
	rep.Fill(a)
	return rep
}

// ceilings returns the highest measured speeds of the machine.
// multiplyAdds is the speed of dense products of order 512, in multiply-adds per second.
// bytes is the speed of y ← y + a·x on vectors of 32 MB, larger than most caches, in bytes per second.
func ceilings(clock func() float64) (multiplyAdds, bytes float64) {
	const (
		order = 512     // order of the matrices
		long  = 1 << 22 // length of the vectors
		turns = 8       // number of timings of each operation
	)
	// fill sets the elements of x to small whole numbers and returns x. The values do not affect the time.
	fill := func(x []float64) []float64 {
		for k := range x {
			x[k] = float64(k%7) - 3
		}
		return x
	}
	// fastest returns the shortest of several times of an operation, since other programs may delay it.
	fastest := func(run func()) float64 {
		best := math.Inf(1)
		for range turns {
			start := clock()
			run()
			best = min(best, clock()-start)
		}
		return best
	}
	a, b, c := linalg.NewDense(order, order), linalg.NewDense(order, order), linalg.NewDense(order, order)
	fill(a.Data)
	fill(b.Data)
	product := fastest(func() { linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, a, b, 0, c) })
	x, y := fill(make([]float64, long)), fill(make([]float64, long))
	sum := fastest(func() { linalg.Axpy(1e-9, x, y) }) // the small factor a = 10⁻⁹ keeps y nearly constant
	const bytesPerElement = 3 * 8                      // two reads and a write of 8 bytes
	return order * order * order / product, bytesPerElement * long / sum
}

// Fill sets Epochs, EpochMS, Stages and Operations from a measurement. Operations gets a line for each operation.
// Stages gets a line for each stage with an operation, and a line for each operation outside the stages.
func (rep *Times) Fill(a cost.Anatomy) {
	rep.Epochs, rep.EpochMS = a.Epochs, 1e3*a.Seconds
	total := 0.0
	for _, p := range a.Parts {
		for _, s := range p.Seconds {
			total += s
		}
	}
	// Operations of one stage follow each other in a.Parts, and share the line of the stage.
	for _, p := range a.Parts {
		line := Line{Stage: p.Stage, Name: p.Name}
		line.add(p)
		rep.Operations = append(rep.Operations, line)
		last := len(rep.Stages) - 1
		switch {
		case p.Stage == 0:
			rep.Stages = append(rep.Stages, line)
		case last >= 0 && rep.Stages[last].Stage == p.Stage:
			rep.Stages[last].add(p)
		default:
			line.Name = stage.Names[p.Stage]
			rep.Stages = append(rep.Stages, line)
		}
		// The work of a stage is set again after each of its operations. The last call has the times of all.
		rep.work(&rep.Stages[len(rep.Stages)-1], p, &a.Work)
	}
	// The shares of all lines of a table add up to 1, or are 0 if no time was measured.
	for _, lines := range [][]Line{rep.Stages, rep.Operations} {
		for k := range lines {
			lines[k].Share = ratio(lines[k].Sum, 1e3*total)
		}
	}
}

// add adds the time of an operation in each phase, converted from seconds to milliseconds.
func (l *Line) add(p cost.AnatomyPart) {
	// The fields are in the order of the phases of package cost.
	for phase, ms := range []*float64{&l.Evaluation, &l.Forward, &l.Backward, &l.Update} {
		*ms += float64(1e3 * p.Seconds[phase])
		l.Sum += float64(1e3 * p.Seconds[phase])
	}
}

// work sets MultiplyAdds, OfGemm, Bytes and OfBandwidth of the line l of Stages, which includes the times of the operation p.
// stageWork has the work of each stage by phase.
func (rep *Times) work(l *Line, p cost.AnatomyPart, stageWork *cost.StageWork) {
	phases := stageWork[p.Stage] // a copy of the array, so stageWork stays unchanged
	if p.Stage == 0 {            // an operation outside the stages works in the update only
		phases[cost.PhaseUpdate] = p.Work
	}
	// measure returns the sum of one kind of work over the phases, and the speed of this work as a share of the ceiling.
	// The time is the sum over the phases with such work.
	measure := func(workOf func(cost.Work) float64, ceiling float64) (work, share *float64) {
		sum, ms := 0.0, 0.0
		for k, phaseMS := range []float64{l.Evaluation, l.Forward, l.Backward, l.Update} {
			phaseWork := workOf(phases[k])
			if phaseWork > 0 {
				sum += phaseWork
				ms += phaseMS
			}
		}
		return nilIfZero(sum), nilIfZero(ratio(sum, ceiling*ms/1e3))
	}
	l.MultiplyAdds, l.OfGemm = measure(func(w cost.Work) float64 { return w.MultiplyAdds }, rep.GemmPerSecond)
	l.Bytes, l.OfBandwidth = measure(func(w cost.Work) float64 { return w.Bytes }, rep.BytesPerSecond)
}

// nilIfZero returns a pointer to x, or nil for x = 0: no work was counted, or no time was measured.
func nilIfZero(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// ratio returns a/b, or 0 for b = 0.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
