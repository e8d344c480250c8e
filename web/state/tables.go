package state

import (
	"strconv"

	"sheafscope/core/tables"
)

// edgesCSV lists the edges: number, ends with their names, expected
// coupling κ̄, norm ‖R‖ of the restriction maps, share of the Dirichlet energy
// and mass of the plan off the diagonal.
func (s *State) edgesCSV() []byte {
	g, f := s.Graph, s.Frame
	b := []byte("edge,source,target,source_name,target_name,kappa,map_norm,energy,plan_off_diagonal\n")
	for e := range len(g.Edges) / 2 {
		i, j := g.Edges[2*e], g.Edges[2*e+1]
		b = strconv.AppendInt(b, int64(e), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(j), 10)
		for _, k := range []int32{i, j} {
			b = append(b, ',')
			if g.NodeNames != nil {
				b = append(b, tables.Quote(g.NodeNames[k])...)
			}
		}
		for _, v := range [][]float64{f.Kappa, f.MapNorm, f.EdgeEnergy, f.OffDiagonal} {
			b = append(b, ',')
			if e < len(v) {
				b = strconv.AppendFloat(b, v[e], 'g', -1, 64)
			}
		}
		b = append(b, '\n')
	}
	return b
}

// spectrumCSV lists the eigenvalues in ascending order.
func (s *State) spectrumCSV() []byte {
	if s.Spectrum == nil {
		return nil
	}
	b := []byte("index,eigenvalue\n")
	for i, v := range s.Spectrum.Values {
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ',')
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
		b = append(b, '\n')
	}
	return b
}
