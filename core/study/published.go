package study

import (
	"sheafscope/core/peer"
	"sheafscope/core/published"
)

// datasetOrder is the order of the columns of a table.
func datasetOrder() []string { return published.Datasets() }

// Published returns the rows to stand beside a table of a protocol.
func Published(protocol string) []published.Row { return peer.ReportedRows(protocol == ProtocolSplits) }
