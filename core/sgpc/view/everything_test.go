package view

import "sheafscope/core/sgpc/frame"

// everything selects an edge, a node and an eigenvector, so that frames have all results.
var everything = frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}
