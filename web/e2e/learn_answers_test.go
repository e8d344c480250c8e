//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	exact "sheafscope/core/coursemath"
	"sheafscope/web/course"
)

// answers returns an exercise with wrong and right answers.
func answers(v exact.Variant) answered {
	a := answered{ID: v.ID, Kind: v.Kind}
	judge := func(t try, answer string) {
		verdict := v.Check(answer, nil)
		t.Right, t.Reason = verdict.Right, course.ProseExplained(verdict.Reason+verdict.Error)
		a.Tries = append(a.Tries, t)
	}
	with := func(e int, first, second string) string {
		s := v.Sheaf.Clone()
		s.Edges[e].Maps = [2]string{first, second}
		return s.Text()
	}
	switch {
	case v.ID == "11.1":
		a.Tries = []try{{Reason: "Let the models learn first, by the button below the figure; then mark a page and a link there."}}
	case len(v.Runs) > 0:
		answer := "50"
		if len(v.Options) > 0 {
			answer = v.Options[0].Key
		}
		a.Tries = []try{{Answer: answer, Trains: true}}
	case v.Kind == exact.KindChoice:
		for _, o := range v.Options {
			judge(try{Answer: o.Key}, o.Key)
		}
	case v.ID == "4.4": // an edge with a turn, then with a mirror
		tap := try{Taps: [][]int{edge(v, 0)}, Handle: "k0", Steps: 1} // by keys the latter
		judge(tap, with(0, exact.TurnText(60, 1, exact.Rotation), "1"))
		judge(tap, with(0, exact.TurnText(60, 1, exact.Reflection), "1"))
	case v.ID == "6.2": // a path, then closed to a ring by keys
		n := len(v.Sheaf.Nodes)
		judge(try{}, v.Sheaf.Text())
		judge(try{Handle: "p0" + strconv.Itoa(n-1), Steps: 1}, exact.Ring(n, 1).Text())
	case v.Kind == exact.KindDrag && len(v.Handles) == 1: // a turn, by degrees
		start, _ := exact.ParseMap(v.Sheaf.Edges[0].Maps[0], 2, 2) // the exercise's own
		from := int(math.Round(start.Turn - 360*math.Floor((start.Turn+180)/360)))
		turned := func(by int) string { return with(0, exact.TurnText(float64(by), 1, exact.Rotation), "1") }
		there := from
		for by := -180; by < 180 && !v.Check(turned(there), nil).Right; by++ {
			there = by
		}
		away := there - 90
		if away < -180 {
			away = there + 90
		}
		judge(try{Handle: "e0", Steps: away - from}, turned(away))
		judge(try{Handle: "e0", Steps: there - away}, turned(there))
	case v.Kind == exact.KindDrag: // the last edge, shorter and then longer by twentieths
		last := len(v.Sheaf.Edges) - 1
		start, _ := strconv.ParseFloat(v.Sheaf.Edges[last].Maps[0], 64) // the exercise's own
		scaled := func(steps int) string {
			text := strconv.FormatFloat(start+0.05*float64(steps), 'f', 2, 64)
			return with(last, text, text)
		}
		there := 1
		for there < 40 && !v.Check(scaled(there), nil).Right {
			there++
		}
		handle := "e" + strconv.Itoa(last)
		judge(try{Handle: handle, Steps: -1}, scaled(-1))
		judge(try{Handle: handle, Steps: there + 1}, scaled(there))
	default:
		for _, answer := range typed(v) {
			judge(try{Answer: answer}, answer)
		}
	}
	slices.SortStableFunc(a.Tries, func(x, y try) int { return order(x.Right) - order(y.Right) })
	return a
}

// order returns a key by which wrong answers precede right answers.
func order(right bool) int {
	if right {
		return 1
	}
	return 0
}

// edge returns the ends of edge e in the sheaf of an exercise.
func edge(v exact.Variant, e int) []int { return []int{v.Sheaf.Edges[e].I, v.Sheaf.Edges[e].J} }

// typed returns a wrong and a right answer of an exercise with fields for texts.
func typed(v exact.Variant) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	switch v.ID {
	case "1.1":
		for k := range 40 {
			if v.Check(strconv.Itoa(k), nil).Right {
				return []string{strconv.Itoa(k + 1), strconv.Itoa(k)}
			}
		}
	case "3.1":
		if a, err := exact.Analyse(v.Sheaf); err == nil {
			b := a.Block(int(v.Params["i"]), int(v.Params["j"]))
			return []string{"7 7 7 7", strings.Trim(fmt.Sprint(slices.Concat(b...)), "[]")}
		}
	case "3.2":
		m := func(e, side int) int { k, _ := strconv.Atoi(v.Sheaf.Edges[e].Maps[side]); return k }
		return []string{"5 1 7", fmt.Sprint(m(0, 1)*m(1, 1), m(0, 0)*m(1, 1), m(0, 0)*m(1, 0))}
	case "5.2":
		return []string{"9", number(math.Ln2 / (2 * v.Params["lambda"]))}
	case "7a.1":
		f := func(a, b float64) float64 { return math.Tanh(v.Params["own"]*a + v.Params["other"]*b) }
		tu, tv := v.Params["tu"], v.Params["tv"]
		return []string{"7", number(-f(tu, tv) * f(tv, tu))}
	case "10.1":
		if a, err := exact.Analyse(v.Sheaf); err == nil {
			i, flow := int(v.Params["node"]), 0.0
			for j, x := range a.X {
				flow += a.Block(i, j)[0][0] * x
			}
			return []string{"9", number(a.X[i] - v.Params["step"]*flow)}
		}
	case "8.1":
		return []string{"1 0 0 0", "1 -1 1 -1"}
	case "9.2":
		return []string{"0", number(100 * (1 - math.Pow(0.05, 1/v.Params["n"])))}
	}
	return nil
}
