package published

// A Duel is what this program reaches on the ten public splits of a set with fixed settings and seed 0: mean test accuracies in
// percent of SGPC, an MLP and a tuned GCN (gcn-tuned), and the mean of SGPC − MLP by split with half of its 95 % interval, in points.
// The figures are those of core/study/accuracy.jsonl, where a test holds them.
type Duel struct {
	Set, Day       string
	SGPC, MLP, GCN float64
	Lead, Half     float64
}

// Duels are those of the WebKB sets, which have a card of first questions.
var Duels = []Duel{
	{Set: "texas", Day: "2026-11-26", SGPC: 84.1, MLP: 80.5, GCN: 86.2, Lead: 3.5, Half: 5},
	{Set: "wisconsin", Day: "2026-11-26", SGPC: 88.4, MLP: 84.3, GCN: 83.5, Lead: 4.1, Half: 3.1},
	{Set: "cornell", Day: "2026-11-26", SGPC: 77.6, MLP: 75.1, GCN: 71.1, Lead: 2.4, Half: 3.2},
}
