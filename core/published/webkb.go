package published

// Duel is a comparison, measured by this project, of SGPC with two peers.
// The accuracies are means over the ten public splits of a data set and the seeds 0 to 2, with fixed settings.
// Set is the name of the data set. Day is the date of the last of the three measurements, such as "2026-11-27".
// SGPC, MLP and GCN are test accuracies in per cent. GCN is the model gcn-tuned.
// Lead is the mean over splits of the difference SGPC − MLP, in percentage points.
// Half is half the width of the 95 % interval of Lead, in percentage points, for splits that share nodes (study.WidenedInterval).
// A test compares the numbers with core/study/accuracy.jsonl.
type Duel struct {
	Set, Day       string
	SGPC, MLP, GCN float64
	Lead, Half     float64
}

// Duels are the comparisons on the WebKB sets. The page has a card of first questions about each of these sets.
var Duels = []Duel{
	{Set: "texas", Day: "2026-11-27", SGPC: 85, MLP: 81.8, GCN: 84.9, Lead: 3.2, Half: 6.1},
	{Set: "wisconsin", Day: "2026-11-27", SGPC: 88.6, MLP: 85, GCN: 84.6, Lead: 3.6, Half: 3.5},
	{Set: "cornell", Day: "2026-11-27", SGPC: 77, MLP: 74.9, GCN: 70.5, Lead: 2.2, Half: 4},
}
