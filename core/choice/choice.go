// Package choice has an index that may be missing; its zero value is none, so an empty struct chooses nothing.
package choice

// One is an index counted from 1, or 0 for none; fields, messages, links and the wire use it.
type One int

// Of returns the choice of index i, counted from 0, and none for a negative i.
func Of(i int) One { return One(max(0, i+1)) }

// Index returns the index counted from 0, and −1 for none, like the searches of package slices.
func (c One) Index() int { return int(c) - 1 }
