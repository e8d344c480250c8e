package client

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
)

// Death describes the end of a worker.
type Death struct {
	Cause     string // the first line of its traceback, or the browser's message
	Unfetched bool   // its script never ran, so that no request has begun
	Silent    bool   // it did not start in a long time; another attempt would take as long
}

// noMemory has the words by which Go and browsers report exhausted memory.
var noMemory = []string{"out of memory", "could not allocate memory", "cannot allocate memory", "memory.grow",
	"makeslice: len out of range", "growslice: len out of range", "makeslice: cap out of range", "array buffer allocation failed"}

// prefixes has the prefixes of a cause by Go and browsers.
var prefixes = []string{"Uncaught", "panic:", "fatal error:", "runtime error:", "runtime:", "Error:"}

// withoutPrefixes returns a cause without its prefixes.
func withoutPrefixes(text string) string {
	for {
		before := text
		for _, p := range prefixes {
			text = strings.TrimLeft(strings.TrimPrefix(text, p), " ")
		}
		if text == before {
			return text
		}
	}
}

// inUse returns the number of bytes in Go's message "… (123 in use)"; ok is false for another message.
func inUse(text string) (bytes float64, ok bool) {
	before, _, found := strings.Cut(text, " in use)")
	if !found {
		return 0, false
	}
	n, err := strconv.ParseUint(before[strings.LastIndexByte(before, '(')+1:], 10, 64)
	return float64(n), err == nil
}

// Reason returns the reason of a worker's death in a few words, given its cause.
func Reason(cause string) string {
	low := strings.ToLower(cause)
	for _, words := range noMemory {
		if !strings.Contains(low, words) {
			continue
		}
		if n, ok := inUse(cause); ok {
			return fmt.Sprintf("out of memory, with %.1f GB in use", n/1e9)
		}
		return "out of memory"
	}
	short := strings.TrimSuffix(withoutPrefixes(strings.TrimSpace(cause)), " [recovered]")
	return cmp.Or(short, "it gave no reason")
}

// advice returns a sentence with remedies for a reason, "" without a known one.
func advice(reason string) string {
	if strings.HasPrefix(reason, "out of memory") {
		return " Fewer channels, a smaller d, a smaller graph or the command line need less memory."
	}
	return ""
}

// activity returns the activity of a worker by the unit of its goal or the question of its query.
func activity(name string) string {
	switch name {
	case proto.Epochs, proto.Epoch, proto.Stage, proto.Inner:
		return "training"
	case proto.At, "":
		return "replaying"
	case proto.Write:
		return "exporting"
	case proto.Explain, proto.WhatIf, proto.Flips:
		return "explaining"
	case proto.Try:
		return "evaluating a formula"
	}
	return ""
}

// activity returns the activity of the worker at its death, such as " while training 34 nodes and 78 edges", or "". It is that of the
// oldest unfinished message.
func (c *Client) activity(lost []proto.Message) string {
	if len(lost) == 0 {
		return ""
	}
	g, q := lost[0].Goal, lost[0].Query
	switch {
	case q != nil && activity(q.Question) == "":
		return ""
	case q != nil:
		return " while " + activity(q.Question) + c.size
	case !g.Load || c.replaying:
		return " while " + activity(g.Until.Unit) + c.size
	case g.Seq == c.loadedSeq:
		return " while loading" + c.size
	}
	return loading(g.Run.Graph, g.Files)
}

// loading returns the activity of a load.
func loading(name string, files []content.File) string {
	if len(files) > 0 {
		name = files[0].Name
	}
	return " while loading " + name
}

// sizeOf returns the size of a graph in words.
func sizeOf(g *proto.GraphInfo) string {
	if g == nil {
		return ""
	}
	return " " + count(g.N, "node") + " and " + count(len(g.Edges)/2, "edge")
}

// count returns a number with a noun: 1 node, 9 000 nodes, 2.6 million edges.
func count(n int, noun string) string {
	text := strconv.Itoa(n)
	switch {
	case n >= 1_000_000:
		text = strconv.FormatFloat(math.Round(float64(n)/1e5)/10, 'f', -1, 64) + " million"
	case n >= 1000:
		text = text[:len(text)-3] + " " + text[len(text)-3:]
	}
	if n != 1 {
		noun += "s"
	}
	return text + " " + noun
}
