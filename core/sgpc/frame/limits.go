package frame

// ShownEdges bounds the edges over which the errors of Sinkhorn and the
// energies of JKO are gathered for display.
const ShownEdges = 2000

// MaxShownMaps bounds the numbers of the restriction maps sent for a look.
const MaxShownMaps = 1 << 19

// W2Shown is the number of literal JKO steps that an edge is shown.
const W2Shown = 8

// MaxFlowDt is the largest diffusion time of a look.
const MaxFlowDt = 1000

// MaxFlowFeatures bounds n·d·c: a look must not hold the worker up for seconds.
const MaxFlowFeatures = 1 << 19
