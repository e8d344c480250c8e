// Package stage defines the numbers and names of the stages of an epoch, for the network
// (core/sgpc), the command line and the page.
package stage

// Numbers of the stages in the order of an epoch, from 1 to 10.
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

// Names[k] is the name of stage k in the page. Names[0] is empty.
var Names = [...]string{"", "Features", "Sinkhorn", "JKO step", "Restriction maps", "Sheaf Laplacian",
	"Diffusion", "Frequency mixing", "Fusion, classes", "β posterior, bound", "Gap ascent"}
