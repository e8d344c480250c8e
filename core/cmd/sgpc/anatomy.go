package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"sheafscope/core/anatomy"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/tables"
)

// texasSize is a random graph with the numbers of nodes, edges and classes of Texas.
// It has about as many nonzero features: 15 372; Texas has 15 266, in 1703 columns.
const texasSize = "sbm:n=183,classes=5,degree=3.05,homophily=0.1,features=84"

// Default numbers of epochs of bench, before and during the measurement.
const (
	warmEpochs  = 3
	timedEpochs = 5
)

// benchCommand reports the time of an epoch by stage and operation.
func benchCommand(args []string) int {
	o := newOptions("bench")
	o.graph, o.fs.Lookup("graph").DefValue = texasSize, texasSize
	o.fs.Lookup("epochs").Usage = "epochs to time (0: " + strconv.Itoa(timedEpochs) + ")"
	asked := o.fs.Bool("anatomy", false, "time by stage and operation, work, and shares of the machine's ceilings")
	warm := o.fs.Int("warm", warmEpochs, "`epochs` before those that are timed")
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	switch {
	case !*asked:
		return fail(usageError{errors.New("bench: say -anatomy; ./build.sh bench times kernels and epochs")})
	case *warm < 0:
		return fail(usageError{fmt.Errorf("-warm %d: want 0 or more", *warm)})
	case o.epochs == 0:
		o.epochs = timedEpochs
	}
	rep, err := o.measureAnatomy(*warm)
	if err != nil {
		return fail(err)
	}
	if !o.json {
		return show(anatomyTables(rep))
	}
	return printJSON(rep)
}

// measureAnatomy trains warm epochs and times those after them.
func (o *options) measureAnatomy(warm int) (*anatomy.Times, error) {
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	cfg.Epochs, cfg.Patience = 0, 0 // without a limit the run cannot end during the measurement
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly()
	start := time.Now()
	rep := anatomy.Measure(r, warm, o.epochs, func() float64 { return time.Since(start).Seconds() })
	rep.Graph, rep.N, rep.M, rep.Model, rep.Reading = g.Name, g.N, len(g.Edges), cfg.Model, cfg.Reading
	return rep, nil
}

// anatomyTables returns both tables with an explanation of their columns.
func anatomyTables(rep *anatomy.Times) string {
	ms := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	times := func(l *anatomy.Line) []string {
		return []string{ms(l.Evaluation), ms(l.Forward), ms(l.Backward), ms(l.Update), ms(l.Sum), percentOrDash(&l.Share)}
	}
	clocks := []string{"evaluation, ms", "training forward", "backward", "update", "sum", "share"}
	var stages, operations [][]string
	for k := range rep.Stages {
		l := &rep.Stages[k]
		stages = append(stages, append(append([]string{l.Name}, times(l)...),
			millionsOrDash(l.MultiplyAdds), millionsOrDash(l.Bytes), percentOrDash(l.OfGemm), percentOrDash(l.OfBandwidth)))
	}
	for k := range rep.Operations {
		l := &rep.Operations[k]
		name := l.Name
		if l.Stage > 0 {
			name = stage.Names[l.Stage] + ": " + name
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
that a share of the bandwidth above 100 % says that a cache held them. A dash: not counted (peers, the reading "code", the
posterior, zeros for the gradients) or nothing to count. Adam takes the norm of the gradient, copies the parameters and clears the
gradients as it goes. Of the plans bytes alone are counted (none in the mode "w2"), of diffusion over drawn edges and of
attention nothing; the shares of the ceilings are those in the columns whose work is counted.
`
}

// percentOrDash returns a share in per cent, a dash for nil.
func percentOrDash(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(100**x, 'f', 1, 64) + " %"
}

// millionsOrDash returns a number in millions, a dash for nil.
func millionsOrDash(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x/1e6, 'f', 3, 64)
}
