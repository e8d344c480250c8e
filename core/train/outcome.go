package train

// Outcome is the result of a training at the epoch with the best validation accuracy. Result files contain it as JSON.
type Outcome struct {
	// Val and Test are accuracies in 0..1. They are −1 for a set without labelled nodes, and before the first epoch.
	Val  float64 `json:"val"`
	Test float64 `json:"test"`
	// Around is the mean validation accuracy of the epochs at a distance of at most five from the best epoch. It is −1 if Val is −1.
	Around float64 `json:"val_around,omitempty"`
	// Crossed is the validation accuracy at epochs chosen by other validation nodes (sgpc.Run.Crossed). It is 0 if it was not computed, and
	// −1 before the first epoch and for fewer than two labelled validation nodes.
	Crossed   float64 `json:"val_crossed,omitempty"`
	BestEpoch int     `json:"best_epoch"` // counted from 1; 0 before the first epoch
	Epochs    int     `json:"epochs"`     // number of epochs
	Seconds   float64 `json:"seconds"`    // wall-clock time; 0 if it was not measured
	// Metrics are further numbers by name, and Series are sequences of numbers by name. They omit accuracies of a set without labelled nodes.
	Metrics map[string]float64   `json:"metrics,omitempty"`
	Series  map[string][]float64 `json:"series,omitempty"`
	// Position is the number of inner operations of the run until the end of BestEpoch, or 0 if there is no best epoch.
	// Pred has the predicted class of each node at that position, and Tested has the numbers of the test nodes, from 0.
	// Pred and Tested are nil in results that do not need them.
	Position int     `json:"-"`
	Pred     []int32 `json:"pred,omitempty"`
	Tested   []int32 `json:"tested,omitempty"`
}
