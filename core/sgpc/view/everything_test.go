package view

import "sheafscope/core/sgpc/frame"

// everything is what a frame can show.
var everything = frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 3}
