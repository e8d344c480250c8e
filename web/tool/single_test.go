package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestPackText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.UintN(256))
			if n%3 == 0 {
				data[i] = 0 // forbidden values only
			}
		}
		text := packText(data)
		if strings.ContainsAny(text, forbidden) {
			t.Fatalf("%x is packed as %q", data, text)
		}
		back, err := unpackText(text, n)
		if err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%x came back as %x, %v", data, back, err)
		}
	}
}

func TestSinglePage(t *testing.T) {
	f := single{style: "p{}", body: "BODY\n", scripts: []string{"let c = 3", "let b = 2", "let a = 1"},
		packed: []packed{{"programs", []portion{{"a.wasm", []byte("aaa")}, {"b.wasm", []byte("bb")}}}}}
	html, err := f.html()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{hashSource("let c = 3", "let b = 2", "let a = 1"), hashSource("p{}"), "worker-src blob:",
		"connect-src https: blob:",
		`data-bytes="5" data-names="a.wasm b.wasm" data-ends="3 5"`, "BODY\n<script type=",
		"</script>\n<script>let b = 2</script>\n<script>let a = 1</script>"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("%s is missing in %s", want, html)
		}
	}
	if rootedLink.Match(html) {
		t.Error("the page asks for something elsewhere")
	}
	f.scripts[2] = `"</script>"`
	if _, err := f.html(); err == nil {
		t.Error("a script that ends its own element was accepted")
	}
}

func TestOptions(t *testing.T) {
	o, err := parseOptions("build", []string{"--datasets", "d", "--quick"})
	if err != nil || o.datasets != "d" || o.effort != quick {
		t.Fatalf("%+v, %v", o, err)
	}
	o, err = parseOptions("single-file", []string{"-graph=a.csv", "--graph", "b.csv"})
	if err != nil || len(o.graph) != 2 || o.effort != release {
		t.Fatalf("%+v, %v", o, err)
	}
	o, err = parseOptions("fuzz", []string{"--time", "10m"})
	if err != nil || o.time != 10*time.Minute {
		t.Fatalf("%+v, %v", o, err)
	}
	for _, bad := range [][]string{{"fuzz", "--time", "long"}, {"fuzz", "--time=0s"}, {"test", "--time", "1m"},
		{"test", "--datasets", "d"}, {"build", "--graph", "x"}, {"build", "--datasets"}, {"serve", "x"}} {
		if _, err := parseOptions(bad[0], bad[1:]); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// unpackText is the inverse of packText.
func unpackText(text string, size int) ([]byte, error) {
	out := make([]byte, 0, size)
	held, n := uint(0), 0
	for _, r := range text {
		if r >= 0xC0 {
			r = rune(forbidden[r-0xC0])
		}
		held, n = held<<7|uint(r), n+7
		if n >= 8 && len(out) < size {
			n -= 8
			out = append(out, byte(held>>n))
		}
		held &= 1<<n - 1
	}
	if len(out) != size {
		return nil, io.ErrUnexpectedEOF
	}
	return out, nil
}
