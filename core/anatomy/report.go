// Package anatomy measures the time of an epoch by stage and operation, in milliseconds for each phase.
// It compares the work of the stages with the measured speed of the machine.
package anatomy

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
)

// Times is the time of the epochs of a run by stage and by operation.
// EpochMS is the mean time of an epoch over Epochs, after Warm epochs that were not measured.
// GemmPerSecond is the number of multiply-adds a second in a dense product of order 512.
// BytesPerSecond is the number of bytes a second in y ← y + a·x on long vectors.
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

// Line is the time of a stage or an operation in an epoch, in milliseconds by phase, and its share of the whole time.
// MultiplyAdds and Bytes are the work of a stage. OfGemm and OfBandwidth are the speed of the stage as a share of the machine's.
// These four are nil for work that is not counted.
type Line struct {
	Stage        int      `json:"stage"` // 0 for operations outside the stages
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

// Measure trains warm epochs of a run without measuring them, and measures the time of further epochs. The clock returns seconds.
// With epochs = 0 it measures as many epochs as fit into a second, but at least 3 and at most 100.
func Measure(r *sgpc.Run, warm, epochs int, clock func() float64) *Times {
	rep := &Times{Kernel: linalg.Kernel(), Warm: warm}
	last := 0.0
	for range warm {
		start := clock()
		r.StepEpoch()
		last = clock() - start
	}
	if epochs == 0 {
		epochs = int(min(100, max(3, 1/max(last, 1e-3))))
	}
	a := r.Dissect(epochs, clock)
	rep.GemmPerSecond, rep.BytesPerSecond = ceilings(clock)
	rep.Fill(a)
	return rep
}

// ceilings returns the highest measured speeds of the machine.
// The first is that of dense products of order 512, in multiply-adds per second.
// The second is that of y ← y + a·x on vectors larger than any cache, in bytes per second.
func ceilings(clock func() float64) (multiplyAdds, bytes float64) {
	const order, long, turns = 512, 1 << 22, 8
	fill := func(x []float64) []float64 {
		for k := range x {
			x[k] = float64(k%7) - 3
		}
		return x
	}
	fastest := func(run func()) float64 {
		best := math.Inf(1)
		for range turns {
			start := clock()
			run()
			best = min(best, clock()-start)
		}
		return best
	}
	// Both operations are timed several times, and the fastest time counts.
	a, b, c := linalg.NewDense(order, order), linalg.NewDense(order, order), linalg.NewDense(order, order)
	fill(a.Data)
	fill(b.Data)
	product := fastest(func() { linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, a, b, 0, c) })
	x, y := fill(make([]float64, long)), fill(make([]float64, long))
	sum := fastest(func() { linalg.Axpy(1e-9, x, y) })
	return order * order * order / product, 3 * 8 * long / sum
}

// Fill sets the lines: the stages that have an operation, the operations outside the stages, and all operations.
func (rep *Times) Fill(a cost.Anatomy) {
	rep.Epochs, rep.EpochMS = a.Epochs, 1e3*a.Seconds
	total := 0.0
	for _, p := range a.Parts {
		for _, s := range p.Seconds {
			total += s
		}
	}
	// Operations of one stage follow each other, and share the line of the stage.
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
		rep.work(&rep.Stages[len(rep.Stages)-1], p, &a.Work)
	}
	for _, lines := range [][]Line{rep.Stages, rep.Operations} {
		for k := range lines {
			lines[k].Share = ratio(lines[k].Sum, 1e3*total)
		}
	}
}

// add adds the time of an operation.
func (l *Line) add(p cost.AnatomyPart) {
	for phase, ms := range []*float64{&l.Evaluation, &l.Forward, &l.Backward, &l.Update} {
		*ms += 1e3 * p.Seconds[phase]
		l.Sum += 1e3 * p.Seconds[phase]
	}
}

// work sets the work of a line of the stages, and its shares of the ceilings in the phases whose work is counted.
func (rep *Times) work(l *Line, p cost.AnatomyPart, stages *cost.StageWork) {
	phases := stages[p.Stage]
	if p.Stage == 0 {
		phases[cost.PhaseUpdate] = p.Work
	}
	// counted returns the sum of one kind of work, and its speed as a share of the ceiling.
	counted := func(workOf func(cost.Work) float64, ceiling float64) (work, share *float64) {
		sum, ms := 0.0, 0.0
		for k, t := range []float64{l.Evaluation, l.Forward, l.Backward, l.Update} {
			if x := workOf(phases[k]); x > 0 {
				sum += x
				ms += t
			}
		}
		return nilIfZero(sum), nilIfZero(ratio(sum, ceiling*ms/1e3))
	}
	l.MultiplyAdds, l.OfGemm = counted(func(w cost.Work) float64 { return w.MultiplyAdds }, rep.GemmPerSecond)
	l.Bytes, l.OfBandwidth = counted(func(w cost.Work) float64 { return w.Bytes }, rep.BytesPerSecond)
}

// nilIfZero returns a pointer to x, or nil for x = 0, which stands for work that is not counted.
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
