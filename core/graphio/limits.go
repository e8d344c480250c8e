package graphio

import "sheafscope/core/graph"

// The limits of what a reader accepts. A graph at these limits still fits the
// memory of a browser tab.
const (
	// MaxNodes and [MaxEdges] limit the graph; [MaxEdges] counts lines of the
	// file, before repeated ones are merged.
	MaxNodes = 200_000
	MaxEdges = 5_000_000
	// MaxFeatures limits the columns of the feature matrix, [MaxEntries] its
	// non-zero entries, [MaxClasses] the classes.
	MaxFeatures = 200_000
	MaxEntries  = 60_000_000
	MaxClasses  = 1000
	// MaxFeature limits the size of a feature.
	MaxFeature = graph.MaxFeature
	// MaxInput limits the bytes of all files together as given, [MaxInflated]
	// those of one file after decompression.
	MaxInput    = 256 << 20
	MaxInflated = 512 << 20
	// MaxRatio limits the decompressed bytes per compressed byte, apart from a
	// free [RatioFloor]: sparse 0/1 tables in text reach 144, bombs 1000.
	MaxRatio   = 160
	RatioFloor = 1 << 20
	// MaxArchive limits the entries of a zip archive.
	MaxArchive = 1000
	// MaxDepth limits the nesting of JSON and XML.
	MaxDepth = 64
	// MaxName limits a name in bytes; longer ones are cut at a whole character.
	MaxName = 1024
)
