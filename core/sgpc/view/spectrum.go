package view

// This file shows the spectrum of the operator.

import (
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// Spectrum returns the spectrum for the present maps, without eigenvectors. It
// returns nil before the maps are computed and above frame.MaxSpectrum.
func Spectrum(r *sgpc.Run) *frame.SpectrumView {
	v, f := newViewer(r), &frame.Frame{N: r.Graph.N, M: len(r.Graph.Edges)}
	closeLayer := v.openLayer(f, 0)
	defer closeLayer()
	v.fillSpectrum(f, frame.Focus{})
	return f.Spectrum
}

// fillSpectrum sets the spectrum of the operator for the present maps. Above
// spectral.MaxDense rows it has only both ends of the spectrum. focus requests an
// eigenvector and the layout.
func (r *viewer) fillSpectrum(f *frame.Frame, focus frame.Focus) {
	raw := r.shownSheaf()
	if raw == nil || !r.hasMaps() || raw.N*raw.D > frame.MaxSpectrum {
		return
	}
	operator := r.operatorOf(raw)
	lap := r.laplacianOf(operator)
	if lap == nil {
		return
	}
	v := &frame.SpectrumView{Of: r.cfg.Operator, Dim: lap.Dim()}
	if r.layer != nil {
		v.Of = "normalized"
	}
	f.Spectrum = v
	if focus.Layout && (r.layer == nil || !r.layer.Beyond()) {
		v.Layout = r.viewLayout(operator)
	}
	// A large operator has no complete spectrum.
	index := focus.Eigenvector.Index()
	if v.Dim > spectral.MaxDense {
		v.Ends(operator, lap, &r.cfg, index)
		return
	}
	full, err := spectral.Full(lap.Operator(), spectral.DefaultTol, index >= 0)
	if err != nil {
		v.Err, v.Index2 = err.Error(), -1
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
	// During the ascent, the maps of the evaluation are those at its start.
	if r.standing.Stage == stage.Gap && r.ascent.Started {
		f.SpectrumBefore = eigenvalues(lap, r.operatorOf(r.eval.Raw))
	}
}

// laplacianOf returns the Laplacian of an operator of the run, or that of the
// selected layer of a peer. A peer has several layers, which must not take long: it
// returns nil for a layer with more than spectral.MaxDense rows, or without a
// Laplacian.
func (r *viewer) laplacianOf(operator *sheaf.Sheaf) *sheaf.Laplacian {
	if r.layer != nil {
		if lap := r.layer.Lap; lap != nil && lap.Dim() <= spectral.MaxDense {
			return lap
		}
		return nil
	}
	lap := sheaf.NewLaplacian(operator.N, operator.D, operator.Edges)
	lap.Assemble(operator)
	return lap
}

// eigenvalues assembles lap from the maps of an operator and returns its
// eigenvalues in ascending order, or nil if the decomposition fails.
func eigenvalues(lap *sheaf.Laplacian, operator *sheaf.Sheaf) []float64 {
	lap.Assemble(operator)
	full, err := spectral.Full(lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err != nil {
		return nil
	}
	return full.Values
}
