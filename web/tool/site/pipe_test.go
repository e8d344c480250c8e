//go:build unix

package site

import (
	"net/http/httptest"
	"path/filepath"
	"syscall"
	"testing"
)

// The server does not serve a named pipe, because the opening of a pipe can block for ever.
func TestPipeIsNoFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	Handler(dir).ServeHTTP(w, httptest.NewRequest("GET", "http://x/pipe", nil))
	if w.Code != 404 {
		t.Errorf("a request for a pipe has the status %d, want 404", w.Code)
	}
}
