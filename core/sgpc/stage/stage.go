// Package stage defines the numbers and names of the stages of an epoch.
package stage

// Stages in the order of an epoch.
const (
	Features = 1 + iota
	Sinkhorn
	JKO
	Maps
	Laplacian
	Diffusion
	Mixing
	Classes
	Posterior
	Gap
)

// Names holds the display names by stage; index 0 is empty.
var Names = [...]string{"", "Features", "Sinkhorn", "JKO step", "Restriction maps", "Sheaf Laplacian",
	"Diffusion", "Frequency mixing", "Fusion, classes", "β posterior, bound", "Gap ascent"}
