//go:build !unix

package graphio

import "testing"

// bounded runs f. Time and memory are measured where the system reports them.
func bounded(t *testing.T, size int, f func()) {
	t.Helper()
	f()
}
