package data

import (
	"strings"
	"testing"
	"time"
)

// CheckURL accepts only https addresses with a host and a limited length, without user, spaces or invisible characters. It cuts the
// fragment. A file is fetched under the last part of its path. If the host does not answer, the error explains CORS. The errors of an
// answer do not: a missing file, a busy host, and a connection that breaks off, whose error has no length of the whole file.
func TestURLMustBeHTTPS(t *testing.T) {
	for _, bad := range []string{"", "http://a.b/c", "javascript:alert(1)", "https://", "https:///x", "https://u:p@h/x", "https://a b/",
		"https://h/\u202e", "ftp://x/y", "https://h/" + strings.Repeat("x", 3000), "file:///etc/passwd", "https://h/<img>"} {
		if u, err := CheckURL(bad); err == nil {
			t.Errorf("the address %q is accepted as %q", bad, u)
		}
	}
	u, err := CheckURL(" https://example.org:8443/a/b.graphml?x=1#frag ")
	if err != nil || u != "https://example.org:8443/a/b.graphml?x=1" || Host(u) != "example.org:8443" {
		t.Fatalf("the address is accepted as %q, %v, with the host %q", u, err, Host(u))
	}

	// A fetched file, a host that does not answer, and a missing file.
	n := &fakeTransport{results: map[string][]result{u: {{status: 200, body: text}}}}
	f := &Fetcher{Hash: hexSum, Transport: n, Sleep: func(time.Duration) {}}
	files, err := f.URL(u)
	if err != nil || len(files) != 1 || files[0].Name != "b.graphml" || string(files[0].Data) != text {
		t.Fatalf("the fetched files are %v, %v; want b.graphml", files, err)
	}
	if _, err := f.URL("https://example.org/refuses.json"); err == nil || !strings.Contains(err.Error(), "CORS") ||
		!strings.Contains(err.Error(), "try again") {
		t.Errorf("a host that does not answer gives %v, want an explanation of CORS", err)
	}
	for want, r := range map[string]result{"answered 404": {status: 404}, "answered 503": {status: 503},
		"broke off after 3 bytes": {status: 200, body: text, cut: 3}} {
		n.results["https://example.org/none.json"] = []result{r, r, r, r}
		if _, err := f.URL("https://example.org/none.json"); err == nil || strings.Contains(err.Error(), "CORS") ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q without CORS", err, want)
		}
	}
	if _, err := CheckURL("https://name@example.org/x"); err == nil || !strings.Contains(err.Error(), "no user name") {
		t.Errorf("an address with a user gives %v, want an error about the user name", err)
	}
}
