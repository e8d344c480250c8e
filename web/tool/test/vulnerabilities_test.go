package test

import (
	"context"
	"strings"
	"testing"
	"time"
)

// found is the output of govulncheck v1.1.4 with a finding.
const found = `=== Symbol Results ===

Vulnerability #1: GO-2024-2687
    HTTP/2 CONTINUATION flood in net/http
  More info: https://pkg.go.dev/vuln/GO-2024-2687
  Standard library
    Found in: net/http@go1.22
    Fixed in: net/http@go1.22.2
    Example traces found:
      #1: web/tool/site/serve.go:10:2: site.Serve calls http.Server.Serve

Your code is affected by 1 vulnerability from the Go standard library.
`

// A finding is a line of the summary and makes the report fail (clean is false). A program that fails, prints no result or cannot reach its
// database has the same effects, with the line "not checked".
func TestFindingsAreReported(t *testing.T) {
	for _, c := range []struct {
		name string
		read func([]byte, []byte, int) ([]string, error)
		// The output, the diagnostics and the exit status of a program.
		out, diagnostics string
		status           int
		// Whether the report is clean, and a part of its summary.
		clean bool
		line  string
	}{
		{"Go without a finding", readGo, "No vulnerabilities found.\n", "", 0, true, "* x: none"},
		// The program is "go run": it has the status 1 and prints the status of govulncheck, 3.
		{"Go with a finding", readGo, found, "exit status 3", 1, false,
			"* **x**: GO-2024-2687 HTTP/2 CONTINUATION flood in net/http " +
				"More info: https://pkg.go.dev/vuln/GO-2024-2687 Standard library Found in: net/http@go1.22 Fixed in: net/http@go1.22.2"},
		{"no database", readGo, "", "govulncheck: fetching vulnerabilities: no such host\nexit status 1", 1, false,
			"* **x: not checked**: govulncheck ended with 1: govulncheck: fetching vulnerabilities: no such host"},
		{"Go that prints nothing", readGo, "", "", 0, false, "* **x: not checked**"},
		{"Go that fails after \"No vulnerabilities\"", readGo, "No vulnerabilities found.\n", "killed", 1, false, "* **x: not checked**"},
		{"npm without a finding", readNPM, `{"vulnerabilities":{},"metadata":{"vulnerabilities":{"total":0}}}`, "", 0, true, "* x: none"},
		{"npm with findings", readNPM, `{"vulnerabilities":{"b":{"severity":"low","range":"<2","via":["a"]},
			"a":{"severity":"high","range":"<1","via":[{"title":"A hole","url":"https://x.example/1"}]}},
			"metadata":{"vulnerabilities":{"total":2}}}`, "", 1, false,
			"* **x**: a <1 (high): A hole, https://x.example/1\n* **x**: b <2 (low)\n"},
		{"npm without its list", readNPM, `{"message":"405 Method Not Allowed","statusCode":405}`, "npm error", 1, false,
			"* **x: not checked**: npm audit ended with 1: 405 Method Not Allowed npm error"},
		{"npm that does not start", readNPM, "", "npm: not found", -1, false, "* **x: not checked**: npm audit ended with -1: npm: not found"},
		{"npm that counts more than it names", readNPM, `{"metadata":{"vulnerabilities":{"total":1}}}`, "", 1, false, "* **x: not checked**"},
	} {
		var w strings.Builder
		clean := report(&w, []scan{{name: "x", read: c.read}}, func(scan) ([]byte, []byte, int) {
			return []byte(c.out), []byte(c.diagnostics), c.status
		})
		if clean != c.clean || !strings.Contains(w.String(), c.line) {
			t.Errorf("%s: clean is %v, want %v; the summary is\n%s\nwant the line\n%s", c.name, clean, c.clean, w.String(), c.line)
		}
	}
}

// The end of the context ends all processes of a scan; otherwise the test would take 100 s.
func TestScanLeavesNoProcess(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, _, status := scan{args: []string{"sh", "-c", "sleep 100; true"}}.run(ctx)
	if status == 0 || time.Since(start) > 50*time.Second {
		t.Errorf("the scan has the status %d after %v, want a failure at once", status, time.Since(start))
	}
}

// A program that does not start has the exit status −1.
func TestMissingProgramHasStatusMinusOne(t *testing.T) {
	_, diagnostics, status := scan{args: []string{"sheafscope-no-such-program"}}.run(t.Context())
	if status != -1 || !strings.Contains(string(diagnostics), "not found") {
		t.Errorf("a missing program has the status %d and the diagnostics %s, want -1 and \"not found\"", status, diagnostics)
	}
}
