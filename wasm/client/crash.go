package client

// This file describes the death of a worker for the user: its cause, and what the worker was doing.

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
	Cause     string // reason, such as the first line of the worker's traceback or a message of the browser
	Unfetched bool   // the script of the worker could not be fetched; therefore no request has begun
	Silent    bool   // the worker did not start within the time limit, and Unfetched is set; another attempt would take as long
}

// memoryWords has the words, in lower case, by which Go and browsers report exhausted memory.
var memoryWords = []string{"out of memory", "could not allocate memory", "cannot allocate memory", "memory.grow",
	"makeslice: len out of range", "growslice: len out of range", "makeslice: cap out of range", "array buffer allocation failed"}

// prefixes has the words that Go and browsers write before a cause.
var prefixes = []string{"Uncaught", "panic:", "fatal error:", "runtime error:", "runtime:", "Error:"}

// withoutPrefixes returns a cause without the prefixes at its start. Several prefixes can follow each other in any order.
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

// bytesInUse returns the number of bytes in Go's message "… (123 in use)". For another message ok is false.
func bytesInUse(text string) (bytes float64, ok bool) {
	before, _, found := strings.Cut(text, " in use)")
	if !found {
		return 0, false
	}
	digits := before[strings.LastIndexByte(before, '(')+1:]
	n, err := strconv.ParseUint(digits, 10, 64)
	return float64(n), err == nil
}

// Reason returns the reason of a worker's death in a few words, given Death.Cause: "out of memory", with the memory in use if the cause has
// it, or the cause without its prefixes. For an empty cause it returns "it gave no reason".
func Reason(cause string) string {
	lower := strings.ToLower(cause)
	for _, words := range memoryWords {
		if !strings.Contains(lower, words) {
			continue
		}
		if bytes, ok := bytesInUse(cause); ok {
			return fmt.Sprintf("out of memory, with %.1f GB in use", bytes/1e9)
		}
		return "out of memory"
	}
	short := strings.TrimSuffix(withoutPrefixes(strings.TrimSpace(cause)), " [recovered]")
	return cmp.Or(short, "it gave no reason")
}

// advice returns a sentence with remedies, with a blank in front, if the reason is exhausted memory. It returns "" for any other reason.
func advice(reason string) string {
	if strings.HasPrefix(reason, "out of memory") {
		return " Fewer channels, a smaller d, a smaller graph or the command line need less memory."
	}
	return ""
}

// activityOf returns the activity of a worker in a few words, given the unit of a goal or the question of a query. The unit "" belongs to a
// Pause or a replay. For any other question activityOf returns "".
func activityOf(unitOrQuestion string) string {
	switch unitOrQuestion {
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

// activity returns the activity of the worker at its death, such as " while training 34 nodes and 78 edges". lost are the messages that the
// worker has not completed, the oldest first; it was busy with lost[0]. activity returns "" if lost is empty or lost[0] is a short query.
func (c *Client) activity(lost []proto.Message) string {
	if len(lost) == 0 {
		return ""
	}
	g, q := lost[0].Goal, lost[0].Query
	switch {
	case q != nil && activityOf(q.Question) == "":
		return ""
	case q != nil:
		return " while " + activityOf(q.Question) + c.size
	case !g.Load || c.replaying: // a replay is a load with the unit ""
		return " while " + activityOf(g.Until.Unit) + c.size
	case g.Seq == c.loadedSeq: // the graph is loaded, and its size known
		return " while loading" + c.size
	}
	return loadActivity(g.Run.Graph, g.Files)
}

// loadActivity returns the activity of a load, such as " while loading cora.zip". It has the name of the first file or, without files, the
// name of the graph.
func loadActivity(graph string, files []content.File) string {
	name := graph
	if len(files) > 0 {
		name = files[0].Name
	}
	return " while loading " + name
}

// sizeOf returns the size of a graph in words, such as " 34 nodes and 78 edges" with a blank in front.
func sizeOf(g *proto.GraphInfo) string {
	return " " + count(g.N, "node") + " and " + count(len(g.Edges)/2, "edge")
}

// count returns a number with a noun: "1 node", "9 000 nodes", "2.6 million edges".
func count(n int, noun string) string {
	text := strconv.Itoa(n)
	switch {
	case n >= 1_000_000:
		text = strconv.FormatFloat(math.Round(float64(n)/1e5)/10, 'f', -1, 64) + " million" // at most one decimal
	case n >= 1000:
		text = text[:len(text)-3] + " " + text[len(text)-3:] // a blank before the last three digits
	}
	if n != 1 {
		noun += "s"
	}
	return text + " " + noun
}
