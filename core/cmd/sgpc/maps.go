package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sheaf"
)

// mapsReport is the JSON object at the end of the output of maps.
type mapsReport struct {
	Graph string `json:"graph"`
	N     int    `json:"n"`
	M     int    `json:"m"`
	D     int    `json:"d"`
	// Stalks are the total dimensions of node stalks and of edge stalks, and Euler is their difference χ.
	// UnequalNodes and UnequalEdges are the dimensions of each stalk where they differ; D is then the largest, at least 2.
	Stalks       [2]int       `json:"stalks"`
	Euler        int          `json:"euler"`
	UnequalNodes []int        `json:"node_stalks,omitempty"`
	UnequalEdges []int        `json:"edge_stalks,omitempty"`
	Epochs       int          `json:"epochs"`
	Layers       int          `json:"layers"`
	Shift        float64      `json:"shift"`
	Maps         []sheafFacts `json:"maps"`
}

// sheafFacts are the quantities of one sheaf of a file.
// Trace is tr L = Σ‖F‖² over all maps, and H1 is dim H¹ = dim ker L − χ, nil where the kernel is unknown.
// The spectra are those of L and of L̂ = D^{-1/2} L D^{-1/2} with D = blockdiag(L) + shift·I.
// Energy is the Dirichlet energy tr(XᵀLX) of the signal, and Rayleigh is its ratio to tr(XᵀX), each also for L̂.
// They are nil without a signal, and ratios are nil for a zero signal.
type sheafFacts struct {
	Epoch       int                  `json:"epoch"`
	Layer       int                  `json:"layer"`
	Trace       float64              `json:"trace"`
	H1          *int                 `json:"h1"`
	L           trace.SpectrumRecord `json:"spectrum"`
	Normalized  trace.SpectrumRecord `json:"normalized"`
	Energy      *float64             `json:"energy"`
	Rayleigh    *float64             `json:"rayleigh"`
	EnergyHat   *float64             `json:"energy_normalized"`
	RayleighHat *float64             `json:"rayleigh_normalized"`
	// Holonomy has the holonomies of a cycle basis and of the cycle -cycle, nil where stalks differ in dimension.
	Holonomy *frame.Holonomies `json:"holonomy,omitempty"`
}

// mapsCommand prints spectrum, kernel and energy of the sheaves whose restriction maps are in a file.
func mapsCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc maps", flag.ContinueOnError)
	name := fs.String("graph", "", "`files` of the graph, separated by commas, when the maps lie beside it in a file of their own")
	shift := fs.Float64("shift", 1, "shift `s` of the normaliser D = blockdiag(L) + s·I")
	cycle := fs.String("cycle", "", "`nodes` of a cycle, separated by commas, whose holonomy is printed too")
	weights := fs.String("weights", "", "a trained network's `file` in place of FILE: its maps on the graph of -graph, as they are given")
	fs.Usage = func() {
		fmt.Fprintln(fs.Output(), "usage: sgpc maps [flags] FILE.npz\n\nFILE holds edge_index (2, m), R_ij and R_ji (m, d, d), with layers, or "+
			"epochs and layers, as leading axes; signal (n·d, c) may be there.\nWith stalks of unequal size it has node_offsets (n+1) and "+
			"edge_offsets (m+1), and R_ij and R_ji hold the maps one after another, each row by row.")
		fs.PrintDefaults()
	}
	if code := parse(fs, args); code != 0 {
		return max(code, 0)
	}
	if fs.NArg() != 1 && *weights == "" || *weights != "" && (fs.NArg() > 0 || *name == "") {
		return fail(usageError{errors.New("maps: give one file of restriction maps, or -graph and -weights; sgpc maps -h says what it holds")})
	}
	if !(*shift >= 0 && *shift <= 100) {
		return fail(usageError{fmt.Errorf("-shift %v: want a number from 0 to 100", *shift)})
	}
	nodes, err := cycleNodes(*cycle)
	if err != nil {
		return fail(usageError{err})
	}
	rep, err := readMaps(fs.Arg(0), *name, *weights, *shift, nodes)
	if err != nil {
		return fail(err)
	}
	var out strings.Builder
	stalks := fmt.Sprintf("stalks of dimension %d", rep.D)
	if all := slices.Concat(rep.UnequalNodes, rep.UnequalEdges); all != nil {
		stalks = fmt.Sprintf("stalks of dimension %d to %d", slices.Min(all), slices.Max(all))
	}
	fmt.Fprintf(&out, "%s: %d nodes, %d edges, %s, χ = %d − %d = %d\n", rep.Graph, rep.N, rep.M, stalks, rep.Stalks[0], rep.Stalks[1],
		rep.Euler)
	for _, f := range rep.Maps {
		fmt.Fprintf(&out, "epoch %d, layer %d: tr L = %.6g, dim ker = %s, dim H¹ = %s, λ₂(L) = %s, λ₂(L̂) = %s",
			f.Epoch, f.Layer, f.Trace, countText(f.L.KernelDim), countText(f.H1), numberText(f.L.Lambda2), numberText(f.Normalized.Lambda2))
		if f.Energy != nil {
			fmt.Fprintf(&out, ", energy of the signal %.6g", *f.Energy)
		}
		out.WriteString("\n" + holonomyText(f.Holonomy))
	}
	if code := show(out.String()); code != 0 {
		return code
	}
	return printJSON(rep)
}

// countText returns a number as text, "not counted" for nil.
func countText(k *int) string {
	if k == nil {
		return "not counted"
	}
	return fmt.Sprint(*k)
}

// numberText returns a number as text, "none" for nil.
func numberText(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprintf("%.6g", *x)
}

// readMaps reads the maps of a file and returns the quantities of each sheaf.
func readMaps(name, beside, weights string, shift float64, cycle []int) (*mapsReport, error) {
	read := loadMaps
	if weights != "" {
		name, read = weights, mapsOfNetwork
	}
	g, maps, err := read(name, beside)
	if err != nil {
		return nil, err
	}
	nodes, edges := maps.Dims(g.N, len(g.Edges))
	rep := &mapsReport{Graph: g.Name, N: g.N, M: len(g.Edges), D: maps.D, Stalks: [2]int{nodes, edges}, Euler: nodes - edges,
		UnequalNodes: maps.Nodes, UnequalEdges: maps.Edges, Epochs: maps.Epochs, Layers: maps.Layers, Shift: shift}
	for k := range maps.Count() {
		r, signal := maps.At(k)
		f, err := factsOfSheaf(&sheaf.Sheaf{N: g.N, D: maps.D, Edges: g.Edges, R: r}, signal, maps.Channels, shift)
		if err != nil {
			return nil, err
		}
		f.Epoch, f.Layer = k/maps.Layers, k%maps.Layers
		filled := g.N*maps.D - nodes // coordinates added to fill stalks up to D, each a dimension of the kernel
		dropZeros(&f.L, filled)
		dropZeros(&f.Normalized, filled)
		if f.L.KernelDim != nil {
			h1 := *f.L.KernelDim - rep.Euler
			f.H1 = &h1
		}
		if maps.Nodes == nil {
			f.Holonomy = frame.HolonomiesOf(&sheaf.Sheaf{N: g.N, D: maps.D, Edges: g.Edges, R: r}, g, 0, cycle, 0)
			if cycle != nil && f.Holonomy.One == nil {
				return nil, fmt.Errorf("-cycle: %s", f.Holonomy.Why)
			}
		} else if cycle != nil {
			return nil, errors.New("-cycle: stalks of unequal size have no orthogonal transports; sgpc sheaf carries a vector by its maps")
		}
		rep.Maps = append(rep.Maps, f)
	}
	return rep, nil
}

// dropZeros removes a number of zero eigenvalues from a spectrum.
func dropZeros(s *trace.SpectrumRecord, zeros int) {
	s.Values = s.Values[min(zeros, len(s.Values)):]
	if s.KernelDim != nil {
		*s.KernelDim -= zeros
	}
	if s.KernelRange != nil {
		s.KernelRange[0], s.KernelRange[1] = max(0, s.KernelRange[0]-zeros), max(0, s.KernelRange[1]-zeros)
	}
}

// loadMaps reads a file of maps, with the files of its graph unless it contains the graph.
func loadMaps(name, beside string) (*graph.Graph, *content.Maps, error) {
	data, err := disk.Read(name, graphio.MaxInput)
	if err != nil {
		return nil, nil, err
	}
	files := []graphio.File{{Name: filepath.Base(name), Data: data}}
	if beside != "" {
		more, err := readFiles(fileNames(beside))
		if err != nil {
			return nil, nil, err
		}
		files = append(more, files...)
	}
	res, err := graphio.Read(files)
	switch {
	case err != nil:
		return nil, nil, err
	case res.RequireGraph() != nil:
		return nil, nil, res.RequireGraph()
	case res.Maps == nil:
		return nil, nil, fmt.Errorf("%s holds no restriction maps: it needs the arrays R_ij and R_ji (m, d, d) beside edge_index", name)
	}
	return res.Graph, res.Maps, nil
}

// factsOfSheaf returns the quantities of a sheaf and its signal.
func factsOfSheaf(s *sheaf.Sheaf, signal []float64, channels int, shift float64) (f sheafFacts, err error) {
	if err := s.Check(); err != nil {
		return f, err
	}
	hat := sheaf.New(s.N, s.D, s.Edges)
	sheaf.NewNormalizer(s.N, s.D, s.Edges).Forward(s, shift, hat)
	f.Trace = s.Trace()
	for _, of := range []struct {
		s                *sheaf.Sheaf
		name             string
		spectrum         *trace.SpectrumRecord
		energy, rayleigh **float64
	}{{s, "laplacian", &f.L, &f.Energy, &f.Rayleigh}, {hat, "normalized", &f.Normalized, &f.EnergyHat, &f.RayleighHat}} {
		v, err := frame.SpectrumOf(of.s)
		if err != nil {
			return f, err
		}
		v.Of = of.name
		*of.spectrum = trace.SpectrumOf(v)
		if signal == nil {
			continue
		}
		e := of.s.Dirichlet(nil, nil, signal, channels)
		*of.energy = &e
		if q := linalg.Dot(signal, signal); q > 0 {
			share := e / q
			*of.rayleigh = &share
		}
	}
	return f, nil
}

// cycleNodes returns the nodes of a list separated by commas.
func cycleNodes(text string) (nodes []int, err error) {
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		i, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("-cycle %s: %q is no node; write numbers with commas between, as 0,1,2", text, part)
		}
		nodes = append(nodes, i)
	}
	return nodes, nil
}

// holonomyText returns a line on the holonomies of a cycle basis, and one on that of the given cycle.
func holonomyText(v *frame.Holonomies) string {
	if v == nil {
		return ""
	}
	mean := func(list []float64) string {
		sum, n := 0.0, 0
		for _, x := range list {
			if x >= 0 {
				sum, n = sum+x, n+1
			}
		}
		if n == 0 {
			return "none"
		}
		return fmt.Sprintf("%.4f", sum/float64(n))
	}
	text := fmt.Sprintf("  holonomy of %d cycles: mean distance from the identity %s, with shuffled maps %s, dim H⁰ of the transports %d, "+
		"edges without a transport %d\n", len(v.Cycles), mean(v.Away), mean(v.Shuffled), v.Fixed, v.Missing)
	for k, c := range v.Cycles[:min(len(v.Cycles), listedCycles)] {
		text += fmt.Sprintf("    %v: %.4f\n", c, v.Away[k])
	}
	if one := v.One; one != nil {
		text += fmt.Sprintf("  round %v: distance %.4f, turned by", one.Cycle, one.Away)
		for _, a := range one.Angles {
			text += fmt.Sprintf(" %.2f°", a*180/math.Pi)
		}
		if one.Mirror {
			text += ", reflected"
		}
		text += "\n"
	}
	return text
}

// listedCycles is the number of printed cycles of a basis; the JSON object has all of them.
const listedCycles = 5
