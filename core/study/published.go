package study

import "sheafscope/core/published"

// Row is a published row of a results table.
type Row = published.Row

// datasetOrder is the order of the columns of a table.
func datasetOrder() []string { return published.Datasets() }

// Published returns the rows to stand beside a table of a protocol.
func Published(protocol string) []Row { return published.Rows(protocol == ProtocolSplits) }
