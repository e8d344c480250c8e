package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Spectrum returns the spectrum of the operator for the present maps, without
// eigenvectors. It returns nil if fillSpectrum sets nothing. For a peer it uses the last
// layer.
func Spectrum(r *sgpc.Run) *frame.SpectrumView {
	v, f := newViewer(r), &frame.Frame{N: r.Graph.N, M: len(r.Graph.Edges)}
	closeLayer := v.openLayer(f, 0)
	defer closeLayer()
	v.fillSpectrum(f, frame.Focus{})
	return f.Spectrum
}

// fillSpectrum sets the spectrum of the operator for the present maps. focus requests an
// eigenvector and the layout.
//   - fillSpectrum sets nothing for a model without maps, before the maps are computed, for
//     more than frame.MaxSpectrum rows, and if laplacianOf returns nil.
//   - For more than spectral.MaxDense rows, it sets λ₂, the smallest and the largest
//     eigenvalues, and the density of states. Every requested index gives the eigenvector of λ₂.
//   - If the decomposition fails, it sets Err and no eigenvalues.
//   - In stage 10 it also sets SpectrumBefore, for a complete spectrum.
func (r *viewer) fillSpectrum(f *frame.Frame, focus frame.Focus) {
	raw := r.shownSheaf()
	if raw == nil || !r.hasMaps() {
		return
	}
	if raw.N*raw.D > frame.MaxSpectrum {
		return
	}
	operator := r.operatorOf(raw)
	lap := r.laplacianOf(operator)
	if lap == nil {
		return
	}
	v := &frame.SpectrumView{Of: r.cfg.Operator, Dim: lap.Dim()}
	if r.layer != nil {
		v.Of = "normalized" // in every layer of a peer
	}
	f.Spectrum = v
	// The layout needs the Laplacian of operator. Beyond reports that a layer has
	// another Laplacian.
	isSheafLaplacian := r.layer == nil || !r.layer.Beyond()
	if focus.Layout && isSheafLaplacian {
		v.Layout = r.viewLayout(operator)
	}
	// The complete spectrum of a large operator takes too long.
	index := focus.Eigenvector.Index() // 0-based; −1 if no eigenvector is requested
	if v.Dim > spectral.MaxDense {
		v.Ends(operator, lap, &r.cfg, index)
		return
	}
	full, err := spectral.Full(lap.Operator(), spectral.DefaultTol, index >= 0)
	if err != nil {
		v.Err, v.Index2, v.KernelDim, v.KernelLow, v.KernelHigh = err.Error(), -1, -1, -1, -1
		return
	}
	_, components := r.Graph.Components()
	v.Whole(full, settings.TrackerOptions(r.cfg).Rule, operator.D, components)
	if index >= 0 && index < v.Dim {
		v.Eigenvector = make([]float64, v.Dim)
		for i := range v.Eigenvector {
			v.Eigenvector[i] = full.Vectors.At(i, index)
		}
	}
	// The present maps in lap are no longer needed.
	if r.standing.Stage == stage.Gap && r.ascent.Started {
		f.SpectrumBefore = eigenvalues(lap, r.operatorOf(r.ascent.Origin))
	}
}

// laplacianOf returns the Laplacian of the operator or, for a peer, of the selected layer. It
// returns nil for a layer without a Laplacian, and for a layer with more than
// spectral.MaxDense rows, whose spectrum takes too long.
func (r *viewer) laplacianOf(operator *sheaf.Sheaf) *sheaf.Laplacian {
	if r.layer == nil {
		lap := sheaf.NewLaplacian(operator.N, operator.D, operator.Edges)
		lap.Assemble(operator)
		return lap
	}
	lap := r.layer.Lap
	if lap == nil || lap.Dim() > spectral.MaxDense {
		return nil
	}
	return lap
}

// eigenvalues assembles lap from the maps of an operator and returns the eigenvalues of
// lap in ascending order. It returns nil if the decomposition fails.
func eigenvalues(lap *sheaf.Laplacian, operator *sheaf.Sheaf) []float64 {
	lap.Assemble(operator)
	full, err := spectral.Full(lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err != nil {
		return nil
	}
	return full.Values
}
