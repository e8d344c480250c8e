package site

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// If the environment variable HOST is not set, only this machine reaches the server.
func TestServesThisMachineAlone(t *testing.T) {
	for host, local := range map[string]bool{"": true, "localhost": true, "0.0.0.0": false} {
		l, err := listen(host, "0")
		if err != nil {
			t.Fatal(err)
		}
		if ip := l.Addr().(*net.TCPAddr).IP; ip.IsLoopback() != local {
			t.Errorf("HOST=%q listens on %s", host, ip)
		}
		l.Close()
	}
}

// An interrupt during a download ends the server soon and without an error.
func TestInterruptDuringADownload(t *testing.T) {
	dir := t.TempDir()
	// Larger than the system's buffers of a connection whose client does not read.
	if err := os.WriteFile(filepath.Join(dir, "large"), make([]byte, 64<<20), 0o666); err != nil {
		t.Fatal(err)
	}
	l, err := listen("", "0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	ended := make(chan error, 1)
	go func() { ended <- serveUntil(ctx, l, Handler(dir)) }()
	answer, err := http.Get("http://" + l.Addr().String() + "/large")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	defer answer.Body.Close()
	interrupt()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(20 * shutdownGrace):
		t.Fatal("the server goes on after an interrupt")
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Error("the port is still open")
	}
}

// The server answers only requests to its own names. Therefore no site whose name resolves to this machine can read the page (DNS
// rebinding).
func TestServesItsOwnNames(t *testing.T) {
	for _, h := range hostNames("0.0.0.0") {
		if h == "" {
			t.Error("an empty name is among the server's own")
		}
	}
	handler := allowHosts(Handler(t.TempDir()), hostNames("box.example")...)
	for name, want := range map[string]int{"box.example": 404, "BOX.example:8080": 404, "evil.example": 421, "": 421} {
		r := httptest.NewRequest("GET", "http://x/none", nil)
		r.Host = name
		w := httptest.NewRecorder()
		if handler.ServeHTTP(w, r); w.Code != want {
			t.Errorf("Host: %s is answered by %d, want %d", name, w.Code, want)
		}
	}
}
