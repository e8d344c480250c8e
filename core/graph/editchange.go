// The undo button names an operation. This file infers the name from the edits before and after the operation.

package graph

import "slices"

// Change returns the name of the operation that leads from e to next. It returns "" for equal edits, and if no known operation leads to
// next.
// An operation can change several fields of the edits: the deletion of a node also deletes its edges. Change then returns the name of the
// cause, here the deletion of the node.
func (e Edits) Change(next Edits) string {
	// An added node has its class and its place in Add: class, x and y.
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
		// Gone has deleted nodes, Cut has deleted edges of the base, and Join has edges added by hand.
		// Causes come before their consequences. If a node or an edge was added by hand, its deletion may only remove it from Add or Join.
		// An edge of the base that is added again leaves Cut.
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
