package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"sheafscope/core/tables"
)

const (
	benchBegin = "<!-- bench:begin, written by ./build.sh bench -->"
	benchEnd   = "<!-- bench:end -->"
)

// benchColumns are the columns of the table of times.
var benchColumns = []struct {
	title string
	column
}{
	{"native, gonum", column{"native", "gonum"}},
	{"native, plain Go", column{"native", "go"}},
	{"native, SIMD", column{"native", "simd"}},
	{"native, PyTorch", column{"native", "torch"}},
	{"node, plain Go", column{"node", "go"}},
	{"node, SIMD", column{"node", "simd"}},
	{"Chromium, gonum", column{"Chromium", "gonum"}},
	{"Chromium, plain Go", column{"Chromium", "go"}},
	{"Chromium, SIMD", column{"Chromium", "simd"}},
	{"Chromium, peer", column{"Chromium", "tfjs"}},
}

// benchTables writes everything as Markdown.
func benchTables(t *timings, s starting) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nMilliseconds, medians; float64 (tfjs, PyTorch: float32), one thread. All places take turns in one run; "+
		"± is the median distance from the median in Chromium with SIMD. Peers: TensorFlow.js 4.22 (wasm backend, SIMD), ml-matrix 6.15 "+
		"(eigenvalues), PyTorch as assets/bench/torch_epochs.py has it. "+
		"Plain Go is our own, unrolled; SIMD are the companion's loops in wasm and AVX-512 or AVX2 natively; "+
		"gonum is the same operation with that library. "+
		"SGPC epochs of named graphs have d = 4, 16 channels, all terms of the loss and gap ascent; those over m edges the settings of large "+
		"graphs (d = 2, 32 channels, no ascent).\n\n", benchBegin)
	head := []string{""}
	for _, c := range benchColumns {
		head = append(head, c.title)
	}
	var rows [][]string
	for _, name := range t.order {
		if t.median(name, "Chromium", "peak") > 0 {
			continue
		}
		row := []string{name}
		for _, c := range benchColumns {
			v := t.median(name, c.place, c.variant)
			if v == 0 && c.variant == "tfjs" {
				v = t.median(name, c.place, "ml-matrix")
			}
			row = append(row, number(v))
		}
		simd, native := t.median(name, "Chromium", "simd"), t.median(name, "native", "simd")
		if native == 0 { // a machine without AVX2
			native = t.median(name, "native", "go")
		}
		rows = append(rows, append(row, spread(t.at[name][column{"Chromium", "simd"}]),
			number(ratio(t.median(name, "Chromium", "gonum"), simd)),
			number(ratio(t.median(name, "Chromium", "go"), simd)), number(ratio(simd, native))))
	}
	b.WriteString(tables.Markdown(append(head, "±", "gonum / SIMD", "plain / SIMD", "SIMD / native"), rows))
	b.WriteString(torchFacts(t))
	b.WriteString(benchFacts(t))
	b.WriteString(startTable(s))
	return b.String() + "\n" + benchEnd + "\n"
}

// torchFacts tells how our epochs compare with those in PyTorch.
func torchFacts(t *timings) string {
	var b strings.Builder
	b.WriteByte('\n')
	const scalar, nsd, gcn = "epoch of the authors' program, texas", "epoch of NSD with general maps, texas", "GCN epoch, Cora's size"
	const products = "products of the authors' program, texas"
	found := false
	for _, row := range []struct{ what, ours, theirs string }{
		{"Texas with our default settings, of the authors' program in PyTorch", "epoch by default, texas", scalar},
		{"The authors' program on Texas, of the same in PyTorch", scalar, scalar},
		{"NSD with general maps on Texas, of the same in PyTorch", nsd, nsd},
		{"GCN of Cora's size, of the same in PyTorch", gcn, gcn},
	} {
		if theirs := t.median(row.theirs, "native", "torch"); theirs > 0 {
			found = true
			fmt.Fprintf(&b, "* %s: %s in Chromium, %s natively.\n", row.what, number(t.median(row.ours, "Chromium", "simd")/theirs),
				number(t.median(row.ours, "native", "simd")/theirs))
		}
	}
	if theirs, products := t.median(scalar, "native", "torch"), t.median(products, "Chromium", "simd"); theirs > 0 && products > 0 {
		fmt.Fprintf(&b, "* The products of dense matrices in an epoch of the authors' program on Texas, alone and in float64, of the "+
			"whole epoch in PyTorch: %s in Chromium.\n", number(products/theirs))
	}
	if !found {
		b.WriteString("* PyTorch: not installed.\n")
	}
	return b.String()
}

// benchFacts are single numbers that follow from the table.
func benchFacts(t *timings) string {
	var b strings.Builder
	for _, name := range t.order {
		if v := t.median(name, "Chromium", "peak"); v > 0 {
			peak := t.at[name][column{"Chromium", "peak"}].Flop / v / 1e6
			const gemm = "gemm 512×512×512"
			if r := t.at[gemm][column{"Chromium", "simd"}]; r != nil {
				got := r.Flop / median(r.Samples) / 1e6
				fmt.Fprintf(&b, "* Ceiling of f64x2 multiply-adds in Chromium: %.1f GFLOP/s; gemm 512 reaches %.1f (%.0f %%).\n", peak, got,
					100*got/peak)
			}
		}
	}
	if one, two := t.median(poolRow(1), "Chromium", "simd"), t.median(poolRow(2), "Chromium", "simd"); two > 0 {
		fmt.Fprintf(&b, "* Throughput of two workers over runs: %.2f times that of one.\n", one/two)
	}
	for _, c := range []column{{"native", "go"}, {"native", "simd"}, {"Chromium", "simd"}} {
		if k, ok := slope(t, c, func(r *timing) float64 { return median(r.Samples) }); ok {
			fmt.Fprintf(&b, "* Cost of an SGPC epoch over m, slope of log time against log m from 10⁴ to 2·10⁵ edges, %s, %s: %.2f.\n", c.place,
				map[string]string{"go": "plain Go", "simd": "SIMD"}[c.variant], k)
		}
	}
	c := column{"Chromium", "simd"}
	if k, ok := slope(t, c, func(r *timing) float64 { return r.Memory }); ok {
		var most string
		for _, name := range t.order {
			if edgesRow.MatchString(name) && t.at[name][c] != nil {
				most = name
			}
		}
		fmt.Fprintf(&b, "* Peak memory of the same runs in %s, slope of its logarithm: %.2f; %s: %.0f MB.\n", c.place, k, most,
			t.at[most][c].Memory/1e6)
	}
	return b.String()
}

var edgesRow = regexp.MustCompile(`^SGPC epoch, m = (\d+)$`)

// slope fits log of(row) = a + k·log m by least squares for m ≥ 10⁴.
func slope(t *timings, c column, of func(*timing) float64) (k float64, ok bool) {
	var x, y []float64
	for _, name := range t.order {
		found := edgesRow.FindStringSubmatch(name)
		r := t.at[name][c]
		if found == nil || r == nil || of(r) == 0 {
			continue
		}
		v := of(r)
		m, _ := strconv.ParseFloat(found[1], 64)
		if m < 1e4 {
			continue
		}
		x, y = append(x, math.Log(m)), append(y, math.Log(v))
	}
	if len(x) < 2 {
		return 0, false
	}
	_, k = stat.LinearRegression(x, y, nil, false)
	return k, true
}

// startTable tells how the page starts and what travels.
func startTable(s starting) string {
	var b strings.Builder
	if len(s.loads) > 0 {
		var paint, picture, compiled, ready, long []float64
		for _, l := range s.loads {
			paint, picture, compiled = append(paint, l.Paint), append(picture, l.Picture), append(compiled, l.Compiled)
			ready, long = append(ready, l.Ready), append(long, l.Long)
		}
		node := median(s.node)
		fmt.Fprintf(&b, "* Start from localhost in headless Chromium, empty cache, median of %d: first paint %.0f ms, first picture %.0f ms, "+
			"program compiled %.0f ms, ready %.0f ms (%.1f starts of node, %.0f ms each on the same machine), longest task %.0f ms.\n",
			len(s.loads), median(paint), median(picture), median(compiled), median(ready), ratio(median(ready), node), node, median(long))
	}
	b.WriteString(pageTable(s.page))
	b.WriteString(smoothTable(s.busy))
	size := map[string]float64{} // in kB; under "" what the page fetches beside its program
	list, err := filepath.Glob(filepath.Join(distDir, "*.br"))
	if err != nil || len(list) == 0 {
		return b.String()
	}
	for _, f := range list {
		info, err := os.Stat(f)
		if err != nil {
			return b.String()
		}
		name, kB := filepath.Base(f), float64(info.Size())/1000
		switch {
		case strings.HasPrefix(name, "learn") || strings.HasPrefix(name, "course"):
			size["course"] += kB
		case strings.HasSuffix(name, ".wasm.br") || strings.HasPrefix(name, "lessons"):
			size[name] = kB
		case name == namesName+".br" || strings.HasPrefix(name, "edge.js") || strings.HasPrefix(name, "LICENSES") ||
			strings.Contains(name, "embed"):
			// After a crash, for who asks; and the example of embedding is a page of its own.
		default:
			size[""] += kB
		}
	}
	fmt.Fprintf(&b, "* Transfer (brotli): program %.0f kB, everything else %.0f kB; fetched when first needed: the program for files %.0f "+
		"kB, the lessons %.0f kB. The course, a page of its own: %.0f kB.\n",
		size["sheafscope.wasm.br"], size[""], size["files.wasm.br"], size["lessons.js.br"], size["course"])
	return b.String()
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// number prints three significant digits, – for what was not measured.
func number(v float64) string {
	switch {
	case v == 0:
		return "–"
	case v >= 100:
		return strconv.FormatFloat(v, 'f', 0, 64)
	case v >= 10:
		return strconv.FormatFloat(v, 'f', 1, 64)
	case v >= 1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', 3, 64)
}

// spread is the median distance from the median, in percent.
func spread(r *timing) string {
	if r == nil {
		return "–"
	}
	m := median(r.Samples)
	var d []float64
	for _, v := range r.Samples {
		d = append(d, math.Abs(v-m))
	}
	return fmt.Sprintf("%.0f %%", 100*ratio(median(d), m))
}

// putBetween replaces what stands between the marks of a file by text, which
// brings the marks along; without marks it is appended.
func putBetween(name, text string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	old := string(data)
	from, to := strings.Index(old, benchBegin), strings.Index(old, benchEnd)
	if from < 0 || to < from {
		return os.WriteFile(name, []byte(strings.TrimRight(old, "\n")+"\n\n"+text), 0o666)
	}
	return os.WriteFile(name, []byte(old[:from]+text+strings.TrimPrefix(old[to+len(benchEnd):], "\n")), 0o666)
}
