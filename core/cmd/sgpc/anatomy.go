// The command bench prints the time, the work and the bytes of an epoch, by stage and by operation.
// A stage is a step of the epoch, such as the restriction maps. It has several operations, such as matrix products.

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

// texasSize is the default graph of bench: a random graph with the numbers of nodes, edges and classes of the data set Texas.
// Its 84 feature columns have 15 372 nonzero entries. Texas has 15 266 in 1703 columns, so both need about the same work.
const texasSize = "sbm:n=183,classes=5,degree=3.05,homophily=0.1,features=84"

const (
	warmEpochs  = 3 // default number of epochs before the measurement, which fill the caches
	timedEpochs = 5 // default number of measured epochs
)

// benchCommand prints the time of an epoch by stage and by operation, and returns the exit status.
// It requires the flag -anatomy, since it has no other measurement.
func benchCommand(args []string) int {
	o := newOptions("bench")
	// The shared flags -graph and -epochs have other defaults in this command. DefValue is the text of a default in the usage.
	o.graph = texasSize
	o.fs.Lookup("graph").DefValue = texasSize
	o.fs.Lookup("epochs").Usage = "epochs to time (0: " + strconv.Itoa(timedEpochs) + ")"
	withAnatomy := o.fs.Bool("anatomy", false, "time by stage and operation, work, and shares of the machine's ceilings")
	warm := o.fs.Int("warm", warmEpochs, "`epochs` before those that are timed")
	if status, stop := o.parse(args); stop {
		return status
	}
	if !*withAnatomy {
		return fail(usageError{errors.New("bench: say -anatomy; ./build.sh bench times kernels and epochs")})
	}
	if *warm < 0 {
		return fail(usageError{fmt.Errorf("-warm %d: want 0 or more", *warm)})
	}
	if o.epochs == 0 { // the flag -epochs is missing or 0
		o.epochs = timedEpochs
	}
	rep, err := o.measureAnatomy(*warm)
	if err != nil {
		return fail(err)
	}
	// The output is the tables or, with -json, only the JSON object.
	if !o.json {
		return show(anatomyTables(rep))
	}
	return printJSON(rep)
}

// measureAnatomy trains the given number of warm-up epochs and then measures -epochs further epochs of the run that the flags describe.
func (o *options) measureAnatomy(warm int) (*anatomy.Times, error) {
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	cfg.Epochs, cfg.Patience = 0, 0 // 0 means no limit, so that the run cannot end during the measurement
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly()     // without stored states of earlier epochs (key frames), since nobody steps back in the run
	start := time.Now() // the clock counts from this moment
	rep := anatomy.Measure(r, warm, o.epochs, func() float64 { return time.Since(start).Seconds() })
	rep.Graph, rep.N, rep.M = g.Name, g.N, len(g.Edges)
	rep.Model, rep.Reading = cfg.Model, cfg.Reading
	return rep, nil
}

// clockColumns are the headings of the time columns in both tables. [timeCells] returns their cells.
var clockColumns = []string{"evaluation, ms", "training forward", "backward", "update", "sum", "share"}

// timeCells returns the times of a line in milliseconds, and the line's share of the time of an epoch.
func timeCells(l *anatomy.Line) []string {
	return []string{milliseconds(l.Evaluation), milliseconds(l.Forward), milliseconds(l.Backward), milliseconds(l.Update),
		milliseconds(l.Sum), percentOrDash(&l.Share)}
}

// milliseconds formats a number of milliseconds with three decimals.
func milliseconds(ms float64) string { return strconv.FormatFloat(ms, 'f', 3, 64) }

// anatomyTables returns a table of the stages and a table of the operations, with an explanation of their columns.
func anatomyTables(rep *anatomy.Times) string {
	// Only the table of the stages has columns for work and bytes, since both are counted by stage.
	var stages, operations [][]string
	for k := range rep.Stages {
		l := &rep.Stages[k]
		row := append([]string{l.Name}, timeCells(l)...)
		stages = append(stages, append(row, millionsOrDash(l.MultiplyAdds), millionsOrDash(l.Bytes),
			percentOrDash(l.OfGemm), percentOrDash(l.OfBandwidth)))
	}
	stageHead := append([]string{"Stage"}, clockColumns...)
	stageHead = append(stageHead, "10⁶ multiply-adds", "MB", "of gemm", "of bandwidth")
	// The name of the stage precedes the name of an operation inside a stage. Stage 0 stands for operations outside all stages.
	for k := range rep.Operations {
		l := &rep.Operations[k]
		name := l.Name
		if l.Stage > 0 {
			name = stage.Names[l.Stage] + ": " + name
		}
		operations = append(operations, append([]string{name}, timeCells(l)...))
	}
	operationHead := append([]string{"Operation"}, clockColumns...)
	const bandwidthMB = 2 * 8 << 22 >> 20 // size of x and y together: 2 vectors of 2²² numbers of 8 bytes; a MB is 2²⁰ bytes
	return fmt.Sprintf("%s: %d nodes, %d edges, %s (%s), kernel %s. An epoch took %s ms, the mean of %d after %d.\n\n",
		rep.Graph, rep.N, rep.M, rep.Model, rep.Reading, rep.Kernel, milliseconds(rep.EpochMS), rep.Epochs, rep.Warm) +
		tables.Markdown(stageHead, stages) + "\n" +
		tables.Markdown(operationHead, operations) +
		fmt.Sprintf("\nCeilings: %.2f·10⁹ multiply-adds a second in a product of order 512, %.1f GB/s in y ← y + a·x on %d MB.\n",
			rep.GemmPerSecond/1e9, rep.BytesPerSecond/1e9, bandwidthMB) +
		`Multiply-adds are those of products of matrices, of solves (as many iterations as the slowest channel took) and of inner products;
functions and what goes number by number are not among them. Bytes: every operation reads its operands and writes its results once, so
that a share of the bandwidth above 100 % says that a cache held them. A dash: not counted (peers, the reading "code", the
posterior, zeros for the gradients) or nothing to count. Adam takes the norm of the gradient, copies the parameters and clears the
gradients as it goes. Of the plans bytes alone are counted (none in the mode "w2"), of diffusion over drawn edges and of
attention nothing; the shares of the ceilings are those in the columns whose work is counted.
`
}

// percentOrDash formats a share, where 1 is 100 %, in per cent with one decimal. It returns a dash if the share was not measured (nil).
func percentOrDash(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(100**x, 'f', 1, 64) + " %"
}

// millionsOrDash formats a count in millions with three decimals. It returns a dash if nothing was counted (nil).
func millionsOrDash(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x/1e6, 'f', 3, 64)
}
