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

// readingFlags are the flags that correct a wrong guess in reading files.
type readingFlags struct{ columns, header, separator, form, from, directed, edges, dedup string }

// add adds the flags to a command.
func (r *readingFlags) add(fs *flag.FlagSet) {
	fs.StringVar(&r.columns, "columns", "", "what columns of tables and attributes of nodes are: `role=column,…`, by name or number "+
		"from 1, - for none (source=1,target=2,label=-)")
	fs.StringVar(&r.header, "header", "", "yes or no: whether the first row of tables names the columns")
	fs.StringVar(&r.separator, "separator", "", "what stands between cells: tab, comma, semicolon, bar or space")
	fs.StringVar(&r.form, "form", "", "what a row of a table of edges is: pairs (an edge), lists (a node and its neighbours) or matrix")
	fs.StringVar(&r.from, "from", "", "0 or 1: nodes are numbered from there, those without edges too")
	fs.StringVar(&r.directed, "directed", "", "yes or no: whether edges have a direction")
	fs.StringVar(&r.edges, "edge-file", "", "which `file` of several holds the edges, or the graph, by name or, of tables, number from 1")
	fs.StringVar(&r.dedup, "dedup", "", study.DedupUsage)
}

// correction returns the correction that the flags describe.
func (r *readingFlags) correction() (graphio.Correction, error) {
	var parts []string
	if r.columns != "" {
		parts = append(parts, r.columns)
	}
	for _, f := range [][2]string{{"header", r.header}, {"separator", r.separator}, {"form", r.form}, {"from", r.from}, {"directed",
		r.directed}, {"table", r.edges}} {
		if f[1] != "" {
			parts = append(parts, f[0]+"="+f[1])
		}
	}
	c, err := content.ParseCorrection(strings.Join(parts, ","))
	if err != nil {
		err = usageError{err}
	}
	return c, err
}

// printDoubts writes to standard error the notes on merged or omitted parts of files, and the doubts about their reading.
func printDoubts(r *graphio.Found) {
	for _, text := range r.Graph.Notes {
		fmt.Fprintln(os.Stderr, "sgpc: note:", text)
	}
	for _, text := range r.Recognition.Texts() {
		fmt.Fprintln(os.Stderr, "sgpc: doubt:", text)
	}
	if len(r.Recognition.Doubts) > 0 {
		fmt.Fprintln(os.Stderr, "sgpc: it was read as", describeColumns(r.Recognition)+"; -columns, -header, -separator, -form, -from, "+
			"-directed and -edge-file correct that")
	}
}

// describeColumns returns the format and the columns of the tables with their roles.
func describeColumns(r *graphio.Recognition) string {
	text := r.Format
	for _, s := range r.Sheets {
		text += ", " + s.Table + " of " + s.File + ": "
		for k, c := range s.Columns {
			if k > 0 {
				text += ", "
			}
			text += cmp.Or(c.Name, fmt.Sprint(k+1)) + " = " + string(c.Role)
		}
		if s.More > 0 {
			text += fmt.Sprintf(", and %d more", s.More)
		}
	}
	return text
}
