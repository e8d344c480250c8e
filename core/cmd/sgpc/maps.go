// The command maps prints quantities of sheaves, whose restriction maps (two matrices for each edge) come from a file or a network.

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
	// N and M are the numbers of nodes and edges. D is the dimension of the stalks. If dimensions are unequal, D is the largest of them or,
	// if all are below 2, D is 2.
	N int `json:"n"`
	M int `json:"m"`
	D int `json:"d"`
	// Stalks are the sum of the dimensions of the node stalks and the sum of the dimensions of the edge stalks.
	// Euler is χ (the Euler characteristic), the first sum minus the second.
	// UnequalNodes and UnequalEdges are the dimensions of each node stalk and of each edge stalk, or nil if all dimensions are equal.
	Stalks       [2]int `json:"stalks"`
	Euler        int    `json:"euler"`
	UnequalNodes []int  `json:"node_stalks,omitempty"`
	UnequalEdges []int  `json:"edge_stalks,omitempty"`
	// Epochs and Layers are the numbers of epochs and layers that have maps. Maps has Epochs·Layers elements, by epoch and then by layer.
	// Shift is s of the normaliser blockdiag(L) + s·I, where blockdiag(L) has the diagonal blocks of the sheaf Laplacian L.
	Epochs int          `json:"epochs"`
	Layers int          `json:"layers"`
	Shift  float64      `json:"shift"`
	Maps   []sheafFacts `json:"maps"`
}

// sheafFacts are the quantities of one sheaf: the sheaf of one layer at one epoch. Epoch and Layer count from 0.
//   - Trace is tr L = Σ‖F‖² over all maps F, where L is the sheaf Laplacian.
//   - H1 is dim H¹ = dim ker L − χ, or nil if the kernel dimension is unknown.
//   - L and Normalized are the spectra of L and of L̂ = D^{-1/2} L D^{-1/2}, where the matrix D is the normaliser.
//   - Energy is the Dirichlet energy tr(XᵀLX) of the signal X, and EnergyHat is tr(XᵀL̂X). They are nil if the file has no signal.
//   - Rayleigh and RayleighHat are the energies divided by tr(XᵀX). They are nil if the file has no signal or if the signal is 0.
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
	// Holonomy has the holonomies of a cycle basis and of the cycle of -cycle. A holonomy is the product of the transports around a cycle.
	// Holonomy is nil if stalks differ in dimension.
	Holonomy *frame.Holonomies `json:"holonomy,omitempty"`
}

// mapsCommand prints the quantities of the sheaves of a file or a network, as text and then as a JSON object. It returns the exit status.
func mapsCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc maps", flag.ContinueOnError)
	graphFiles := fs.String("graph", "", "`files` of the graph, separated by commas, when the maps lie beside it in a file of their own")
	shift := fs.Float64("shift", 1, "shift `s` of the normaliser D = blockdiag(L) + s·I")
	cycle := fs.String("cycle", "", "`nodes` of a cycle, separated by commas, whose holonomy is printed too")
	weights := fs.String("weights", "", "a trained network's `file` in place of FILE: its maps on the graph of -graph, as they are given")
	var sets setList
	fs.Var(&sets, "set", "a setting of the network of -weights, as `key=value`; may be repeated")
	// The usage also describes the format of the file, since the command has an argument besides its flags.
	fs.Usage = func() {
		fmt.Fprintln(fs.Output(), "usage: sgpc maps [flags] FILE.npz\n\nFILE holds edge_index (2, m), R_ij and R_ji (m, d, d), with layers, or "+
			"epochs and layers, as leading axes; signal (n·d, c) may be there.\nWith stalks of unequal size it has node_offsets (n+1) and "+
			"edge_offsets (m+1), and R_ij and R_ji hold the maps one after another, each row by row.")
		fs.PrintDefaults()
	}
	if status, stop := parseFlags(fs, args); stop {
		return status
	}
	// The source of the maps is one file, or the weights of a network together with a graph.
	isFile := *weights == "" && len(sets) == 0 && fs.NArg() == 1
	isNetwork := *weights != "" && fs.NArg() == 0 && *graphFiles != ""
	if !isFile && !isNetwork {
		return fail(usageError{errors.New("maps: give one file of restriction maps, or -graph and -weights, and -set only with -weights; " +
			"see sgpc maps -h")})
	}
	isShift := *shift >= 0 && *shift <= 100 // the range of the setting shift; false for NaN, too
	if !isShift {
		return fail(usageError{fmt.Errorf("-shift %v: want a number from 0 to 100", *shift)})
	}
	nodes, err := cycleNodes(*cycle)
	if err != nil {
		return fail(usageError{err})
	}
	source := mapsSource{file: fs.Arg(0), graph: *graphFiles, weights: *weights, sets: sets}
	report, err := readMaps(source, *shift, nodes)
	if err != nil {
		return fail(err)
	}
	if status := show(report.text()); status != 0 {
		return status
	}
	return printJSON(report)
}

// text returns a line on the graph, and for each sheaf a line with its quantities and lines on its holonomies.
func (rep *mapsReport) text() string {
	var out strings.Builder
	// One dimension if all stalks are equal, or the range of dimensions.
	stalks := fmt.Sprintf("stalks of dimension %d", rep.D)
	if unequal := slices.Concat(rep.UnequalNodes, rep.UnequalEdges); unequal != nil {
		stalks = fmt.Sprintf("stalks of dimension %d to %d", slices.Min(unequal), slices.Max(unequal))
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
	return out.String()
}

// countText formats a number. It returns "not counted" if the number is unknown (nil).
func countText(k *int) string {
	if k == nil {
		return "not counted"
	}
	return fmt.Sprint(*k)
}

// numberText formats a number with six significant digits. It returns "none" for a number that does not exist (nil).
func numberText(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprintf("%.6g", *x)
}

// mapsSource names the source of restriction maps. weights is the file of a network, or "" if the maps are in the file named file.
// graph is the value of -graph, or "" if the file of maps contains the graph. sets has the values of -set, settings of the network.
type mapsSource struct {
	file, graph, weights string
	sets                 setList
}

// load returns the graph and the restriction maps of its edges. See [mapsOfNetwork] and [loadMaps] for the errors.
func (s mapsSource) load() (*graph.Graph, *content.Maps, error) {
	if s.weights != "" {
		return mapsOfNetwork(s.weights, s.graph, s.sets)
	}
	return loadMaps(s.file, s.graph)
}

// readMaps reads restriction maps and returns the quantities of each sheaf.
// shift is s of the normaliser blockdiag(L) + s·I. cycle has the nodes of the cycle of -cycle, or is nil without the flag.
// readMaps fails if [mapsSource.load] or [factsOfSheaf] fails, and for a cycle without a holonomy: its nodes are no cycle of the graph,
// an edge has no transport, or the stalks differ in dimension.
func readMaps(source mapsSource, shift float64, cycle []int) (*mapsReport, error) {
	g, maps, err := source.load()
	if err != nil {
		return nil, err
	}
	nodeDims, edgeDims := maps.Dims(g.N, len(g.Edges))
	rep := &mapsReport{Graph: g.Name, N: g.N, M: len(g.Edges), D: maps.D, Stalks: [2]int{nodeDims, edgeDims}, Euler: nodeDims - edgeDims,
		UnequalNodes: maps.Nodes, UnequalEdges: maps.Edges, Epochs: maps.Epochs, Layers: maps.Layers, Shift: shift}
	// Maps of unequal size are padded with zeros to D×D. Each coordinate that padding adds to a node stalk is in the kernel of L.
	padding := g.N*maps.D - nodeDims
	for k := range maps.Count() {
		r, signal := maps.At(k)
		s := &sheaf.Sheaf{N: g.N, D: maps.D, Edges: g.Edges, R: r}
		f, err := factsOfSheaf(s, signal, maps.Channels, shift)
		if err != nil {
			return nil, err
		}
		f.Epoch, f.Layer = k/maps.Layers, k%maps.Layers // the layers of an epoch follow each other
		dropZeros(&f.L, padding)
		dropZeros(&f.Normalized, padding)
		if f.L.KernelDim != nil {
			h1 := *f.L.KernelDim - rep.Euler
			f.H1 = &h1
		}
		// A holonomy is a product of orthogonal transports, which need stalks of equal dimension.
		// Nodes and Edges are both nil if all dimensions are equal.
		hasTransports := maps.Nodes == nil
		if !hasTransports && cycle != nil {
			return nil, errors.New("-cycle: stalks of unequal size have no orthogonal transports; sgpc sheaf carries a vector by its maps")
		}
		if hasTransports {
			// The first 0 is the seed of the shuffled maps. The second 0 selects no cycle of the basis by its number.
			f.Holonomy = frame.HolonomiesOf(s, g, 0, cycle, 0)
			if cycle != nil && f.Holonomy.One == nil { // One is the holonomy of cycle, and Why the reason if there is none
				return nil, fmt.Errorf("-cycle: %s", f.Holonomy.Why)
			}
		}
		rep.Maps = append(rep.Maps, f)
	}
	return rep, nil
}

// dropZeros removes the first count eigenvalues of a complete ascending spectrum, which are 0, and subtracts count from the dimension of
// the kernel. An incomplete spectrum begins above the kernel, so all its eigenvalues stay.
func dropZeros(s *trace.SpectrumRecord, count int) {
	if s.Complete {
		s.Values = s.Values[min(count, len(s.Values)):]
	}
	if s.KernelDim != nil {
		*s.KernelDim -= count
	}
	// KernelRange is for a smaller and a larger tolerance than KernelDim, so its ends may be below count.
	if s.KernelRange != nil {
		s.KernelRange[0] = max(0, s.KernelRange[0]-count)
		s.KernelRange[1] = max(0, s.KernelRange[1]-count)
	}
}

// loadMaps returns a graph and its maps from a file of maps and the files of the graph. It fails without a graph or without maps.
// graphFiles has the names of the graph's files, joined by commas, or is "" if the file of maps contains the graph.
func loadMaps(name, graphFiles string) (*graph.Graph, *content.Maps, error) {
	data, err := disk.Read(name, graphio.MaxInput)
	if err != nil {
		return nil, nil, err
	}
	files := []graphio.File{{Name: filepath.Base(name), Data: data}}
	// The files of the graph come first, and the reader finds the maps among all files.
	if graphFiles != "" {
		filesOfGraph, err := readFiles(fileNames(graphFiles))
		if err != nil {
			return nil, nil, err
		}
		files = append(filesOfGraph, files...)
	}
	found, err := graphio.Read(files)
	if err == nil {
		err = found.RequireGraph() // fails if no file has a graph
	}
	if err != nil {
		return nil, nil, err
	}
	if found.Maps == nil {
		return nil, nil, fmt.Errorf("%s holds no restriction maps: it needs the arrays R_ij and R_ji (m, d, d) beside edge_index", name)
	}
	return found.Graph, found.Maps, nil
}

// factsOfSheaf returns the quantities of a sheaf and of its signal. The signal is an (n·d)×channels matrix, or nil if there is no signal.
// factsOfSheaf does not set Epoch, Layer, H1 and Holonomy. It fails for invalid maps, and if [frame.SpectrumOf] fails.
func factsOfSheaf(s *sheaf.Sheaf, signal []float64, channels int, shift float64) (f sheafFacts, err error) {
	if err := s.Check(); err != nil {
		return f, err
	}
	hat := sheaf.New(s.N, s.D, s.Edges)                           // the sheaf whose Laplacian is L̂
	sheaf.NewNormalizer(s.N, s.D, s.Edges).Forward(s, shift, hat) // sets the maps of hat
	f.Trace = s.Trace()
	// The quantities of L, and then those of L̂.
	for _, op := range []struct {
		s                *sheaf.Sheaf
		name             string
		spectrum         *trace.SpectrumRecord
		energy, rayleigh **float64 // fields of f, set below
	}{{s, "laplacian", &f.L, &f.Energy, &f.Rayleigh}, {hat, "normalized", &f.Normalized, &f.EnergyHat, &f.RayleighHat}} {
		v, err := frame.SpectrumOf(op.s)
		if err != nil {
			return f, err
		}
		v.Of = op.name
		*op.spectrum = trace.SpectrumOf(v)
		if signal == nil {
			continue
		}
		energy := op.s.Dirichlet(nil, nil, signal, channels) // nil, nil: the energies of single edges and nodes are not needed
		*op.energy = &energy
		if squaredNorm := linalg.Dot(signal, signal); squaredNorm > 0 {
			quotient := energy / squaredNorm
			*op.rayleigh = &quotient
		}
	}
	return f, nil
}

// cycleNodes parses the value of -cycle: node numbers that are joined by commas. It returns nil for an empty value.
// It fails if a part is no whole number. It does not check that the nodes are a cycle of the graph, which is read later.
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

// listedCycles is the number of cycles of a basis that the text prints. The JSON object has all of them.
const listedCycles = 5

// holonomyText describes the holonomies of a cycle basis, and the holonomy of the cycle of -cycle. It returns "" for nil.
// The first line has means over all cycles. At most listedCycles cycles have a line. An example for one cycle and -cycle 0,1,2 is
//
//	holonomy of 1 cycles: mean distance from the identity 0.3120, with shuffled maps 0.9010, dim H⁰ of the transports 0, edges without …
//	  [0 1 2]: 0.3120
//	round [0 1 2]: distance 0.3120, turned by 25.49° 25.49°
func holonomyText(v *frame.Holonomies) string {
	if v == nil {
		return ""
	}
	// Away has the distance of each holonomy from the identity, or −1 if an edge of the cycle has no transport. Then the text is "none".
	// Shuffled has these distances for maps in random order, which show the distance by chance.
	fixed := "none" // without all transports H⁰ does not exist
	if v.Fixed >= 0 {
		fixed = fmt.Sprint(v.Fixed)
	}
	text := fmt.Sprintf("  holonomy of %d cycles: mean distance from the identity %s, with shuffled maps %s, dim H⁰ of the transports %s, "+
		"edges without a transport %d\n", len(v.Cycles), meanText(v.Away), meanText(v.Shuffled), fixed, v.Missing)
	for k, c := range v.Cycles[:min(len(v.Cycles), listedCycles)] {
		text += fmt.Sprintf("    %v: %s\n", c, meanText(v.Away[k:k+1]))
	}
	ofFlag := v.One // holonomy of the cycle of -cycle; nil without the flag
	if ofFlag == nil {
		return text
	}
	text += fmt.Sprintf("  round %v: distance %.4f, turned by", ofFlag.Cycle, ofFlag.Away)
	for _, angle := range ofFlag.Angles { // in radians
		text += fmt.Sprintf(" %.2f°", angle*180/math.Pi)
	}
	if ofFlag.Mirror {
		text += ", reflected"
	}
	return text + "\n"
}

// meanText formats the mean of the known distances, or returns "none" if there are none. A negative distance is unknown.
func meanText(distances []float64) string {
	sum, n := 0.0, 0
	for _, x := range distances {
		if x >= 0 {
			sum += x
			n++
		}
	}
	if n == 0 {
		return "none"
	}
	return fmt.Sprintf("%.4f", sum/float64(n))
}
