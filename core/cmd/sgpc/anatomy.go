package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"sheafscope/core/json"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/tables"
)

// texasSize names a random graph with Texas's numbers of nodes, edges and classes, and about
// its number of stored features (15 372; Texas has 15 266, in 1703 columns).
const texasSize = "sbm:n=183,classes=5,degree=3.05,homophily=0.1,features=84"

// Epochs that bench does before it times, and that it times without -epochs.
const (
	warmEpochs  = 3
	timedEpochs = 5
)

// anatomyReport is the JSON object that bench -anatomy ends with. EpochMS is the mean over Epochs by a clock around
// each; GemmPerSecond are multiply-adds a second of a dense product of order 512, BytesPerSecond those of y ← y + a·x on long vectors.
type anatomyReport struct {
	Graph          string        `json:"graph"`
	N              int           `json:"n"`
	M              int           `json:"m"`
	Model          string        `json:"model"`
	Reading        string        `json:"reading"`
	Kernel         string        `json:"kernel"`
	Warm           int           `json:"warm"`
	Epochs         int           `json:"epochs"`
	EpochMS        float64       `json:"epoch_ms"`
	GemmPerSecond  float64       `json:"gemm_per_second"`
	BytesPerSecond float64       `json:"bytes_per_second"`
	Stages         []anatomyLine `json:"stages"`
	Operations     []anatomyLine `json:"operations"`
}

// anatomyLine has the milliseconds an epoch of a stage or of an operation, and its share of their sum. What the stage asks for is nil
// where it is not counted; OfGemm and OfBandwidth are what it gets of the ceilings.
type anatomyLine struct {
	Stage        int      `json:"stage"` // 0: of none
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

// benchCommand tells where the time of an epoch goes.
func benchCommand(args []string) int {
	o := newOptions("bench")
	o.graph, o.fs.Lookup("graph").DefValue = texasSize, texasSize
	o.fs.Lookup("epochs").Usage = "epochs to time (0: " + strconv.Itoa(timedEpochs) + ")"
	anatomy := o.fs.Bool("anatomy", false, "time by stage and operation, work, and shares of the machine's ceilings")
	warm := o.fs.Int("warm", warmEpochs, "`epochs` before those that are timed")
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	switch {
	case !*anatomy:
		return fail(usageError{errors.New("bench: say -anatomy; ./build.sh bench times kernels and epochs")})
	case *warm < 0:
		return fail(usageError{fmt.Errorf("-warm %d: want 0 or more", *warm)})
	case o.epochs < 0:
		return fail(usageError{fmt.Errorf("-epochs %d: want 1 or more, or 0 for %d", o.epochs, timedEpochs)})
	case o.epochs == 0:
		o.epochs = timedEpochs
	}
	rep, err := o.dissect(*warm)
	if err != nil {
		return fail(err)
	}
	if !o.json {
		fmt.Print(rep.markdown())
		return 0
	}
	line, err := json.Marshal(rep)
	if err != nil {
		return fail(err)
	}
	fmt.Println(string(line))
	return 0
}

// dissect trains some epochs and times those after them.
func (o *options) dissect(warm int) (*anatomyReport, error) {
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	cfg.Epochs, cfg.Patience = 0, 0 // it does not end before they are timed
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly()
	for range warm {
		r.StepEpoch()
	}
	start := time.Now()
	clock := func() float64 { return time.Since(start).Seconds() }
	rep := &anatomyReport{Graph: g.Name, N: g.N, M: len(g.Edges), Model: cfg.Model, Reading: cfg.Reading, Kernel: linalg.Kernel(), Warm: warm}
	a := r.Dissect(o.epochs, clock)
	rep.GemmPerSecond, rep.BytesPerSecond = ceilings(clock)
	rep.fill(a)
	return rep, nil
}

// ceilings measures the fastest of some dense products of order 512, in multiply-adds a second, and of some y ← y + a·x
// on vectors that no cache holds, in bytes a second.
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
	a, b, c := linalg.NewDense(order, order), linalg.NewDense(order, order), linalg.NewDense(order, order)
	fill(a.Data)
	fill(b.Data)
	product := fastest(func() { linalg.Gemm(false, false, 1, a, b, 0, c) })
	x, y := fill(make([]float64, long)), fill(make([]float64, long))
	sum := fastest(func() { linalg.Axpy(1e-9, x, y) })
	return order * order * order / product, 3 * 8 * long / sum
}

// fill makes the lines: the stages that have an operation, what belongs to none, and all operations.
func (rep *anatomyReport) fill(a sgpc.Anatomy) {
	rep.Epochs, rep.EpochMS = a.Epochs, 1e3*a.Seconds
	total := 0.0
	for _, p := range a.Parts {
		for _, s := range p.Seconds {
			total += s
		}
	}
	for _, p := range a.Parts {
		line := anatomyLine{Stage: p.Stage, Name: p.Name}
		line.add(p)
		rep.Operations = append(rep.Operations, line)
		last := len(rep.Stages) - 1
		switch {
		case p.Stage == 0:
			rep.Stages = append(rep.Stages, line)
		case last >= 0 && rep.Stages[last].Stage == p.Stage:
			rep.Stages[last].add(p)
		default:
			line.Name = sgpc.StageNames[p.Stage]
			rep.Stages = append(rep.Stages, line)
		}
		rep.work(&rep.Stages[len(rep.Stages)-1], p, &a.Work)
	}
	for _, lines := range [][]anatomyLine{rep.Stages, rep.Operations} {
		for k := range lines {
			lines[k].Share = over(lines[k].Sum, 1e3*total)
		}
	}
}

// add adds the time of a part.
func (l *anatomyLine) add(p sgpc.AnatomyPart) {
	for phase, to := range []*float64{&l.Evaluation, &l.Forward, &l.Backward, &l.Update} {
		*to += 1e3 * p.Seconds[phase]
		l.Sum += 1e3 * p.Seconds[phase]
	}
}

// work sets what a line of the stages asks for, and its shares of the ceilings in the phases in which that is counted.
func (rep *anatomyReport) work(l *anatomyLine, p sgpc.AnatomyPart, stages *sgpc.StageWork) {
	phases := stages[p.Stage]
	if p.Stage == 0 {
		phases[sgpc.PhaseUpdate] = p.Work
	}
	counted := func(of func(sgpc.Work) float64, ceiling float64) (work, share *float64) {
		sum, ms := 0.0, 0.0
		for k, t := range []float64{l.Evaluation, l.Forward, l.Backward, l.Update} {
			if x := of(phases[k]); x > 0 {
				sum += x
				ms += t
			}
		}
		return some(sum), some(over(sum, ceiling*ms/1e3))
	}
	l.MultiplyAdds, l.OfGemm = counted(func(w sgpc.Work) float64 { return w.MultiplyAdds }, rep.GemmPerSecond)
	l.Bytes, l.OfBandwidth = counted(func(w sgpc.Work) float64 { return w.Bytes }, rep.BytesPerSecond)
}

// some is nil for 0, which is what is not counted.
func some(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// over is a/b, and 0 where nothing took time.
func over(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// markdown writes both tables and what their figures mean.
func (rep *anatomyReport) markdown() string {
	ms := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	times := func(l *anatomyLine) []string {
		return []string{ms(l.Evaluation), ms(l.Forward), ms(l.Backward), ms(l.Update), ms(l.Sum), shareOf(&l.Share)}
	}
	clocks := []string{"evaluation, ms", "training forward", "backward", "update", "sum", "share"}
	var stages, operations [][]string
	for k := range rep.Stages {
		l := &rep.Stages[k]
		stages = append(stages, append(append([]string{l.Name}, times(l)...),
			millions(l.MultiplyAdds), millions(l.Bytes), shareOf(l.OfGemm), shareOf(l.OfBandwidth)))
	}
	for k := range rep.Operations {
		l := &rep.Operations[k]
		name := l.Name
		if l.Stage > 0 {
			name = sgpc.StageNames[l.Stage] + ": " + name
		}
		operations = append(operations, append([]string{name}, times(l)...))
	}
	head := append([]string{"Stage"}, clocks...)
	return fmt.Sprintf("%s: %d nodes, %d edges, %s (%s), kernel %s. An epoch took %s ms, the mean of %d after %d.\n\n",
		rep.Graph, rep.N, rep.M, rep.Model, rep.Reading, rep.Kernel, ms(rep.EpochMS), rep.Epochs, rep.Warm) +
		tables.Markdown(append(head, "10⁶ multiply-adds", "MB", "of gemm", "of bandwidth"), stages) + "\n" +
		tables.Markdown(append([]string{"Operation"}, clocks...), operations) +
		fmt.Sprintf("\nCeilings: %.2f·10⁹ multiply-adds a second in a product of order 512, %.1f GB/s in y ← y + a·x on %d MB.\n",
			rep.GemmPerSecond/1e9, rep.BytesPerSecond/1e9, 2*8<<22>>20) +
		`Multiply-adds are those of products of matrices, of solves (as many iterations as the slowest channel took) and of inner products;
functions and what goes number by number are not among them. Bytes: every operation reads its operands and writes its results once, so
that a share of the bandwidth above 100 % says that a cache held them. A dash: not counted (peers, the reading "code", the ascent, the
posterior, zeros for the gradients). Of the plans bytes alone are counted (none in the mode "w2"), of diffusion over drawn edges and of
attention nothing; the shares of the ceilings are those in the columns whose work is counted.
`
}

func shareOf(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(100**x, 'f', 1, 64) + " %"
}

func millions(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x/1e6, 'f', 3, 64)
}
