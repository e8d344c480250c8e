package view_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/wasm/recipe"
	looked "sheafscope/web/opening"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// A number that is written with some digits stands for all numbers that are rounded to it.
type span struct{ lo, hi float64 }

// matrix is what an item shows: intervals by rows.
type matrix struct {
	v    []span
	cols int
}

// written are the numbers of an item as the picture writes them (assets/src/fig-chain.js).
func written(q *inspector.ChainItem) matrix {
	m := matrix{cols: q.Cols}
	for _, x := range q.V {
		digits := 3
		size := math.Abs(x)
		switch {
		case q.Fine && x != 0:
			digits = 3 - int(math.Floor(math.Log10(size)))
		case x != 0 && size < 0.0005:
			digits = 1 - int(math.Floor(math.Log10(size)))
		case size >= 10:
			digits = 1
		}
		unit := math.Pow10(-digits)
		at, half := math.Round(x/unit)*unit, 0.5001*unit
		m.v = append(m.v, span{at - half, at + half})
	}
	return m
}

func multiply(a, b span) span {
	all := []float64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	s := span{all[0], all[0]}
	for _, x := range all {
		s = span{min(s.lo, x), max(s.hi, x)}
	}
	return s
}

func (m matrix) times(b matrix, t *testing.T) (out matrix) {
	t.Helper()
	if len(m.v) == 1 {
		for _, x := range b.v {
			out.v = append(out.v, multiply(m.v[0], x))
		}
		return matrix{out.v, b.cols}
	}
	inner := len(b.v) / b.cols
	if m.cols != inner {
		t.Fatalf("a product of %d columns and %d rows", m.cols, inner)
	}
	for i := range len(m.v) / m.cols {
		for j := range b.cols {
			var sum span
			for p := range inner {
				x := multiply(m.v[i*m.cols+p], b.v[p*b.cols+j])
				sum = span{sum.lo + x.lo, sum.hi + x.hi}
			}
			out.v = append(out.v, sum)
		}
	}
	return matrix{out.v, b.cols}
}

func (m matrix) each(f func(k int, s span) span) (out matrix) {
	for k, s := range m.v {
		out.v = append(out.v, f(k, s))
	}
	return matrix{out.v, m.cols}
}

// mapped is a matrix under a rising function.
func (m matrix) mapped(f func(float64) float64) matrix {
	return m.each(func(_ int, s span) span { return span{f(s.lo), f(s.hi)} })
}

// softmax of intervals: an entry is least where it is least and all others are largest.
func (m matrix) softmax() matrix {
	return m.each(func(k int, s span) span {
		low, high := 0.0, 0.0
		for j, o := range m.v {
			if j != k {
				low, high = low+math.Exp(o.hi-s.lo), high+math.Exp(o.lo-s.hi)
			}
		}
		return span{1 / (1 + low), 1 / (1 + high)}
	})
}

// agrees reports whether the intervals of all entries meet.
func (m matrix) agrees(b matrix) bool {
	if len(m.v) != len(b.v) {
		return false
	}
	for k, s := range m.v {
		if s.lo > b.v[k].hi || b.v[k].lo > s.hi {
			return false
		}
	}
	return true
}

var numberIn = regexp.MustCompile(`−?[0-9]+(\.[0-9]+)?`)

// numbers are those of a sentence.
func numbers(text string) (list []float64) {
	for _, s := range numberIn.FindAllString(text, -1) {
		v, _ := strconv.ParseFloat(strings.Replace(s, "−", "-", 1), 64)
		list = append(list, v)
	}
	return list
}

// checkRow computes what stands behind a sign again from the digits before it: sums of products, and the functions that are named.
// It returns the number of values that it compared.
func checkRow(t *testing.T, where string, r inspector.ChainRow) (compared int) {
	t.Helper()
	var sum, product matrix
	sign := 1.0
	end := func() {
		if product.v == nil {
			return
		}
		p, s := product, sign
		if s < 0 {
			p = p.each(func(_ int, x span) span { return span{-x.hi, -x.lo} })
		}
		if sum.v == nil {
			sum = p
		} else if len(sum.v) != len(p.v) {
			t.Fatalf("%s, %s: a sum of %d and %d numbers", where, r.Says, len(sum.v), len(p.v))
		} else {
			sum = sum.each(func(k int, x span) span { return span{x.lo + p.v[k].lo, x.hi + p.v[k].hi} })
		}
		product, sign = matrix{}, 1
	}
	for k, q := range r.Items {
		compare := func(got matrix) {
			if next := written(r.Items[k+1]); !got.agrees(next) {
				t.Errorf("%s, %s: %s is written as %v, by the numbers before it %v", where, r.Says, r.Items[k+1].Name, next, got)
			} else {
				compared += len(got.v)
			}
			sum = matrix{}
		}
		switch q.Op {
		case "":
			switch m := written(q); {
			case k > 0 && r.Items[k-1].Op == "·":
				product = product.times(m, t)
			case k > 0 && r.Items[k-1].Op == "∘":
				product = product.each(func(p int, s span) span { return multiply(s, m.v[p]) })
			default:
				product = m
			}
		case "+":
			end()
		case "−":
			end()
			sign = -1
		case "=":
			end()
			compare(sum)
		case "→", "and":
			product, sum = matrix{}, matrix{}
		case "ELU →", "ReLU →", "σ →", "softmax →":
			f := map[string]func(float64) float64{"ELU →": func(x float64) float64 { return max(x, math.Expm1(min(x, 0))) },
				"ReLU →": func(x float64) float64 { return max(x, 0) },
				"σ →":    func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }}[q.Op]
			end()
			got := sum
			if f != nil {
				got = got.mapped(f)
			} else if got = got.softmax(); strings.Contains(r.Says, "the rest alike") {
				share := numbers(r.Says)[0] / 100
				n := float64(len(got.v))
				got = got.mapped(func(x float64) float64 { return share*x + (1-share)/n })
			}
			compare(got)
		}
	}
	return compared
}

// checkStage checks what the equations of a stage do not say with signs: the normalised sums, the sums of the plan, S and the mean.
func checkStage(t *testing.T, where string, rows []inspector.ChainRow) {
	t.Helper()
	seen := map[string]matrix{}
	for _, r := range rows {
		for _, q := range r.Items {
			if len(q.V) > 0 {
				seen[strings.Fields(q.Name + " ?")[0]+map[bool]string{true: " of"}[strings.Contains(q.Name, " of ")]] = written(q)
			}
		}
		if strings.HasPrefix(r.Says, "n = (a − ") {
			mean, dev := numbers(r.Says)[0], numbers(r.Says)[1]
			a := seen["a of"]
			got := a.each(func(_ int, s span) span {
				lo, hi := s.lo-mean-0.0005, s.hi-mean+0.0005
				return span{min(lo/(dev+0.0005), lo/(dev-0.0005)), max(hi/(dev+0.0005), hi/(dev-0.0005))}
			})
			if !got.agrees(written(r.Items[0])) {
				t.Errorf("%s: n is %v, by a %v", where, written(r.Items[0]), got)
			}
		}
	}
	p, mu, nu := seen["P₀"], seen["μ of"], seen["ν of"]
	if p.v != nil && mu.v != nil {
		d := p.cols
		row, col := matrix{make([]span, d), 1}, matrix{make([]span, d), d}
		for k, s := range p.v {
			row.v[k/d] = span{row.v[k/d].lo + s.lo, row.v[k/d].hi + s.hi}
			col.v[k%d] = span{col.v[k%d].lo + s.lo, col.v[k%d].hi + s.hi}
		}
		if !row.agrees(mu) || !col.agrees(nu) {
			t.Errorf("%s: the plan %v has not the sums %v and %v", where, p, mu, nu)
		}
	}
	for _, r := range rows {
		_, says, ok := strings.Cut(r.Says, "e^(4/ε) = ")
		if !ok {
			continue
		}
		plan := written(r.Items[len(r.Items)-1])
		d, want := plan.cols, numbers(says)[0]
		for i := range d {
			for j := range i {
				a, b := multiply(plan.v[i*d+i], plan.v[j*d+j]), multiply(plan.v[i*d+j], plan.v[j*d+i])
				if a.hi < b.lo*(want-0.006) || a.lo > b.hi*(want+0.006) {
					t.Errorf("%s: two coordinates of the plan have %v and %v, not %g times", where, a, b, want)
				}
			}
		}
	}
}

// The rule of Learn: from the numbers that stand at stages 1 to 9 the class of a node is recomputed, in every built-in graph, for both
// readings of SGPC, and for the models that have a stage with classes alone; a name has one value.
func TestStripIsRecomputed(t *testing.T) {
	names := append([]string{looked.Graph}, graph.BuiltinNames()...)
	for _, name := range names {
		for _, model := range []struct{ model, reading string }{{"", ""}, {"", "code"}, {"nsd-general", ""}, {"gcn", ""}} {
			if name == looked.Graph && (model.model != "" || model.reading != "") {
				continue // package scene has these
			}
			if model.model == "nsd-general" && name == "miserables" {
				model.model = "nsd-diag" // smaller
			}
			settings := map[string]string{"epochs": "3"}
			run := recipe.Setup{Graph: name, Seed: 1, Model: model.model, Method: "paper", Settings: settings}
			if name == looked.Graph {
				run.Split, settings["d"] = looked.Split, "2"
			}
			if model.reading != "" {
				if settings["reading"] = model.reading; name == "miserables" && os.Getenv("LONG") == "" {
					settings["head"] = "mlp" // the way through graph attention takes seconds here
				}
			}
			where := strings.TrimSpace(fmt.Sprint(name, " ", model.model, model.reading))
			w := opened(run)
			w.do(state.Train{Epochs: 3})
			w.do(state.SetLevel{Level: state.LevelLearn})
			w.do(state.PickNode{Node: 1})
			checkClass(t, where, w, model.model == "")
			// Every channel stands beside all others together.
			for c := 2; name == "c6" && model.model+model.reading == "" && c <= w.s.Frame.Channels; c++ {
				w.do(state.SetChannel{Channel: c})
				checkClass(t, fmt.Sprint(where, ", channel ", c), w, true)
			}
		}
	}
}

func checkClass(t *testing.T, where string, w *whole, sgpc bool) {
	t.Helper()
	known, compared := map[string]string{}, 0
	var last matrix
	class := ""
	for k := 1; k <= 9; k++ {
		w.do(state.PickStage{Stage: k})
		of := inspector.New(&w.s).Body.Figures
		if len(of) == 0 {
			continue
		}
		c, ok := of[0].Data.(inspector.Chain)
		if !ok {
			continue
		}
		at := fmt.Sprint(where, ", stage ", k)
		for _, r := range c.Rows {
			compared += checkRow(t, at, r)
			for _, q := range r.Items {
				if strings.Contains(q.Name, " of ") {
					now := fmt.Sprint(written(q).v)
					if was := known[q.Name]; was != "" && was != now {
						t.Errorf("%s: %s is %s, before it was %s", at, q.Name, now, was)
					}
					known[q.Name] = now
				}
				if n := len(q.V); n == w.s.Graph.Classes && (q.Name == "probability" || q.Name == "calibrated") {
					last = written(q)
				}
			}
		}
		checkStage(t, at, c.Rows)
		if n := len(c.Strip); n > 0 {
			class = c.Strip[n-1].Text
		}
	}
	best := -1
	for k, s := range last.v {
		if best < 0 || s.lo > last.v[best].lo {
			best = k
		}
	}
	if best < 0 || view.Classes(w.s.Graph)[best].Name != class {
		t.Errorf("%s: %v gives class %d, the strip says %q", where, last, best, class)
	}
	if least := map[bool]int{true: 14, false: 4}[sgpc]; compared < least {
		t.Errorf("%s: %d numbers follow from others", where, compared)
	}
}
