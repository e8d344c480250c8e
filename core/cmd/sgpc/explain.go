package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/train"
)

// trainedRun returns the run of explain and whatif at its last epoch, which the page shows, or with best at its best epoch.
func (o *options) trainedRun(best bool) (*sgpc.Run, error) {
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, err
	}
	r.ForwardOnly()
	o.runToEnd(r)
	if best && !o.keepsWeights() {
		r.RestoreBest()
	}
	return r, nil
}

// bestHelp is the help of the flag -best of explain and whatif.
const bestHelp = "at the best epoch by validation in place of the last one, which the page shows at the end of a run"

// explainReport is the JSON object at the end of the output of explain.
// Gap is the largest difference, over the classes, between a score and the sum of its terms.
type explainReport struct {
	Explanation *explain.Parts `json:"explanation"`
	Epoch       int            `json:"epoch"`
	Gap         float64        `json:"gap"`
	Why         string         `json:"why"`
}

// explainCommand decomposes the score of a node into terms of neighbours, paths and features.
func explainCommand(args []string) int {
	o := newOptions("explain")
	node := o.fs.Int("node", -1, "the node whose score is taken apart")
	best := o.fs.Bool("best", false, bestHelp)
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	r, err := o.trainedRun(*best)
	if err != nil {
		return fail(err)
	}
	if *node < 0 || *node >= r.Graph.N {
		return fail(usageError{fmt.Errorf("-node %d: the graph has nodes 0 to %d", *node, r.Graph.N-1)})
	}
	x, err := explain.Node(r, *node)
	if err != nil {
		return fail(err)
	}
	rep := explainReport{Explanation: x, Epoch: r.Epoch(),
		Why: fmt.Sprintf("rounding; %.1e of the score, which integrated gradients at points missed, is dealt out over the terms", x.Missed)}
	if x.Exact {
		rep.Why = "rounding and the tolerance of the solve; the terms are exact"
	}
	for _, v := range x.Terms[len(x.Terms)-1].Contribution {
		rep.Gap = max(rep.Gap, math.Abs(v))
	}
	if !o.json {
		if code := show(rep.text(r)); code != 0 {
			return code
		}
	}
	return printJSON(rep)
}

// text lists the largest terms of the score of the predicted class.
func (rep *explainReport) text(r *sgpc.Run) string {
	x := rep.Explanation
	class := train.ArgMax(x.Called)
	text := fmt.Sprintf("node %d of %s: class %d, probability %.4f; score by class %.4f\n", x.Node, r.Graph.Name, class, x.Called[class],
		x.Score)
	terms := append([]explain.Term(nil), x.Terms[:len(x.Terms)-1]...)
	sort.SliceStable(terms, func(i, j int) bool {
		return math.Abs(terms[i].Contribution[class]) > math.Abs(terms[j].Contribution[class])
	})
	rest := 0.0
	for k, t := range terms {
		if k >= 12 {
			rest += t.Contribution[class]
			continue
		}
		from := "all"
		if t.Neighbour >= 0 {
			from = "node " + strconv.Itoa(t.Neighbour)
		}
		text += fmt.Sprintf("  %+.4f  %s, through %s\n", t.Contribution[class], from, t.Through)
	}
	return text + fmt.Sprintf("  %+.4f  the other %d terms\n  %+.1e  left over; %s\n", rest, max(0, len(terms)-12),
		x.Terms[len(x.Terms)-1].Contribution[class], rep.Why)
}

// whatIfReport is the JSON object at the end of the output of whatif: the predictions without and with the change.
type whatIfReport struct {
	Change explain.Change      `json:"change"`
	Epoch  int                 `json:"epoch"`
	Before *explain.Prediction `json:"before"`
	After  *explain.Prediction `json:"after"`
	// Changed are the nodes whose predicted class changes.
	Changed []int `json:"changed"`
}

// whatIfCommand evaluates a trained network on a changed graph.
func whatIfCommand(args []string) int {
	o := newOptions("whatif")
	var c explain.Change
	pair := func(list *[][2]int, between string) func(string) error {
		return func(s string) error {
			a, b, ok := strings.Cut(s, between)
			i, err := strconv.Atoi(a)
			j, failed := strconv.Atoi(b)
			if !ok || err != nil || failed != nil {
				return errors.New("want two numbers, as in 3" + between + "5")
			}
			*list = append(*list, [2]int{i, j})
			return nil
		}
	}
	o.fs.Func("remove", "an edge to leave out, by its `nodes` 3-5; may be repeated, as the next three", pair(&c.RemoveEdges, "-"))
	o.fs.Func("add", "an edge to add, by its `nodes` 3-5", pair(&c.AddEdges, "-"))
	o.fs.Func("hide", "a feature to hide, `node:feature`", pair(&c.HideFeatures, ":"))
	o.fs.Func("label", "another label of a training node, `node:class`", pair(&c.Labels, ":"))
	o.fs.StringVar(&c.Maps, "maps", "", "identity or zero in place of the learned restriction maps")
	best := o.fs.Bool("best", false, bestHelp)
	if code := o.parse(args); code != 0 {
		return max(code, 0)
	}
	if c.Empty() {
		return fail(usageError{errors.New("nothing is changed; give -remove, -add, -hide, -label or -maps")})
	}
	r, err := o.trainedRun(*best)
	if err != nil {
		return fail(err)
	}
	rep := whatIfReport{Change: c, Epoch: r.Epoch(), Changed: []int{}}
	if rep.Before, err = explain.WhatIf(r, explain.Change{}); err == nil {
		rep.After, err = explain.WhatIf(r, c)
	}
	if err != nil {
		return fail(usageError{err})
	}
	classes, text := r.Graph.Classes, ""
	for i, was := range rep.Before.Pred {
		if is := rep.After.Pred[i]; is != was {
			rep.Changed = append(rep.Changed, i)
			if !o.json {
				text += fmt.Sprintf("node %d: class %d with %.4f, before %d with %.4f\n", i, is, rep.After.Prob[i*classes+is], was,
					rep.Before.Prob[i*classes+was])
			}
		}
	}
	if len(rep.Changed) == 0 {
		fmt.Fprintln(os.Stderr, "no node changes its class")
	}
	if code := show(text); code != 0 {
		return code
	}
	return printJSON(rep)
}
