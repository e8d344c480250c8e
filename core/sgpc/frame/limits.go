package frame

// ShownEdges is the largest number of edges over which a frame recomputes a quantity,
// such as the errors of Sinkhorn and the energies of JKO.
const ShownEdges = 2000

// MaxShownMaps is the largest number of entries of the restriction maps in a frame.
const MaxShownMaps = 1 << 19

// W2Shown is the number of JKO steps of the mode "w2" in an [Edge].
const W2Shown = 8

// MaxFlowDt is the largest diffusion time of a [Flow].
const MaxFlowDt = 1000

// MaxFlowFeatures is the largest n·d·c for details that solve the diffusion again.
// Such a detail must not block the worker of the page for seconds.
const MaxFlowFeatures = 1 << 19
