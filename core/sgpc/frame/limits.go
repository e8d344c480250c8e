package frame

// This file has the limits of the content of frames, the data that the page draws of a run.

// ShownEdges is the largest number of edges for which a frame recomputes a quantity. In a
// larger graph the errors of Sinkhorn and the energies of JKO cover the first ShownEdges
// edges. The frame of a larger graph lacks the comparisons of stage 6 (diffusion) and stage 10
// (gap ascent), and the pull ‖∂λ₂/∂R_e‖ of maps changed by hand.
const ShownEdges = 2000

// MaxShownMaps is the largest number of entries of the restriction maps in a frame, 2 MB
// in single precision. If the maps have more entries, the frame lacks the maps.
const MaxShownMaps = 1 << 19

// W2Shown is the number of JKO steps whose energies an [Edge] has in the mode "w2". The
// lift of the run may make more or fewer steps.
const W2Shown = 8

// MaxFlowDt is the largest diffusion time of a [Flow].
const MaxFlowDt = 1000

// MaxFlowFeatures is the largest number of features with which a detail solves the
// diffusion again: n·d·c for n nodes, stalk dimension d and c channels. With more features
// the detail would block the worker of the page for seconds.
const MaxFlowFeatures = 1 << 19
