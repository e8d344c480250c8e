package view

import "sheafscope/core/sgpc/frame"

// everything selects an edge, a node and an eigenvector (counted from 1), so that frames have
// their details.
var everything = frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}
