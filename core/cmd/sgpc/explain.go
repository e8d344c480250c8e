// The commands explain and whatif train a network. explain decomposes the scores of one node, and whatif changes the graph.

package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/train"
)

// epochChoice selects the epoch whose network a command evaluates.
type epochChoice struct {
	best bool // true: the epoch with the best validation accuracy; false: the last epoch
}

// addBestFlag adds the flag -best to a command. It returns the choice, which the parser of the flags sets.
func addBestFlag(fs *flag.FlagSet) *epochChoice {
	var choice epochChoice
	fs.BoolVar(&choice.best, "best", false,
		"at the best epoch by validation; without this flag at the last epoch, as the page at the end of a run")
	return &choice
}

// trainedRun trains the network that the flags describe to the end, and returns its run at the chosen epoch.
// If the command evaluates the weights of a file without training, there is no best epoch, and choice has no effect.
// check is called before the training, which may last for hours. If check fails, its error counts as wrong usage.
func (o *options) trainedRun(choice epochChoice, check func(*sgpc.Run) error) (*sgpc.Run, error) {
	g, split, cfg, err := o.load()
	if err != nil {
		return nil, err
	}
	r, err := o.start(g, split, cfg)
	if err != nil {
		return nil, err
	}
	if err := check(r); err != nil {
		return nil, usageError{err}
	}
	r.ForwardOnly() // without stored states of earlier epochs (key frames), since nobody steps back in the run
	o.runToEnd(r)
	if choice.best && !o.keepsWeights() {
		r.RestoreBest()
	}
	return r, nil
}

// explainReport is the JSON object at the end of the output of explain.
type explainReport struct {
	Explanation *explain.Parts `json:"explanation"`
	Epoch       int            `json:"epoch"` // number of finished epochs
	// Gap is the difference between a score and the sum of its terms, as the largest absolute value over the classes.
	Gap float64 `json:"gap"`
	Why string  `json:"why"` // cause of the difference
}

// explainCommand trains a network and decomposes the scores of a node into terms by neighbour, path and feature.
func explainCommand(args []string) int {
	o := newOptions("explain")
	node := o.fs.Int("node", -1, "the node whose score is taken apart")
	choice := addBestFlag(o.fs)
	if status, stop := o.parse(args); stop {
		return status
	}
	r, err := o.trainedRun(*choice, func(r *sgpc.Run) error {
		if *node < 0 || *node >= r.Graph.N {
			return fmt.Errorf("-node %d: the graph has nodes 0 to %d", *node, r.Graph.N-1)
		}
		return nil
	})
	if err != nil {
		return fail(err)
	}
	parts, err := explain.Node(r, *node)
	if err != nil {
		return fail(err)
	}
	// Without an exact decomposition, integrated gradients distribute the score over the terms, with an error of quadrature.
	report := explainReport{Explanation: parts, Epoch: r.Epoch(),
		Why: fmt.Sprintf("rounding; %.1e of the score, which integrated gradients at points missed, is dealt out over the terms", parts.Missed)}
	if parts.Exact {
		report.Why = "rounding and the tolerance of the solve; the terms are exact"
	}
	// The last term is the difference between a score and the sum of the other terms, by class.
	remainder := parts.Terms[len(parts.Terms)-1]
	for _, v := range remainder.Contribution {
		report.Gap = max(report.Gap, math.Abs(v))
	}
	// The JSON object follows the text. With -json, the object is the only output.
	if !o.json {
		if status := show(report.text(r)); status != 0 {
			return status
		}
	}
	return printJSON(report)
}

// listedTerms is the number of terms that the text of explain lists. The JSON object has all elements of Parts.Terms.
const listedTerms = 12

// text lists the largest terms of the score of the predicted class, the sum of the other terms, and the remaining difference.
// A term is the contribution of one source node, or of all nodes, through one part of the network. For example:
//
//	node 5 of Texas: class 1, probability 0.9312; score by class [-1.2000 1.4000]
//	  +0.8123  node 3, through PART
//	  -0.0021  the other 40 terms
//	  +1.0e-15  left over; CAUSE
func (report *explainReport) text(r *sgpc.Run) string {
	parts := report.Explanation
	class := train.ArgMax(parts.Called) // the predicted class: Called has the probability of each class
	text := fmt.Sprintf("node %d of %s: class %d, probability %.4f; score by class %.4f\n", parts.Node, r.Graph.Name, class,
		parts.Called[class], parts.Score)
	last := len(parts.Terms) - 1 // index of the remaining difference
	terms := slices.Clone(parts.Terms[:last])
	sort.SliceStable(terms, func(i, j int) bool {
		return math.Abs(terms[i].Contribution[class]) > math.Abs(terms[j].Contribution[class])
	})
	unlisted := 0.0 // sum of the terms that are not listed
	for k, term := range terms {
		if k >= listedTerms {
			unlisted += term.Contribution[class]
			continue
		}
		source := "all" // Neighbour is −1 for a term without a single source
		if term.Neighbour >= 0 {
			source = "node " + strconv.Itoa(term.Neighbour)
		}
		text += fmt.Sprintf("  %+.4f  %s, through %s\n", term.Contribution[class], source, term.Through)
	}
	return text + fmt.Sprintf("  %+.4f  the other %d terms\n  %+.1e  left over; %s\n", unlisted, max(0, len(terms)-listedTerms),
		parts.Terms[last].Contribution[class], report.Why)
}

// whatIfReport is the JSON object at the end of the output of whatif: the predictions without and with the change.
type whatIfReport struct {
	Change explain.Change      `json:"change"`
	Epoch  int                 `json:"epoch"` // number of finished epochs
	Before *explain.Prediction `json:"before"`
	After  *explain.Prediction `json:"after"`
	// Changed has the numbers of the nodes whose predicted class changes, ascending. Nodes count from 0.
	Changed []int `json:"changed"`
}

// addPairFlag adds a repeatable flag whose value is two numbers with a separator between them, such as 3-5.
// The parser of the flags appends each value to list.
func addPairFlag(fs *flag.FlagSet, name, usage, separator string, list *[][2]int) {
	fs.Func(name, usage, func(value string) error {
		firstText, secondText, hasSeparator := strings.Cut(value, separator)
		first, firstErr := strconv.Atoi(firstText)
		second, secondErr := strconv.Atoi(secondText)
		areNumbers := firstErr == nil && secondErr == nil
		if !hasSeparator || !areNumbers {
			return errors.New("want two numbers, as in 3" + separator + "5")
		}
		*list = append(*list, [2]int{first, second})
		return nil
	})
}

// whatIfCommand trains a network and evaluates it on the graph and on a changed graph. It prints the nodes whose class changes, and then
// both predictions as a JSON object. With -json, the object is the only output.
func whatIfCommand(args []string) int {
	o := newOptions("whatif")
	var c explain.Change
	addPairFlag(o.fs, "remove", "an edge to leave out, by its `nodes` 3-5; may be repeated, as the next three", "-", &c.RemoveEdges)
	addPairFlag(o.fs, "add", "an edge to add, by its `nodes` 3-5", "-", &c.AddEdges)
	addPairFlag(o.fs, "hide", "a feature to hide, `node:feature`", ":", &c.HideFeatures)
	addPairFlag(o.fs, "label", "another label of a training node, `node:class`", ":", &c.Labels)
	o.fs.StringVar(&c.Maps, "maps", "", "identity or zero in place of the learned restriction maps")
	choice := addBestFlag(o.fs)
	if status, stop := o.parse(args); stop {
		return status
	}
	if c.Empty() {
		return fail(usageError{errors.New("nothing is changed; give -remove, -add, -hide, -label or -maps")})
	}
	r, err := o.trainedRun(*choice, func(r *sgpc.Run) error {
		if err := r.Fork().Takes(c.Maps); err != nil {
			return err
		}
		_, _, err := c.On(r.Graph, r.Split)
		return err
	})
	if err != nil {
		return fail(err)
	}
	// Both predictions come from the same function, so that only the change can make them differ.
	report := whatIfReport{Change: c, Epoch: r.Epoch(), Changed: []int{}}
	report.Before, err = explain.WhatIf(r, explain.Change{})
	if err == nil {
		report.After, err = explain.WhatIf(r, c)
	}
	if err != nil {
		return fail(usageError{err})
	}
	// The lines of the changed nodes are the output. A note that no node changes is printed to standard error.
	text := report.compare(r.Graph.Classes)
	if len(report.Changed) == 0 {
		fmt.Fprintln(os.Stderr, "no node changes its class")
	}
	if o.json { // only the JSON object is printed
		text = ""
	}
	if status := show(text); status != 0 {
		return status
	}
	return printJSON(report)
}

// compare sets Changed to the nodes whose predicted class differs between Before and After. classes is the number of classes.
// compare returns a line for each changed node: the new class with its new probability, and the old class with its old probability.
// An example is "node 5: class 1 with 0.7312, before 0 with 0.6120".
func (report *whatIfReport) compare(classes int) (text string) {
	// Pred has the class of each node, and Prob has the probabilities of all classes, node by node.
	for i, before := range report.Before.Pred {
		after := report.After.Pred[i]
		if after == before {
			continue
		}
		report.Changed = append(report.Changed, i)
		row := i * classes // offset of the node's probabilities
		text += fmt.Sprintf("node %d: class %d with %.4f, before %d with %.4f\n", i, after, report.After.Prob[row+after], before,
			report.Before.Prob[row+before])
	}
	return text
}
