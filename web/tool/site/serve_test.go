package site

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Without a host, or with localhost, the server listens on a loopback address, so that only this machine reaches it. HOST=0.0.0.0 opens it
// to others.
func TestServesThisMachineAlone(t *testing.T) {
	for host, local := range map[string]bool{"": true, "localhost": true, "0.0.0.0": false} {
		l, err := listen(host, "0")
		if err != nil {
			t.Fatal(err)
		}
		if ip := l.Addr().(*net.TCPAddr).IP; ip.IsLoopback() != local {
			t.Errorf("HOST=%q listens on %s; want a loopback address: %v", host, ip, local)
		}
		l.Close()
	}
}

// The address for a browser is localhost if the server has no address of its own, and otherwise the host.
func TestAddressIsReached(t *testing.T) {
	l, err := listen("", "0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]string{"": "localhost", "0.0.0.0": "localhost", "::": "localhost", "192.168.1.5": "192.168.1.5",
		"fe80::1": "[fe80::1]", "box.example": "box.example"} {
		if got := address(l, host); got != want+":"+port {
			t.Errorf("HOST=%q prints %s, want %s:%s", host, got, want, port)
		}
	}
}

// The error for a host that is not this machine names the host, and does not claim that the ports are in use. 192.0.2.1 is reserved for
// documents.
func TestForeignAddressIsNamed(t *testing.T) {
	l, err := listen("192.0.2.1", "")
	if err == nil {
		l.Close()
		t.Fatal("the server listens at a foreign address")
	}
	if text := err.Error(); !strings.Contains(text, "HOST=192.0.2.1") || strings.Contains(text, "no free port") {
		t.Errorf("the error is %q; want the host", text)
	}
}

// An interrupt during a download ends the server without an error and closes its port. The server waits for shutdownGrace; the test allows
// twenty times this duration, for slow machines.
func TestInterruptDuringADownload(t *testing.T) {
	dir := t.TempDir()
	// The file is larger than the buffers of the system for a connection whose client does not read. So the download cannot end.
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
	response, err := http.Get("http://" + l.Addr().String() + "/large")
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the download does not start: response %v, error %v", response, err)
	}
	defer response.Body.Close()
	interrupt()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("the server ends with %v", err)
		}
	case <-time.After(20 * shutdownGrace):
		t.Fatalf("the server runs %v after an interrupt", 20*shutdownGrace)
	}
	if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Error("the port is still open")
	}
}

// The server answers only requests to its own names, none of which is empty. Therefore no site whose name resolves to this machine can read
// the page (DNS rebinding).
func TestServesItsOwnNames(t *testing.T) {
	for _, h := range hostNames("0.0.0.0") {
		if h == "" {
			t.Error("an empty name is among the server's own names")
		}
	}
	// 404 means that the server answers: the folder has no file. 421 means that it refuses the name.
	handler := allowHosts(Handler(t.TempDir()), hostNames("box.example")...)
	for name, want := range map[string]int{"box.example": 404, "BOX.example:8080": 404, "evil.example": 421, "": 421} {
		r := httptest.NewRequest("GET", "http://x/none", nil)
		r.Host = name
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("a request to %q has the status %d, want %d", name, w.Code, want)
		}
	}
}
