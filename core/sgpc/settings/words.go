package settings

// CodeHeads are the attention heads of the authors' program on citation graphs, and the features of each.
const CodeHeads = 8

// MaxCG bounds the iterations of a solve; with the normalised operator and
// Δt = 1 some 20 suffice for 1e-9.
const MaxCG = 500

// maxLayers bounds the layers of SGPC.
const maxLayers = 32

// Words of the setting maps for SGPC, which a what-if may replace as well.
const (
	MapsLearned  = "learned"
	MapsIdentity = "identity"
	MapsZero     = "zero"
)

// Words of the setting certify: which nodes certify which epoch.
const (
	CertifySplit = "split"
	CertifyFixed = "fixed"
	CertifyUnion = "union"
)
