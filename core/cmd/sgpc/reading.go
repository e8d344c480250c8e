// This file has the flags that correct a wrong guess about the format of a graph's files. It also prints the guess and the doubts.

package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"

	"sheafscope/core/graphio"
	"sheafscope/core/graphio/content"
	"sheafscope/core/study"
)

// readingFlags are the values of the flags that correct a wrong guess about files. An empty value keeps the guess.
// A field is named like its flag, except edges, the value of -edge-file. dedup corrects no guess: it removes nodes from the graph.
type readingFlags struct{ columns, header, separator, form, from, directed, edges, dedup string }

// add defines the flags in the flag set of a command.
func (r *readingFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&r.columns, "columns", "", "what columns of tables and attributes of nodes are: `role=column,…`, by name or number "+
		"from 1, - for none (source=1,target=2,label=-)")
	fs.StringVar(&r.header, "header", "", "yes or no: whether the first row of tables names the columns")
	fs.StringVar(&r.separator, "separator", "", "what stands between cells: tab, comma, semicolon, bar or space")
	fs.StringVar(&r.form, "form", "", "what a row of a table of edges is: pairs (an edge), lists (a node and its neighbours) or matrix")
	fs.StringVar(&r.from, "from", "", "0 or 1: nodes are numbered from there, those without edges too")
	fs.StringVar(&r.directed, "directed", "", "yes or no: whether edges have a direction")
	fs.StringVar(&r.edges, "edge-file", "", "which `file` of several holds the edges or the graph: its name, or for a table also its "+
		"number, from 1")
	fs.StringVar(&r.dedup, "dedup", "", study.DedupUsage)
}

// correction returns the correction that the flags describe. It returns a usageError if a value of a flag is not allowed.
func (r *readingFlags) correction() (graphio.Correction, error) {
	// The text of a correction is a list such as source=1,target=2,header=yes. The value of -columns already is a list of this form. Each
	// further flag except -edge-file adds an element, whose key is the name of the flag.
	var parts []string
	if r.columns != "" {
		parts = append(parts, r.columns)
	}
	for _, f := range []struct{ key, value string }{{"header", r.header}, {"separator", r.separator}, {"form", r.form}, {"from", r.from},
		{"directed", r.directed}} {
		if f.value != "" {
			parts = append(parts, f.key+"="+f.value)
		}
	}
	c, err := content.ParseCorrection(strings.Join(parts, ","))
	if err != nil {
		err = usageError{err}
	}
	c.Table = strings.TrimSpace(r.edges) // no element of the list: the name of a file may contain commas
	return c, err
}

// printDoubts prints to standard error the notes on merged, omitted or generated parts, and the doubts about the way the files were read.
// If there are doubts, it also prints the guessed format and columns, with the flags that correct them.
func printDoubts(found *graphio.Found) {
	for _, text := range found.Graph.Notes {
		fmt.Fprintln(os.Stderr, "sgpc: note:", text)
	}
	for _, text := range found.Recognition.Texts() {
		fmt.Fprintln(os.Stderr, "sgpc: doubt:", text)
	}
	if len(found.Recognition.Doubts) > 0 {
		fmt.Fprintln(os.Stderr, "sgpc: it was read as", describeColumns(found.Recognition)+"; -columns, -header, -separator, -form, -from, "+
			"-directed and -edge-file correct that")
	}
}

// describeColumns returns the format of the files, and the columns of each table with their roles, such as
// "CSV, edges of a.csv: from = source, to = target". The number of a column, from 1 on, stands for a missing name.
func describeColumns(r *graphio.Recognition) string {
	text := r.Format
	for _, sheet := range r.Sheets {
		text += ", " + sheet.Table + " of " + sheet.File + ": "
		for k, column := range sheet.Columns {
			if k > 0 {
				text += ", "
			}
			text += cmp.Or(column.Name, fmt.Sprint(k+1)) + " = " + string(column.Role)
		}
		if sheet.More > 0 { // number of further columns, which sheet.Columns omits
			text += fmt.Sprintf(", and %d more", sheet.More)
		}
	}
	return text
}
