package frame

// ShownEdges is the largest number of edges for quantities that a frame recomputes
// edge by edge, such as the errors of Sinkhorn and the energies of JKO.
const ShownEdges = 2000

// MaxShownMaps bounds the entries of the restriction maps in a frame.
const MaxShownMaps = 1 << 19

// W2Shown is the number of JKO steps of the mode "w2" in an [Edge].
const W2Shown = 8

// MaxFlowDt is the largest diffusion time of a [Flow].
const MaxFlowDt = 1000

// MaxFlowFeatures bounds n·d·c for details that solve the diffusion again: they
// must not block the worker for seconds.
const MaxFlowFeatures = 1 << 19
