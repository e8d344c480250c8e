package settings

// CodeHeads is the number of attention heads of the authors' program on citation
// graphs, and of features per head.
const CodeHeads = 8

// MaxCG bounds the iterations of a solve. With the normalised operator and Δt = 1
// about 20 reach 1e-9.
const MaxCG = 500

// maxLayers bounds the layers of SGPC.
const maxLayers = 32

// Values of the setting maps for SGPC and of replaced maps in an evaluation.
const (
	MapsLearned  = "learned"
	MapsIdentity = "identity"
	MapsZero     = "zero"
)

// Values of the setting certify.
const (
	CertifySplit = "split"
	CertifyFixed = "fixed"
	CertifyUnion = "union"
)
