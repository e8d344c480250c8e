// Package choice provides an index that may be missing. The zero value means no choice, so that an empty struct chooses nothing.
package choice

// One is an index counted from 1, or 0 for no choice. Fields, messages and links store indices in this form.
type One int

// Of returns the choice of the index i, counted from 0. For a negative i it returns 0.
func Of(i int) One { return One(max(0, i+1)) }

// Index returns the index counted from 0. For no choice it returns −1, as slices.Index does for a missing element.
func (c One) Index() int { return int(c) - 1 }
