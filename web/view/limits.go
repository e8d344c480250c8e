package view

// LargeGraph is the number of nodes from which on the drawing of the graph is
// simpler: it is that of the graph island.
const LargeGraph = 1000
