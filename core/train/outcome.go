package train

// Outcome is the result of a training, at the epoch of the best validation accuracy; results files hold its JSON.
type Outcome struct {
	// Val and Test are accuracies in 0..1, −1 for an empty set.
	Val  float64 `json:"val"`
	Test float64 `json:"test"`
	// Around is the mean validation accuracy of the epochs around the best one; a search compares it and Crossed.
	Around float64 `json:"val_around,omitempty"`
	// Crossed is the validation accuracy at epochs chosen by other validation nodes (sgpc.Run.Crossed).
	Crossed float64 `json:"val_crossed,omitempty"`
	// BestEpoch and Epochs count from 1; Seconds is the wall-clock time, 0 where it was not measured.
	BestEpoch int     `json:"best_epoch"`
	Epochs    int     `json:"epochs"`
	Seconds   float64 `json:"seconds"`
	// Metrics are further numbers by name, and Series are sequences of equal length; numbers of an empty set are omitted.
	Metrics map[string]float64   `json:"metrics,omitempty"`
	Series  map[string][]float64 `json:"series,omitempty"`
	// Position is the position at the end of BestEpoch, 0 without one.
	// Pred is the predicted class of each node there, and Tested are the test nodes.
	Position int     `json:"-"`
	Pred     []int32 `json:"pred,omitempty"`
	Tested   []int32 `json:"tested,omitempty"`
}
