// Package choice holds an index that may be missing. The zero value is none, so that a struct without values chooses nothing.
package choice

// One is an index counted from 1; 0 is none. Fields, messages, links and the wire hold it.
type One int

// Of returns the choice of index i, counted from 0; none when i is negative.
func Of(i int) One { return One(max(0, i+1)) }

// Index returns the index counted from 0; −1 for none, like the searches of package slices.
func (c One) Index() int { return int(c) - 1 }
