package graph

import "slices"

// Change returns the name of the operation from e to next, "" for equal edits.
// An operation with consequences has the name of its cause: deleting a node also deletes its edges.
func (e Edits) Change(next Edits) string {
	// Added nodes hold their class and place themselves.
	moved, classed := false, false
	for k := range min(len(e.Add), len(next.Add)) {
		a, b := e.Add[k], next.Add[k]
		moved, classed = moved || a[1] != b[1] || a[2] != b[2], classed || a[0] != b[0]
	}
	for _, c := range []struct {
		name    string
		differs bool
	}{
		// The order puts causes before their consequences.
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
