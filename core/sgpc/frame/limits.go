package frame

// This file has the limits of the content of frames, the data that the page draws of a run.

// ShownEdges is the largest number of edges for which a frame recomputes a quantity. In a
// larger graph the errors of Sinkhorn and the energies of JKO cover the first ShownEdges
// edges. Its frame lacks the comparisons of stage 6 (diffusion) and stage 10 (gap ascent), and
// the pull ‖∂λ₂/∂R_e‖ of maps changed by hand.
const ShownEdges = 2000

// MaxShownMaps is the largest number of entries of all restriction maps with which a frame
// has these maps. In single precision these entries are 2 MB.
const MaxShownMaps = 1 << 19

// W2Shown is the number of JKO steps whose energies an [Edge] has in the mode "w2", however
// many steps the lift of the run makes.
const W2Shown = 8

// MaxFlowDt is the largest diffusion time of a [Flow].
const MaxFlowDt = 1000

// MaxFlowFeatures is the largest n·d·c (n nodes, stalk dimension d, c channels) for which a
// detail solves the diffusion again. A larger solve would block the worker of the page for
// seconds.
const MaxFlowFeatures = 1 << 19
