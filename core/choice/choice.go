// Package choice provides an index that may be missing. Its zero value means no choice, so a struct without values chooses nothing.
package choice

// One is an index counted from 1, or 0 for no choice. Fields, messages and links contain it.
type One int

// Of returns the choice of the index i, counted from 0. A negative i returns no choice.
func Of(i int) One { return One(max(0, i+1)) }

// Index returns the index counted from 0. It returns −1 for no choice, like the searches of package slices.
func (c One) Index() int { return int(c) - 1 }
