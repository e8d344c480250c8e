package view

import "sheafscope/core/sgpc/frame"

// everything is what a frame can show.
var everything = frame.Focus{Edge: 3, Node: 5, Spectrum: true, Eigenvector: 2}
