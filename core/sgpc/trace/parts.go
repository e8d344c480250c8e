package trace

// This file defines parts of a [Trace].

// Parameter is a trained matrix, row-major.
type Parameter struct {
	Shape  [2]int    `json:"shape"` // rows and columns
	Values []float64 `json:"values"`
}

// Features is the sparse N×F matrix X in compressed sparse rows (CSR). Row i has the
// entries Ptr[i] … Ptr[i+1]−1 of Cols and Vals.
type Features struct {
	Shape [2]int    `json:"shape"` // N and F
	Ptr   []int     `json:"ptr"`
	Cols  []int     `json:"cols"`
	Vals  []float64 `json:"vals"`
}

// Layer holds the two branches of a layer. A branch that the settings disable is absent.
type Layer struct {
	Diffusion *Diffusion `json:"diffusion,omitempty"`
	AFM       *AFM       `json:"afm,omitempty"`
}

// History has lists with one entry per finished epoch, and FirstOutput.
type History struct {
	// Loss is the sum of the weighted terms CE, KL and Spec.
	Loss []float64 `json:"loss"`
	CE   []float64 `json:"ce"`
	KL   []float64 `json:"kl"`
	Spec []float64 `json:"spec"`
	// Train, Val and Test are accuracies. For a set without labelled nodes they are absent.
	Train []float64 `json:"train,omitempty"`
	Val   []float64 `json:"val,omitempty"`
	Test  []float64 `json:"test,omitempty"`
	// GradientNorm is the norm of the gradient of the training loss with respect to
	// all parameters, with dropout and without weight decay.
	GradientNorm []float64 `json:"gradient_norm"`
	// Bound is B_t of Theorem 4, the sum of the three terms with weights 1. Lambda2 is λ₂ at
	// the start of the ascent, 0 without an eigenvalue above the kernel or without a proof. In the reading "paper"
	// Bound is null for λ₂ = 0, since c_het/λ₂ is not finite. Without ascent both are empty.
	Bound   []float64 `json:"bound"`
	Lambda2 []float64 `json:"lambda2"`
	// FirstOutput is the output of the first diffusion in the first epoch, for Lemma 2. It
	// is absent for a model without diffusion, and if it was too large to keep.
	FirstOutput Matrix `json:"first_output,omitempty"`
}
