// This file infers the name of an operation, for the undo button.

package graph

import "slices"

// Change returns the name of the operation that leads from e to next, or "" if it finds no such operation.
// If an operation changes several fields, Change returns the name of the cause: the deletion of a node also deletes its edges.
func (e Edits) Change(next Edits) string {
	// An element of Add has class, x and y of an added node.
	hasMoved, hasOtherClass := false, false
	for k := range min(len(e.Add), len(next.Add)) {
		before, after := e.Add[k], next.Add[k]
		hasMoved = hasMoved || before[1] != after[1] || before[2] != after[2]
		hasOtherClass = hasOtherClass || before[0] != after[0]
	}
	for _, operation := range []struct {
		name    string
		differs bool
	}{
		// Causes come before their consequences. Gone has deleted nodes, Cut has deleted edges of the base, and Join has added edges.
		// A deleted node can leave Add instead of entering Gone, a deleted edge can leave Join, and a restored edge of the base leaves Cut.
		{"node added", len(next.Add) > len(e.Add)},
		{"nodes deleted", len(next.Gone) > len(e.Gone) || len(next.Add) < len(e.Add)},
		{"edge deleted", len(next.Cut) > len(e.Cut) || len(next.Join) < len(e.Join)},
		{"edge added", len(next.Cut) < len(e.Cut) || len(next.Join) > len(e.Join)},
		{"class named", !slices.Equal(e.Classes, next.Classes)},
		{"class changed", hasOtherClass || !slices.Equal(e.Label, next.Label)},
		{"set changed", !slices.Equal(e.Set, next.Set)},
		{"node moved", hasMoved},
	} {
		if operation.differs {
			return operation.name
		}
	}
	return ""
}
