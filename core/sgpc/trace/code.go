package trace

import "sheafscope/core/json"

// Entry is the lift of a directed entry (row, col) of the edge list in the reading
// "code": the cost C, the two scalar plans P0 and P⋆, and the weight. The weight is the
// mean of (w·h)² over the numbers h in row "row" of [Trace].HW, with w = 0.7·P0 + 0.3·P⋆.
type Entry struct {
	Edge   [2]int  `json:"edge"` // row and col
	Cost   float64 `json:"cost"`
	P0     float64 `json:"P0"`
	P      float64 `json:"P"` // P⋆
	Weight float64 `json:"weight"`
}

// MarshalJSON returns the JSON of t.Entry alone in the reading "code". In the reading
// "paper", where t.Entry is nil, it returns the JSON of all other fields.
func (t Lift) MarshalJSON() ([]byte, error) {
	if t.Entry != nil {
		return json.Marshal(*t.Entry)
	}
	type withoutMethods Lift // without MarshalJSON, so that the call does not recurse
	return json.Marshal(withoutMethods(t))
}
