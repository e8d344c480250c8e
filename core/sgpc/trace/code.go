package trace

import "sheafscope/core/json"

// Entry is the lift of a directed entry (row, col) in the reading "code":
// cost, P0, P⋆ and weight of scalarOp.
type Entry struct {
	Edge   [2]int  `json:"edge"`
	Cost   float64 `json:"cost"`
	P0     float64 `json:"P0"`
	P      float64 `json:"P"`
	Weight float64 `json:"weight"`
}

// MarshalJSON writes the entry alone when there is one.
func (t Lift) MarshalJSON() ([]byte, error) {
	if t.Entry != nil {
		return json.Marshal(*t.Entry)
	}
	type plain Lift
	return json.Marshal(plain(t))
}
