package view_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// extremes are numbers that a ratio, a percentage or a difference of a run can become.
var extremes = []float64{0, math.Copysign(0, -1), -1162.579, 1e-12, -1e-12, 1e12, -1e12, 1 - 1e-9, math.NaN(), math.Inf(1), math.Inf(-1)}

// unfit finds numbers that no sentence may have: NaN and infinity, a negative zero, an exponent as Go writes it ("1e-05"), a sign before a
// dash, 16 digits in a row, and a percentage of eight digits.
var unfit = regexp.MustCompile(`\d{16,}|NaN|[+−-]?\bInf\b|[−-]0([.]0*)?( |$|%)|\d[eE][+-]\d\d|\d{8,}[.]\d %|\+–|– %|\+[−-]`)

// eachFloat calls f for every number behind v, with the path of the number and a function that sets it. Of a list of numbers it sets all at
// once, then the last alone. Of any other list it visits the first item, and of a map every value in the order of the keys. It restores
// each number after f.
func eachFloat(v reflect.Value, path string, f func(path string, set func(x float64))) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachFloat(v.Elem(), path, f)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			if v.Type().Field(k).IsExported() {
				eachFloat(v.Field(k), path+"."+v.Type().Field(k).Name, f)
			}
		}
	case reflect.Float64, reflect.Float32:
		if v.CanSet() {
			before := v.Float()
			f(path, func(x float64) { v.SetFloat(x) })
			v.SetFloat(before)
		}
	case reflect.Map:
		// A value of a map cannot be set in place: item is a copy, which setInMap writes back.
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			item := reflect.New(v.Type().Elem()).Elem()
			item.Set(v.MapIndex(key))
			visit := func(path string, set func(x float64)) {
				setInMap := func(x float64) {
					set(x)
					v.SetMapIndex(key, item)
				}
				f(path, setInMap)
			}
			eachFloat(item, fmt.Sprintf("%s[%v]", path, key), visit)
			v.SetMapIndex(key, item)
		}
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			return
		}
		// A list of other items: the first stands for all.
		if k := v.Type().Elem().Kind(); k != reflect.Float64 && k != reflect.Float32 {
			eachFloat(v.Index(0), path+"[0]", f)
			return
		}
		// A list of numbers.
		before := make([]float64, v.Len())
		for i := range before {
			before[i] = v.Index(i).Float()
		}
		f(path+"[all]", func(x float64) {
			for i := range before {
				v.Index(i).SetFloat(x)
			}
		})
		for i := range before {
			v.Index(i).SetFloat(before[i])
		}
		f(path+"[last]", func(x float64) { v.Index(len(before) - 1).SetFloat(x) })
		v.Index(len(before) - 1).SetFloat(before[len(before)-1])
	}
}

// textsOf returns all texts in the JSON of a model.
func textsOf(model any) (out []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	b, err := json.Marshal(model)
	var v any
	if err != nil || json.Unmarshal(b, &v) != nil {
		return []string{"NaN: no JSON: " + fmt.Sprint(err)}
	}
	walk(v)
	return out
}

// textsOfPanels returns all texts of the named panels. It changes the panel of s.
func textsOfPanels(s *state.State, names ...string) (out []string) {
	for _, p := range names {
		s.View.Panel = p
		v := inspector.New(s)
		out = append(append(out, view.Plain(v.Lead)), textsOf(v)...)
	}
	return out
}

// textsOfPage returns all texts that the page shows in the state s: stages, panels, charts, rail and legend. It changes the open panel and
// the open stage.
func textsOfPage(s *state.State) (out []string) {
	for k := 1; k <= 10; k++ {
		s.View.Stage = k
		out = append(out, append(textsOfPanels(s, state.PanelStage), stages.Tip(s, k), stages.Value(s, k))...)
	}
	out = append(out, textsOfPanels(s, state.PanelEdge, state.PanelNode, state.PanelClaims, state.PanelResults)...)
	at := picture.NewAttributes(s)
	for _, m := range []any{charts.NewSpectrum(s), charts.NewTraining(s), charts.NewBound(s), charts.NewScrub(s), stages.Sparks(s),
		stages.Rail(s),
		picture.NewLegend(s, &at), picture.NewPeek(s), results.NewCompare(s), stages.Words(s)} {
		out = append(out, textsOf(m)...)
	}
	return out
}

// No text of the page has a number that cannot be written, such as "NaN %", "+Inf" or "−0.0 %", whatever the numbers of the frame are. The
// test sets each number of the frame to one extreme; with LONG=1 it sets each number to all extremes in turn. A frame is tested for each of
// two modes of the gap ascent.
func TestExtremesHaveNoBadNumbers(t *testing.T) {
	all := os.Getenv("LONG") != ""
	for k, mode := range []string{"sheaf", "matrix"} {
		t.Run(mode, func(t *testing.T) { extremesOf(t, mode, 4*k, all) })
	}
}

// extremesOf is TestExtremesHaveNoBadNumbers for one mode of the gap ascent. turn and all are those of setExtremes.
func extremesOf(t *testing.T, mode string, turn int, all bool) {
	s := withMode(t, mode, frame.Focus{Edge: 5, Node: 8, Spectrum: true, Eigenvector: 3})
	s.Lab.Compare = lab.Compare{On: true, Key: "mlp", Report: s.Report}
	if n := setExtremes(t, reflect.ValueOf(s.Frame), "Frame", turn, all, func() []string { return textsOfPage(s) }); n < 60 {
		t.Errorf("%d numbers of the frame were set, want at least 60", n)
	}
}

// setExtremes sets each number behind v to an extreme, and reports each bad text among texts(). With all it sets each number to all
// extremes in turn; without all, to one extreme, which turn and the place of the number choose. It returns how many numbers it set. Texts
// at the start, such as the values of menus, are not reported.
func setExtremes(t *testing.T, v reflect.Value, name string, turn int, all bool, texts func() []string) (fields int) {
	seen := map[string]bool{}
	for _, text := range texts() {
		seen[text] = true // values of menus
	}
	eachFloat(v, name, func(path string, set func(x float64)) {
		fields++
		for k, x := range extremes {
			// 5 and 11, the number of extremes, have no common factor: 11 successive numbers get 11 different extremes.
			if !all && (k+5*fields+turn)%len(extremes) > 0 {
				continue
			}
			set(x)
			for _, text := range texts() {
				if bad := unfit.FindString(text); bad != "" && !seen[text] {
					seen[text] = true
					t.Errorf("%s = %v: %q in %q", path, x, bad, text)
				}
			}
		}
	})
	return fields
}

// withMode returns the page on the karate club after two epochs with the given mode of the gap ascent.
func withMode(t *testing.T, mode string, focus frame.Focus) *state.State {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := settings.Default()
	cfg.GapMode = mode
	return karateAt(t, g, split, cfg, epochs(2), focus)
}

// TestExtremesHaveNoBadNumbers for the answers of the worker beside the frames of a run: diffusion by iterate, cycles, channels, an
// explanation and claims. LONG=1 has the same effect as there.
func TestExtremesOfDetails(t *testing.T) {
	all, fields, seen := os.Getenv("LONG") != "", 0, map[any]bool{}
	for k, s := range printedStates(t)["sheaf"] {
		texts := func() []string {
			v := node.UnrolledOrNot(s)
			// Score and Sum are printed with all digits. They are tested only for NaN and Inf, which begin with N and I.
			isExempt := func(text string) bool {
				hasAllDigits := text == v.Score || text == v.Sum
				return hasAllDigits && !strings.ContainsAny(text, "NI")
			}
			return slices.DeleteFunc(append(textsIn(inspector.New(s)), textsOf(v)...), isExempt)
		}
		// The answers, by name. An answer that several states share is tested once.
		parts := map[string]any{"Flow": s.Flow, "Why": s.Why}
		for _, d := range s.Details {
			if d.Frame != nil {
				parts[fmt.Sprintf("Details[%p]", d.Frame)] = d.Frame
			}
		}
		// The claims are tested in their panel alone.
		if s.View.Panel == state.PanelClaims {
			for c := range s.Claims {
				parts[s.Claims[c].ID] = &s.Claims[c]
			}
		}
		for name, part := range parts {
			if v := reflect.ValueOf(part); !v.IsNil() && !seen[part] {
				seen[part] = true
				fields += setExtremes(t, v, fmt.Sprintf("state %d, %s", k, name), k, all, texts)
			}
		}
	}
	if fields < 500 {
		t.Errorf("%d numbers of the answers were set, want at least 500", fields)
	}
}
