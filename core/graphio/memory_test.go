//go:build unix

package graphio

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Inputs of 1 MB that try to take far more memory than they are long.
func TestMemory(t *testing.T) {
	fill := func(s string) string { return strings.Repeat(s, (1<<20)/len(s)) }
	cases := map[string][]File{
		"pickle lists":   text("\x80\x02" + fill("]")),
		"pickle marks":   text("\x80\x02" + fill("(")),
		"pickle tuples":  text("\x80\x02N" + fill("\x85") + "."),
		"pickle memo":    text("\x80\x02N" + fill("r\x01\x00\x00\x00") + "."),
		"json nodes":     text(`{"nodes": [` + fill("{},") + "{}]}"),
		"json numbers":   text(`{"nodes": [` + fill("0,") + "0]}"),
		"json keys":      text(`{"nodes": [{` + fill(`"a":1,`) + `"b":1}]}`),
		"xml nodes":      text(`<gexf><graph><nodes>` + fill(`<node id="1"/>`)),
		"sparse cells":   text(`{"nodes": [` + strings.Repeat(`{},`, 20000) + manyKeys(20000) + "]}"),
		"commas":         text(fill(",")),
		"newlines":       text("a,b\n" + fill("\n")),
		"keys and nodes": text(`{"nodes": [{` + keys(50_000) + `},` + strings.Repeat("{},", 100_000) + `{}]}`),
		"npz in zip":     {archive("a.zip", archive("edges.npy", make([]byte, 1<<20)).Data)},
		"bomb":           {{"z", zipped(bytes.Repeat([]byte("0,1\n"), 64<<20/4))}},
		"vertices":       text("*Vertices 200000\n"),
	}
	for what, files := range cases {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := processor()
		Read(files)
		if d := processor() - start; d > 2*time.Second {
			t.Errorf("%s: took %v", what, d)
		}
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 256 {
			t.Errorf("%s: %d MB allocated", what, mb)
		}
	}
}

// manyKeys makes nodes with one attribute each, all of different names.
func manyKeys(n int) string {
	var b strings.Builder
	for k := range n {
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"k%d":1}`, k)
	}
	return b.String()
}

// keys makes n attributes.
func keys(n int) string {
	var b strings.Builder
	for k := range n {
		fmt.Fprintf(&b, `"k%d":1,`, k)
	}
	return b.String() + `"last":1`
}
