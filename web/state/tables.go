package state

import "sheafscope/core/tables"

// This file writes the tables of nodes, edges and eigenvalues that the user saves as CSV. handleExport writes them only if there is a graph
// with a frame: s.Graph and s.Frame are not nil. Nodes and edges count from 0.

// edgesCSV returns the table of the edges as CSV: number, ends with their names, mean agreement κ̄, norm ‖R‖ of both maps, share of the
// Dirichlet energy, and mass of the plan off its diagonal.
func (s *State) edgesCSV() []byte {
	g, f := s.Graph, s.Frame
	var t tables.CSV
	t.Text("edge", "source", "target", "source_name", "target_name", "kappa", "map_norm", "energy", "plan_off_diagonal")
	t.End()
	for e := range len(g.Edges) / 2 {
		i, j := g.Ends(e)
		t.Int(e)
		t.Int(i)
		t.Int(j)
		t.Text(nameOf(g, i), nameOf(g, j))
		for _, values := range [][]float64{f.Kappa, f.MapNorm, f.EdgeEnergy, f.OffDiagonal} {
			optional(&t, values, e)
		}
		t.End()
	}
	return t.File()
}

// optional adds a cell with v[k] to the table. The cell is empty if v has no element k, as before the first step of the run.
func optional(t *tables.CSV, v []float64, k int) {
	if k < len(v) {
		t.Number(v[k], -1) // −1: as many digits as the number needs
	} else {
		t.Blank(1)
	}
}

// spectrumCSV returns the known eigenvalues in ascending order as CSV. The index is the place of the eigenvalue in the whole spectrum, from
// 0. It is empty if it is unknown. spectrumCSV returns nil without a spectrum.
func (s *State) spectrumCSV() []byte {
	sp := s.Spectrum
	if sp == nil {
		return nil
	}
	var t tables.CSV
	t.Text("index", "eigenvalue")
	t.End()
	for i, v := range sp.Values {
		switch {
		case sp.Complete:
			t.Int(i)
		case i >= sp.Low: // the high end
			t.Int(sp.Dim - len(sp.Values) + i)
		case sp.KernelDim >= 0: // the low end begins above the kernel
			t.Int(sp.KernelDim + i)
		default:
			t.Blank(1)
		}
		t.Number(v, -1)
		t.End()
	}
	return t.File()
}

// nodesCSV returns the table of the nodes as CSV: number, name, label, set of the split, predicted class, mean agreement κ̄, and the class
// probabilities, in columns such as "p_cat".
func (s *State) nodesCSV() []byte {
	g, f := s.Graph, s.Frame
	sets := g.Sets() // the name of each node's set
	var t tables.CSV
	t.Text("node", "name", "label", "set", "prediction", "kappa")
	for c := range f.Classes {
		t.Text("p_" + className(g, c))
	}
	t.End()

	// A row for each node. The cell of an unknown label or prediction is empty.
	for i := range g.N {
		label, pred := "", ""
		if g.Labels[i] >= 0 {
			label = className(g, g.Labels[i])
		}
		if i < len(f.Pred) && f.Pred[i] >= 0 {
			pred = className(g, f.Pred[i])
		}
		t.Int(i)
		t.Text(nameOf(g, i), label, sets[i], pred)
		optional(&t, f.NodeKappa, i)
		for c := range f.Classes {
			optional(&t, f.Calibrated, i*f.Classes+c) // N × Classes in row-major order
		}
		t.End()
	}
	return t.File()
}
