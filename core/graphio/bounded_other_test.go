//go:build !unix

package graphio

import "testing"

// bounded runs f without the limits that it has on Unix, because only Unix reports the processor time of a process.
func bounded(t *testing.T, size int, f func()) {
	t.Helper()
	f()
}
