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

// Death is why a worker is gone.
type Death struct {
	// Cause is what it said last, or what the browser says of it.
	Cause string
	// Unfetched reports that its script never ran: no request has begun.
	Unfetched bool
	// Silent reports that it was waited for in vain for so long that nobody should wait so long again.
	Silent bool
}

// noMemory are the words in which Go and the browsers say that memory ran out.
var noMemory = []string{"out of memory", "could not allocate memory", "cannot allocate memory", "memory.grow",
	"makeslice: len out of range", "growslice: len out of range", "makeslice: cap out of range", "array buffer allocation failed"}

// prefixes are what Go and the browsers write before the cause.
var prefixes = []string{"Uncaught", "panic:", "fatal error:", "runtime error:", "runtime:", "Error:"}

// withoutPrefixes takes them off.
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

// inUse reads the number of "(123 in use)", of which Go's message speaks in bytes.
func inUse(text string) (bytes float64, ok bool) {
	before, _, found := strings.Cut(text, " in use)")
	if !found {
		return 0, false
	}
	n, err := strconv.ParseUint(before[strings.LastIndexByte(before, '(')+1:], 10, 64)
	return float64(n), err == nil
}

// Reason says in a few words why a worker died, from the first line of its
// traceback or the browser's message.
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

// advice is what helps against a cause, "" when nothing is known to.
func advice(reason string) string {
	if strings.HasPrefix(reason, "out of memory") {
		return " Fewer channels, a smaller d, a smaller graph or the command line need less memory."
	}
	return ""
}

// doings say what a goal or a query was for, by unit or question.
func doings(name string) string {
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

// doing says what the worker was doing when it died: the oldest unfinished
// message, and the size of the graph as far as it is known.
func (c *Client) doing(lost []proto.Message) string {
	if len(lost) == 0 {
		return ""
	}
	g, q := lost[0].Goal, lost[0].Query
	switch {
	case q != nil && doings(q.Question) == "":
		return ""
	case q != nil:
		return " while " + doings(q.Question) + c.size
	case !g.Load || c.replaying:
		return " while " + doings(g.Until.Unit) + c.size
	case g.Seq == c.loadedSeq:
		return " while loading" + c.size
	}
	return loading(g.Run.Graph, g.Files)
}

func loading(name string, files []content.File) string {
	if len(files) > 0 {
		name = files[0].Name
	}
	return " while loading " + name
}

// sizeOf says how large a graph is.
func sizeOf(g *proto.GraphInfo) string {
	if g == nil {
		return ""
	}
	return " " + count(g.N, "node") + " and " + count(len(g.Edges)/2, "edge")
}

// count writes 1 node, 9 000 nodes, 2.6 million edges.
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
