package sgpc

import (
	"fmt"
	"os"
	"runtime"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// memoryGraph returns a graph with n nodes and m random edges, and a split. The graph has the
// given numbers of features and classes, and at most two features on each node.
func memoryGraph(n, m, features, classes int) (*graph.Graph, graph.Split) {
	r := rng.New(3, "memory")
	randomNode := func() int32 { return int32(r.Float64() * float64(n)) }
	drawn := map[graph.Edge]bool{}
	for len(drawn) < m {
		i, j := randomNode(), randomNode()
		if i != j {
			drawn[graph.Edge{I: min(i, j), J: max(i, j)}] = true
		}
	}
	var edges []graph.Edge
	for e := range drawn {
		edges = append(edges, e)
	}
	g := graph.New("memory", n, edges)
	var entries []linalg.Triplet
	g.Labels, g.Classes = make([]int, n), classes
	for i := range n {
		g.Labels[i] = i % classes
		entries = append(entries, linalg.Triplet{Row: i, Col: i % features, Val: 1}, linalg.Triplet{Row: i, Col: (3*i + 1) % features, Val: 1})
	}
	g.X = linalg.NewCSR(n, features, entries)
	split, _ := graph.ParseSplit(g, method.DefaultSplit, 1)
	return g, split
}

// heapOfRun returns the bytes on the heap that a run holds after two epochs, without key
// frames.
func heapOfRun(t *testing.T, g *graph.Graph, split graph.Split, c settings.Config) float64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r, err := New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.ForwardOnly()
	r.StepEpoch()
	r.StepEpoch()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

// TestMemoryAgainstTheHeap compares cost.Memory with the heap after two epochs, for every model
// and every setting with a large effect. The estimate without key frames is 0.75 to 1.4 times
// the heap. LONG=1 has all cases. The usual run has half the nodes and edges, one of the two
// graphs for each peer, and every second of these cases. In WebAssembly, whose numbers have
// the sizes of native ones, it has every fourth case.
func TestMemoryAgainstTheHeap(t *testing.T) {
	type sizes struct{ n, m, features, classes int }
	wide, dense, long := sizes{2400, 3600, 50, 4}, sizes{1200, 12000, 300, 7}, os.Getenv("LONG") != ""
	small := sizes{150, 1500, 50, 4} // steps of gap_mode=matrix take long
	if !long {
		wide, dense = sizes{1200, 1800, 50, 4}, sizes{600, 6000, 300, 7}
	}
	cases := []struct {
		size  sizes
		model string
		set   string // names the change of apply
		apply func(*settings.Config)
	}{
		{wide, "sgpc", "defaults", func(*settings.Config) {}},
		{dense, "sgpc", "defaults", func(*settings.Config) {}},
		{wide, "sgpc", "d=4, no residual", func(c *settings.Config) { c.D, c.Residual = 4, false }},
		{dense, "sgpc", "d=4", func(c *settings.Config) { c.D = 4 }},
		{dense, "sgpc", "d=8, 4 channels", func(c *settings.Config) { c.D, c.Channels = 8, 4 }},
		{wide, "sgpc", "two layers, layer norm", func(c *settings.Config) { c.Layers, c.Norm = 2, "layer" }},
		{wide, "sgpc", "rows of A", func(c *settings.Config) { c.Structure, c.Features = "rows", "row" }},
		{wide, "sgpc", "linear head", func(c *settings.Config) { c.Head = "linear" }},
		{dense, "sgpc", "GAT head", func(c *settings.Config) { c.Head = "gat" }},
		{wide, "sgpc", "no diffusion", func(c *settings.Config) { c.SVR = "off" }},
		{wide, "sgpc", "no mixing", func(c *settings.Config) { c.AFMWeights = "off" }},
		{wide, "sgpc", "anchored", func(c *settings.Config) { c.SVR = "anchored" }},
		{dense, "sgpc", "gap ascent", func(c *settings.Config) { c.GapMode = "sheaf" }},
		{dense, "sgpc", "additive ascent", func(c *settings.Config) { c.GapMode = "additive" }},
		{small, "sgpc", "matrix ascent", func(c *settings.Config) { c.GapMode, c.GapSteps, c.Channels = "matrix", 1, 1 }},
		{small, "sgpc", "matrix ascent, literal", func(c *settings.Config) {
			c.GapMode, c.GapSteps, c.Channels, c.Convention = "matrix", 1, 1, "literal"
		}},
		{dense, "sgpc", "spectral term", func(c *settings.Config) { c.LambdaSpec = 1e-9 }},
		{dense, "sgpc", "w2", func(c *settings.Config) { c.JKOMode = "w2" }},
		{wide, "sgpc", "32 layers", func(c *settings.Config) { c.Layers = 32 }},
		{wide, "nsd-general", "32 layers", func(c *settings.Config) { c.Layers, c.Hidden = 32, 10 }},
		{dense, "nsd-orth", "32 layers", func(c *settings.Config) { c.Layers, c.Hidden = 32, 10 }},
		{wide, "polynsd", "32 layers", func(c *settings.Config) { c.Layers, c.Hidden = 32, 4 }},
		{wide, "gcn", "linear head", func(c *settings.Config) { c.LinearHead = 1 }},
		{wide, "gat", "linear head", func(c *settings.Config) { c.LinearHead = 1 }},
		{dense, "gat", "16 heads in the last layer", func(c *settings.Config) { c.MoreHeads = 15 }},
		{wide, "gat", "GATv2, 8 heads in the last layer", func(c *settings.Config) { c.Attention, c.MoreHeads = 1, 7 }},
		{wide, "glognn", "rows of the adjacency", func(c *settings.Config) { c.Mix = 0.5 }},
		{dense, "glognn", "narrow, without rows", func(c *settings.Config) { c.Mix, c.Hidden = 1, 4 }},
		{dense, "glognn", "16 layers, 16 hops", func(c *settings.Config) { c.Layers, c.K = 16, 16 }},
		{dense, "glognn", "16 layers without hops", func(c *settings.Config) { c.Layers, c.Beta, c.Hidden = 16, 0, 16 }},
		// The model "code" stands for SGPC in that reading.
		{wide, "code", "code, heterophilic", func(c *settings.Config) { c.CodeSettings(false) }},
		{dense, "code", "code, citation", func(c *settings.Config) { c.CodeSettings(true) }},
	}
	// Every peer, with its defaults.
	for k, name := range peer.Names() {
		for j, size := range []sizes{wide, dense} {
			if name == "h2gcn" {
				if size == dense { // H2GCN has the wide graph alone
					continue
				}
			} else if !long && j != k%2 { // without LONG each other peer has one of the graphs
				continue
			}
			cases = append(cases, struct {
				size  sizes
				model string
				set   string
				apply func(*settings.Config)
			}{size, name, "defaults", func(*settings.Config) {}})
		}
	}
	// Each graph is created once, with the first case that needs it.
	graphs := map[sizes]*graph.Graph{}
	splits := map[sizes]graph.Split{}
	every := 2 // the usual run has the cases 0, every, 2·every, …
	if runtime.GOOS == "js" {
		every = 4
	}
	for k, c := range cases {
		if !long && k%every != 0 {
			continue
		}
		if graphs[c.size] == nil {
			graphs[c.size], splits[c.size] = memoryGraph(c.size.n, c.size.m, c.size.features, c.size.classes)
		}
		g, split := graphs[c.size], splits[c.size]
		model, reading := c.model, "paper"
		if model == "code" {
			model, reading = "sgpc", "code"
		}
		cfg, err := method.Configure(g, split, model, reading, 1)
		if err != nil {
			t.Fatal(err)
		}
		c.apply(&cfg)
		heap, estimate := heapOfRun(t, g, split, cfg), cost.Memory(cost.ShapeOf(g), cfg)-keyframeBytes(cost.ShapeOf(g), cfg)
		what := fmt.Sprintf("%s, %s, n=%d, m=%d", c.model, c.set, c.size.n, c.size.m)
		t.Logf("%-48s held %6.1f MB, estimated %6.1f MB, ratio %.2f", what, heap/1e6, estimate/1e6, estimate/heap)
		if estimate < 0.75*heap || estimate > 1.4*heap {
			t.Errorf("%s: the run holds %.1f MB, the estimate is %.1f MB, want 0.75 to 1.4 times as much", what, heap/1e6, estimate/1e6)
			for _, a := range cost.Allocations(cost.ShapeOf(g), cfg) {
				t.Logf("    %-30s %7.2f MB", a.Name, a.Bytes/1e6)
			}
		}
	}
}

// TestMemoryAtTheEndsOfEdges compares cost.Memory with the heap for the peers with matrices at the ends of edges, which are most of the
// memory of a graph with ten edges for each node. The estimate is 0.9 to 1.15 times the heap.
func TestMemoryAtTheEndsOfEdges(t *testing.T) {
	g, split := memoryGraph(600, 6000, 300, 7)
	for _, model := range []string{"nlsd", "sheafan"} {
		c, err := method.Configure(g, split, model, "paper", 1)
		if err != nil {
			t.Fatal(err)
		}
		heap, estimate := heapOfRun(t, g, split, c), cost.Memory(cost.ShapeOf(g), c)-keyframeBytes(cost.ShapeOf(g), c)
		if estimate < 0.9*heap || estimate > 1.15*heap {
			t.Errorf("%s: the run holds %.1f MB, the estimate is %.1f MB, want 0.9 to 1.15 times as much", model, heap/1e6, estimate/1e6)
		}
	}
}

// keyframeBytes returns the bytes of the key frames in the estimate, or 0 if the estimate
// has no such row.
func keyframeBytes(s cost.Shape, c settings.Config) float64 {
	for _, a := range cost.Allocations(s, c) {
		if a.Name == "key frames" {
			return a.Bytes
		}
	}
	return 0
}
