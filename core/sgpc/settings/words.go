package settings

// This file has limits and values of settings.

// CodeHeads is the number of attention heads in the first of the two attention layers of
// the authors' program, and the number of features per head.
const CodeHeads = 8

// MaxCG is the largest number of iterations of a solve by conjugate gradients. For the
// normalised operator and Δt = 1, about 20 iterations reach a residual of 1e-9.
const MaxCG = 500

// maxLayers is the largest number of layers of SGPC.
const maxLayers = 32

// Values of the setting maps for SGPC. They also select the maps with which
// sgpc.Fork evaluates a trained network.
const (
	MapsLearned  = "learned"  // maps computed from plans and W_θ
	MapsIdentity = "identity" // every map is I
	MapsZero     = "zero"     // every map is 0
)

// Values of the setting certify; see core/sgpc/run_certify.go.
const (
	CertifySplit = "split" // one half of the validation nodes chooses the epoch, the other half certifies it
	CertifyFixed = "fixed" // the last epoch of the settings is certified
	CertifyUnion = "union" // every epoch is certified, by a union bound
)
