package graph

import "slices"

// Change names the operation that leads from one list of changes by hand to the next, "" where nothing differs. Of an operation with
// consequences it names the cause: a node that is deleted takes its edges along.
func (e Edits) Change(next Edits) string {
	moved, classed := false, false
	for k := range min(len(e.Add), len(next.Add)) {
		a, b := e.Add[k], next.Add[k]
		moved, classed = moved || a[1] != b[1] || a[2] != b[2], classed || a[0] != b[0]
	}
	for _, c := range []struct {
		name    string
		differs bool
	}{
		{"node added", len(next.Add) > len(e.Add)},
		{"nodes deleted", len(next.Gone) > len(e.Gone) || len(next.Add) < len(e.Add)},
		{"edge deleted", len(next.Cut) > len(e.Cut) || len(next.Join) < len(e.Join)},
		{"edge added", len(next.Cut) < len(e.Cut) || len(next.Join) > len(e.Join)},
		{"class named", !slices.Equal(e.Classes, next.Classes)},
		{"class changed", classed || !slices.Equal(e.Label, next.Label)},
		{"set changed", !slices.Equal(e.Set, next.Set)},
		{"node moved", moved},
	} {
		if c.differs {
			return c.name
		}
	}
	return ""
}
