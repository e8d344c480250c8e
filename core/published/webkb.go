package published

// Duel is a comparison of models on the ten public splits of a data set, with fixed settings and seeds 0 to 2.
// SGPC, MLP and GCN are the mean test accuracies of the models sgpc, mlp and gcn-tuned, in per cent.
// Lead is the difference of SGPC and MLP, averaged over the splits, in percentage points.
// The 95 % interval of Lead is Lead ± Half. It is the interval for splits that share nodes (study.WidenedInterval).
// Set is the name of the data set, and Day the day of the runs.
// A test compares the numbers with core/study/accuracy.jsonl.
type Duel struct {
	Set, Day       string
	SGPC, MLP, GCN float64
	Lead, Half     float64
}

// Duels has a comparison for each WebKB set. The page shows it as the answer to a first question about the set.
var Duels = []Duel{
	{Set: "texas", Day: "2026-11-27", SGPC: 85, MLP: 81.8, GCN: 84.9, Lead: 3.2, Half: 6.1},
	{Set: "wisconsin", Day: "2026-11-27", SGPC: 88.6, MLP: 85, GCN: 84.6, Lead: 3.6, Half: 3.5},
	{Set: "cornell", Day: "2026-11-27", SGPC: 77, MLP: 74.9, GCN: 70.5, Lead: 2.2, Half: 4},
}
