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

// readingFlags are the flags with which the user says how files are read where
// the guess is wrong.
type readingFlags struct{ columns, header, separator, form, from, directed, edges, dedup string }

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

// correction is what the flags say.
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

// tell writes to stderr what was merged or left out of files, and what is doubtful about their reading.
func tell(r *graphio.Found) {
	for _, text := range r.Graph.Notes {
		fmt.Fprintln(os.Stderr, "sgpc: note:", text)
	}
	for _, text := range r.Recognition.Texts() {
		fmt.Fprintln(os.Stderr, "sgpc: doubt:", text)
	}
	if len(r.Recognition.Doubts) > 0 {
		fmt.Fprintln(os.Stderr, "sgpc: it was read as", taken(r.Recognition)+"; -columns, -header, -separator, -form, -from, -directed "+
			"and -edge-file correct that")
	}
}

// taken lists the columns of the tables with their roles.
func taken(r *graphio.Recognition) string {
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
