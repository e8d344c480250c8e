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

// This file gives wrong and right answers to the exercises of the course.

// exerciseWithAnswers returns the exercise v with answers. The wrong answers precede the right ones. Result and reason of an answer are
// those of the exercise itself, by v.Check. An exercise that trains networks has one answer without a result.
func exerciseWithAnswers(v exact.Variant) answered {
	a := answered{ID: v.ID, Kind: v.Kind}
	// judge appends the try t to a. answer is the text that the exercise reads from the try.
	judge := func(t try, answer string) {
		verdict := v.Check(answer, nil)
		t.Right, t.Reason = verdict.Right, course.ProseExplained(verdict.Reason+verdict.Error)
		a.Tries = append(a.Tries, t)
	}
	// withMaps returns the sheaf of the exercise, as a text, with other maps of edge e.
	withMaps := func(e int, first, second string) string {
		s := v.Sheaf.Clone()
		s.Edges[e].Maps = [2]string{first, second}
		return s.Text()
	}
	switch {
	case v.ID == "11.1": // its figure must be trained before; this is the message
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
	case v.ID == "4.4": // a tap on the edge gives it a rotation, the next tap a reflection; by keys, a step of the handle
		tap := try{Taps: [][]int{edge(v, 0)}, Handle: "k0", Steps: 1}
		judge(tap, withMaps(0, exact.TurnText(60, 1, exact.Rotation), "1"))
		judge(tap, withMaps(0, exact.TurnText(60, 1, exact.Reflection), "1"))
	case v.ID == "6.2": // the path as it is, and the ring that the last node closes by a key
		n := len(v.Sheaf.Nodes)
		judge(try{}, v.Sheaf.Text())
		judge(try{Handle: "p0" + strconv.Itoa(n-1), Steps: 1}, exact.Ring(n, 1).Text())
	case v.Kind == exact.KindDrag && len(v.Handles) == 1: // a rotation by whole degrees; from is its angle in [−180°, 180°)
		start, _ := exact.ParseMap(v.Sheaf.Edges[0].Maps[0], 2, 2) // a map of the exercise can always be parsed
		from := int(math.Round(start.Turn - 360*math.Floor((start.Turn+180)/360)))
		turned := func(by int) string { return withMaps(0, exact.TurnText(float64(by), 1, exact.Rotation), "1") }
		// The right angle is the first whole degree that the exercise accepts. The wrong one differs from it by 90°.
		right := from
		for by := -180; by < 180 && !v.Check(turned(right), nil).Right; by++ {
			right = by
		}
		wrong := right - 90
		if wrong < -180 {
			wrong = right + 90
		}
		judge(try{Handle: "e0", Steps: wrong - from}, turned(wrong))
		judge(try{Handle: "e0", Steps: right - wrong}, turned(right))
	case v.Kind == exact.KindDrag: // a step of the handle changes the scalar map of the last edge by 0.05: first smaller, then larger
		last := len(v.Sheaf.Edges) - 1
		start, _ := strconv.ParseFloat(v.Sheaf.Edges[last].Maps[0], 64) // a map of the exercise can always be parsed
		scaled := func(steps int) string {
			text := strconv.FormatFloat(start+0.05*float64(steps), 'f', 2, 64)
			return withMaps(last, text, text)
		}
		// right is the least number of steps, from the start, that the exercise accepts. The second try begins at −1 step.
		right := 1
		for right < 40 && !v.Check(scaled(right), nil).Right {
			right++
		}
		handle := "e" + strconv.Itoa(last)
		judge(try{Handle: handle, Steps: -1}, scaled(-1))
		judge(try{Handle: handle, Steps: right + 1}, scaled(right))
	default:
		for _, answer := range typedAnswers(v) {
			judge(try{Answer: answer}, answer)
		}
	}
	slices.SortStableFunc(a.Tries, func(x, y try) int { return wrongFirst(x.Right) - wrongFirst(y.Right) })
	return a
}

// wrongFirst returns a key of sorting: wrong answers have 0, and right answers 1.
func wrongFirst(right bool) int {
	if right {
		return 1
	}
	return 0
}

// edge returns the ends of edge e in the sheaf of an exercise.
func edge(v exact.Variant, e int) []int { return []int{v.Sheaf.Edges[e].I, v.Sheaf.Edges[e].J} }

// typedAnswers returns a wrong and a right answer of an exercise with fields for texts; the fields are separated by spaces. The right
// answer of 1.1 is found by trying, and the right answer of 8.1 is the same in all variants. The others are computed here from the sheaf
// and the parameters of the exercise. For an unknown exercise typedAnswers returns nil.
func typedAnswers(v exact.Variant) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	switch v.ID {
	case "1.1": // a whole number below 40
		for k := range 40 {
			if v.Check(strconv.Itoa(k), nil).Right {
				return []string{strconv.Itoa(k + 1), strconv.Itoa(k)}
			}
		}
	case "3.1": // block (i, j) of the sheaf Laplacian, row by row
		if a, err := exact.Analyse(v.Sheaf); err == nil {
			b := a.Block(int(v.Params["i"]), int(v.Params["j"]))
			return []string{"7 7 7 7", strings.Trim(fmt.Sprint(slices.Concat(b...)), "[]")}
		}
	case "3.2": // a global section of a path of two edges with scalar maps m(e, side)
		m := func(e, side int) int { k, _ := strconv.Atoi(v.Sheaf.Edges[e].Maps[side]); return k }
		return []string{"5 1 7", fmt.Sprint(m(0, 1)*m(1, 1), m(0, 0)*m(1, 1), m(0, 0)*m(1, 0))}
	case "5.2": // the time after which the energy exp(−2λt) is a half: ln 2 / (2λ)
		return []string{"9", number(math.Ln2 / (2 * v.Params["lambda"]))}
	case "7a.1": // minus the product of both maps of an edge, which are tanh of a weighted sum of the two ends
		f := func(a, b float64) float64 { return math.Tanh(v.Params["own"]*a + v.Params["other"]*b) }
		tu, tv := v.Params["tu"], v.Params["tv"]
		return []string{"7", number(-f(tu, tv) * f(tv, tu))}
	case "10.1": // an explicit step of diffusion at a node: x_i − step · (L x)_i
		if a, err := exact.Analyse(v.Sheaf); err == nil {
			i, flow := int(v.Params["node"]), 0.0
			for j, x := range a.X {
				flow += a.Block(i, j)[0][0] * x
			}
			return []string{"9", number(a.X[i] - v.Params["step"]*flow)}
		}
	case "8.1": // weights of T_0 to T_3 whose gain is largest at λ = 2 and small at λ = 0
		return []string{"1 0 0 0", "1 -1 1 -1"}
	case "9.2": // the Clopper–Pearson bound of 0 errors among n nodes, in percent: 1 − 0.05^(1/n)
		return []string{"0", number(100 * (1 - math.Pow(0.05, 1/v.Params["n"])))}
	}
	return nil
}
