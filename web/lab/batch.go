package lab

import (
	"reflect"

	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Batch is what workers train at one time for the page's run, and how far they are.
type Batch struct {
	// Requests are the trainings, nil before the first request; Report has their results in this order.
	Requests []proto.Query
	Report   client.Report
	Running  bool
	key      int // of the graph
}

// newBatch begins some trainings on the page's graph.
func newBatch(on Subject, requests []proto.Query) Batch {
	return Batch{Requests: requests, Running: true, key: on.Key,
		Report: client.Report{Results: make([]client.Result, len(requests)), Total: len(requests), Left: -1}}
}

// stale reports whether the page's run is another by now: its graph, or what the first training would be.
func (b *Batch) stale(on Subject, first func(Subject) recipe.Run) bool {
	return b.Requests != nil && (b.key != on.Key || !reflect.DeepEqual(b.Requests[0].Run, first(on)))
}

// take takes a report of the pool, unless it is of an earlier batch, and reports whether all has ended.
func (b *Batch) take(r client.Report) (over bool) {
	if r.Total != len(b.Requests) {
		return false
	}
	b.Report, b.Running = r, !r.Over
	return r.Over
}
