package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// traceCommand writes the trace of the last of some epochs.
func traceCommand(args []string) int {
	o := newOptions("trace")
	edges := o.fs.String("edges", "", "only these edges of the lift, as numbers separated by commas")
	out := o.fs.String("o", "", "`file` to write to (standard output)")
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	if *out != "" {
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
	list, err := parseNumbers("-edges", *edges, len(g.Edges))
	if err != nil {
		return fail(usageError{err})
	}
	if list == nil && len(g.Edges)*cfg.D*cfg.D > trace.MaxFloats {
		fmt.Fprintf(os.Stderr, "sgpc: %d edges are too many for a whole lift; name some with -edges\n", len(g.Edges))
	}
	o.runToEnd(r)
	text, err := trace.Text(r, list)
	if err != nil {
		return fail(err)
	}
	if text = append(text, '\n'); *out == "" {
		return show(string(text))
	}
	if err := replace(*out, text); err != nil {
		return fail(err)
	}
	return 0
}

// traceRun returns the run of trace and spectrum: -epochs epochs, by default one, without early stopping.
func (o *options) traceRun() (*sgpc.Run, error) {
	if o.epochs == 0 && !(o.weights != "" && o.isSet("epochs")) {
		o.epochs = 1
	}
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	cfg.Patience = 0
	return o.start(g, split, cfg)
}

// parseNumbers returns the numbers of a flag such as "3,5,8", each from 0 to n−1; nil for "".
func parseNumbers(flag, s string, n int) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	var out []int
	for _, p := range strings.Split(s, ",") {
		k, err := strconv.Atoi(p)
		if err != nil || k < 0 || k >= n {
			return nil, fmt.Errorf("%s %s: want numbers from 0 to %d", flag, s, n-1)
		}
		out = append(out, k)
	}
	return out, nil
}

// spectrumReport is the JSON object of the spectrum command.
type spectrumReport struct {
	Graph string               `json:"graph"`
	Epoch int                  `json:"epoch"`
	Dim   int                  `json:"dim"`
	S     trace.SpectrumRecord `json:"spectrum"`
}

// spectrumCommand writes the eigenvalues of the sheaf Laplacian.
func spectrumCommand(args []string) int {
	o := newOptions("spectrum")
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	r, err := o.traceRun()
	if err != nil {
		return fail(err)
	}
	o.runToEnd(r)
	v := view.Spectrum(r)
	if v == nil {
		return fail(fmt.Errorf("the model %s has no sheaf Laplacian; choose sgpc", r.Config().Model))
	}
	return printJSON(spectrumReport{r.Graph.Name, r.Epoch(), v.Dim, trace.SpectrumOf(v)})
}
