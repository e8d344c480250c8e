package transport

import "sheafscope/core/linalg"

// Measures turns logits z (n×d) into node measures on the d stalk coordinates,
// μ_i = (1−s)·softmax(z_i) + s/d, with smooth share s in [0, 1]. mu (n×d) may
// be the same slice as z. The paper normalises a signed vector by its ℓ1 norm,
// which is no measure; a softmax is.
func Measures(mu, z []float64, d int, smooth float64) {
	for i := 0; i < len(z); i += d {
		row, out := z[i:i+d], mu[i:i+d]
		top := row[0]
		for _, v := range row {
			top = max(top, v)
		}
		sum := 0.0
		for k, v := range row {
			e := linalg.Exp(v - top)
			out[k] = e
			sum += e
		}
		w, floor := (1-smooth)/sum, smooth/float64(d)
		for k := range out {
			out[k] = w*out[k] + floor
		}
	}
}

// MeasuresGrad is the derivative of Measures: it adds ∂ℓ/∂z to dz, given the
// measures mu and dmu = ∂ℓ/∂mu (all n×d).
func MeasuresGrad(dz, mu, dmu []float64, d int, smooth float64) {
	floor := smooth / float64(d)
	for i := 0; i < len(mu); i += d {
		m, g, out := mu[i:i+d], dmu[i:i+d], dz[i:i+d]
		if smooth == 1 {
			continue
		}
		// (1−s)·π = μ − s/d, with π the softmax.
		mean := 0.0
		for k, v := range m {
			mean += (v - floor) * g[k]
		}
		mean /= 1 - smooth
		for k, v := range m {
			out[k] += (v - floor) * (g[k] - mean)
		}
	}
}
