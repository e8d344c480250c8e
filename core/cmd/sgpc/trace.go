// The commands trace and spectrum write quantities of one epoch: all intermediate quantities, or the eigenvalues.

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/spectral"
)

// traceCommand trains -epochs epochs (by default one) and writes every intermediate quantity of the last epoch as JSON, to standard output
// or to the file of -o. It returns the exit status.
func traceCommand(args []string) int {
	o := newOptions("trace")
	edges := o.fs.String("edges", "", "only these edges of the lift, as numbers separated by commas")
	out := o.fs.String("o", "", "`file` to write to (standard output)")
	if status, stop := o.parse(args); stop {
		return status
	}
	if *out != "" {
		// The run may take long. A file that cannot be written, or that the command reads, is therefore reported first.
		err := disk.CanWrite(*out)
		if err == nil {
			err = disk.Apart([]disk.Named{{Flag: "-o", File: *out}}, inputFiles(o.graph, o.split, o.weights))
		}
		if err != nil {
			return fail(err)
		}
	}
	r, err := o.traceRun()
	if err != nil {
		return fail(err)
	}
	g, cfg := r.Graph, r.Config()
	// Without -edges, a trace of SGPC has the lift (the maps and the steps of their computation) of all edges. If m·d² exceeds
	// trace.MaxFloats, it has no lift. m is the number of edges, and d the stalk dimension.
	liftEdges, err := parseNumbers("-edges", *edges, len(g.Edges))
	if err != nil {
		return fail(usageError{err})
	}
	isPeer := cfg.Model != "sgpc"
	if isPeer && liftEdges != nil {
		return fail(usageError{fmt.Errorf("-edges selects edges of the lift, which the trace of %s does not have", cfg.Model)})
	}
	liftSize := len(g.Edges) * cfg.D * cfg.D // m·d²
	if !isPeer && liftEdges == nil && liftSize > trace.MaxFloats {
		fmt.Fprintf(os.Stderr, "sgpc: %d edges are too many for a whole lift; name some with -edges\n", len(g.Edges))
	}
	o.runToEnd(r)
	text, err := trace.Text(r, liftEdges)
	if err != nil {
		return fail(err)
	}
	text = append(text, '\n')
	if *out == "" {
		return show(string(text))
	}
	if err := replace(*out, text); err != nil {
		return fail(err)
	}
	return 0
}

// traceRun returns the run of the commands trace and spectrum before its first epoch.
// The run has -epochs epochs, or one epoch by default, and no early stopping.
// With a network and -epochs 0, the run evaluates the network without training.
func (o *options) traceRun() (*sgpc.Run, error) {
	o.usualEpochs = 1
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	cfg.Patience = 0 // 0: no early stopping
	return o.start(g, split, cfg)
}

// parseNumbers parses the value of a flag, such as "3,5,8" or "3, 5, 8". It returns nil for an empty value.
// It fails for a part that is no number from 0 to n−1.
// flag is the name of the flag, for the text of the error.
func parseNumbers(flag, value string, n int) ([]int, error) {
	if value == "" {
		return nil, nil
	}
	var numbers []int
	for _, part := range strings.Split(value, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(part))
		isInRange := 0 <= k && k < n
		if err != nil || !isInRange {
			return nil, fmt.Errorf("%s %s: want numbers from 0 on, below %d, with commas between", flag, value, n)
		}
		numbers = append(numbers, k)
	}
	return numbers, nil
}

// spectrumReport is the JSON object that spectrum prints. Epoch is the number of finished epochs.
// Dim is the number of rows of the sheaf Laplacian: nodes times stalk dimension. S has the eigenvalues of this Laplacian.
type spectrumReport struct {
	Graph string               `json:"graph"`
	Epoch int                  `json:"epoch"`
	Dim   int                  `json:"dim"`
	S     trace.SpectrumRecord `json:"spectrum"`
}

// spectrumCommand trains -epochs epochs (by default one) and prints the eigenvalues of the sheaf Laplacian after the last epoch.
// For a peer, it is the Laplacian of the last layer.
// It returns the exit status, which is 1 if the Laplacian is too large.
func spectrumCommand(args []string) int {
	o := newOptions("spectrum")
	if status, stop := o.parse(args); stop {
		return status
	}
	r, err := o.traceRun()
	if err != nil {
		return fail(err)
	}
	o.runToEnd(r)
	v := view.Spectrum(r)
	if v == nil {
		cfg := r.Config()
		err := frame.CheckSize(r.Graph.N * cfg.D)
		if cfg.Model != "sgpc" { // the smaller limit of view.Spectrum for peers
			err = fmt.Errorf("the Laplacian of the last layer of %s is too large for a spectrum; the limit for this model is %d rows", cfg.Model,
				spectral.MaxDense)
		}
		return fail(err)
	}
	return printJSON(spectrumReport{r.Graph.Name, r.Epoch(), v.Dim, trace.SpectrumOf(v)})
}
