package trace

// Parameter is a trained parameter, row-major.
type Parameter struct {
	Shape  [2]int    `json:"shape"`
	Values []float64 `json:"values"`
}

// Features is the sparse N×F matrix X by rows: row i has the columns
// Cols[Ptr[i]:Ptr[i+1]].
type Features struct {
	Shape [2]int    `json:"shape"`
	Ptr   []int     `json:"ptr"`
	Cols  []int     `json:"cols"`
	Vals  []float64 `json:"vals"`
}

// Layer holds both branches of a layer.
type Layer struct {
	Diffusion *Diffusion `json:"diffusion,omitempty"`
	AFM       *AFM       `json:"afm,omitempty"`
}

// History has one entry per finished epoch. Loss is the sum of the weighted terms
// CE, KL and Spec. Train, Val and Test are accuracies, absent for empty sets.
// GradientNorm is the norm of the gradient of the training loss for all parameters,
// with dropout and without weight decay. Bound is B_t of theorem 4, the three terms
// with weights 1, and Lambda2 is λ₂ at the start of the ascent. Both are empty
// without ascent, and an entry is null when no eigenvalue is above the kernel.
// FirstOutput is the diffused output of the first epoch (lemma 2).
type History struct {
	Loss         []float64 `json:"loss"`
	CE           []float64 `json:"ce"`
	KL           []float64 `json:"kl"`
	Spec         []float64 `json:"spec"`
	Train        []float64 `json:"train,omitempty"`
	Val          []float64 `json:"val,omitempty"`
	Test         []float64 `json:"test,omitempty"`
	GradientNorm []float64 `json:"gradient_norm"`
	Bound        []float64 `json:"bound"`
	Lambda2      []float64 `json:"lambda2"`
	FirstOutput  Matrix    `json:"first_output,omitempty"`
}
