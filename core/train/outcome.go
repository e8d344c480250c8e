package train

// Outcome is the result of a training, at the epoch of the best validation accuracy. Files of results have its JSON.
type Outcome struct {
	// Val and Test are shares of correct predictions in 0..1, -1 for an empty set.
	Val  float64 `json:"val"`
	Test float64 `json:"test"`
	// Around is the mean validation accuracy of the epochs around the best one; a search goes by it and by Crossed.
	Around float64 `json:"val_around,omitempty"`
	// Crossed is the validation accuracy at epochs that other validation nodes chose (sgpc.Run.Crossed).
	Crossed float64 `json:"val_crossed,omitempty"`
	// BestEpoch and Epochs count from 1; Seconds is the wall-clock time, of those who measure it.
	BestEpoch int     `json:"best_epoch"`
	Epochs    int     `json:"epochs"`
	Seconds   float64 `json:"seconds"`
	// Metrics are further numbers by name, Series sequences of equal length; what an empty set does not give is left out.
	Metrics map[string]float64   `json:"metrics,omitempty"`
	Series  map[string][]float64 `json:"series,omitempty"`
	// Position is that of the end of BestEpoch, 0 without one; Pred the class of each node there, Tested the test nodes.
	Position int     `json:"-"`
	Pred     []int32 `json:"pred,omitempty"`
	Tested   []int32 `json:"tested,omitempty"`
}
