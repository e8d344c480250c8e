package sgpc

import (
	"fmt"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// SpectrumOf returns the spectrum of a sheaf that no run made: all eigenvalues of its
// Laplacian L up to dimension spectral.MaxDense, else both ends; λ₂ is the smallest above
// the kernel. It fails above [MaxSpectrum].
func SpectrumOf(s *sheaf.Sheaf) (*SpectrumView, error) {
	lap := sheaf.NewLaplacian(s.N, s.D, s.Edges)
	if lap.Dim() > MaxSpectrum {
		return nil, fmt.Errorf("the Laplacian has dimension n·d = %d, over the limit of %d of a spectrum; take a part of the graph", lap.Dim(),
			MaxSpectrum)
	}
	lap.Assemble(s)
	v := &SpectrumView{Of: "laplacian", Dim: lap.Dim()}
	if v.Dim > spectral.MaxDense {
		c := settings.Default()
		v.ends(s, lap, &c, -1)
		return v, nil
	}
	sp, err := spectral.Full(lap.Operator(), spectral.DefaultTol, false)
	if err == nil {
		v.whole(sp, spectral.Preliminaries, s.D, 0)
	}
	return v, err
}
