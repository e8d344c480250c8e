// The command sheaf changes and analyses a small sheaf, like the sheaf editor of the course.

package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"sheafscope/core/coursemath"
	"sheafscope/core/disk"
)

// sheafReport is the JSON object at the end of the output of sheaf. Text is the sheaf as text, which the flag -text accepts.
// Analysis has the dimensions of H⁰ and H¹, the spectrum, and the energy of the signal, a vector at each node.
// Holonomy is the holonomy of the cycle of -cycle, or nil without the flag.
// Harmonic is the harmonic extension of the signal from the nodes of -labelled, or nil without the flag.
type sheafReport struct {
	Text     string                `json:"text"`
	Analysis *coursemath.Analysis  `json:"analysis"`
	Holonomy *coursemath.Holonomy  `json:"holonomy"`
	Harmonic *coursemath.Extension `json:"harmonic"`
}

// sheafCommand prints the analysis of a small sheaf after the changes of -do. With -o it also writes the files of the sheaf.
// It returns the exit status.
func sheafCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc sheaf", flag.ContinueOnError)
	shape := fs.String("start", "ring:6", "ring:6, path:5, star:5, complete:4, barbell or eight, all maps the identity; opinions, sensors "+
		"or twist, with stalks or maps of their own")
	d := fs.Int("d", 2, "stalk dimension at the start, 1 to 4")
	text := fs.String("text", "", "a sheaf as `text`, in place of -start")
	var changes setList
	fs.Var(&changes, "do", "a `change`, may be repeated: “map 5 0 turn 40”, “x 3 1/2”, “edge 0 3”, “drop-edge 1”, “node 0.5 0.1”, "+
		"“drop-node 2”, “d 1”, “dim 2 3” for the stalk of node 2, “edge-dim 0 1” for that of edge 0")
	cycle := fs.String("cycle", "", "nodes of a cycle, 0,1,2, for its holonomy")
	labelled := fs.String("labelled", "", "labelled nodes, 0,4, for the harmonic extension of the signal")
	dir := fs.String("o", "", "`folder` for the graph with the signal as features, as a file that page and command open")
	if status, stop := parseFlagsOnly(fs, args); stop {
		return status
	}
	// Report a folder that cannot be written before the analysis.
	if *dir != "" {
		if err := disk.CanFill(*dir); err != nil {
			return fail(err)
		}
	}
	rep, err := sheafOf(*text, *shape, *d, changes)
	if err != nil {
		return fail(usageError{err})
	}
	analysis := rep.Analysis
	if *cycle != "" {
		if err := rep.addHolonomy(*cycle); err != nil {
			return fail(usageError{err})
		}
	}
	if *labelled != "" {
		if err := rep.addHarmonic(*labelled); err != nil {
			return fail(usageError{err})
		}
	}
	if *dir != "" {
		if err := writeSheaf(rep.Text, *dir); err != nil {
			return fail(err)
		}
	}
	lambda2 := "none" // L = 0 has no eigenvalue above the kernel
	if analysis.Lambda2Index >= 0 {
		lambda2 = numberText(&analysis.Lambda2)
	}
	// The totals of At and EdgeAt are the sums of the dimensions of node stalks and of edge stalks.
	summary := fmt.Sprintf("%s\ndim H⁰ = %d. %s\ndim H¹ = %d, χ = %d − %d = %d\nλ₂ = %s, energy of the signal %.6g\n",
		rep.Text, analysis.Dim.Dim, analysis.Dim.Sentence, analysis.H1, analysis.At.Total(), analysis.EdgeAt.Total(), analysis.Euler,
		lambda2, analysis.Energy)
	if status := show(summary); status != 0 {
		return status
	}
	return printJSON(rep)
}

// addHolonomy sets the holonomy of a cycle. cycle is the value of -cycle: node numbers that are joined by commas.
// It fails if the nodes are no cycle of the sheaf, or if the cycle has no holonomy.
func (rep *sheafReport) addHolonomy(cycle string) error {
	nodes, err := parseNumbers("-cycle", cycle, rep.Analysis.N)
	if err != nil {
		return err
	}
	holonomy, err := rep.Analysis.Holonomy(nodes)
	if err != nil {
		return err
	}
	rep.Holonomy = &holonomy
	return nil
}

// addHarmonic sets the harmonic extension of the signal: it equals the signal at the labelled nodes and has the smallest energy.
// labelled is the value of -labelled: node numbers that are joined by commas.
// addHarmonic fails for invalid numbers, and if the extension cannot be computed.
func (rep *sheafReport) addHarmonic(labelled string) error {
	nodes, err := parseNumbers("-labelled", labelled, rep.Analysis.N)
	if err != nil {
		return err
	}
	extension, err := rep.Analysis.Harmonic(nodes)
	if err != nil {
		return err
	}
	rep.Harmonic = &extension
	return nil
}

// sheafOf applies changes, values of -do, to a sheaf. It returns the changed sheaf as text, with its analysis.
// The sheaf begins as the given text or, if the text is empty, as a shape with stalks of dimension d; see [coursemath.Start].
func sheafOf(text, shape string, d int, changes []string) (rep sheafReport, err error) {
	var s *coursemath.SheafText
	if text != "" {
		s, err = coursemath.ParseSheaf(text)
	} else {
		s, err = coursemath.Start(shape, d)
	}
	if err != nil {
		return rep, err
	}
	for _, change := range changes {
		if err := s.Do(change); err != nil {
			return rep, err
		}
	}
	rep.Text = s.Text()
	rep.Analysis, err = coursemath.Analyse(s)
	return rep, err
}

// writeSheaf writes the files of a sheaf into a folder: the graph, its signal and its maps. It creates the folder if necessary.
// If a write fails, it still tries the other files, and returns all errors.
func writeSheaf(text, dir string) error {
	s, err := coursemath.ParseSheaf(text)
	if err != nil {
		return err
	}
	files, err := s.Files()
	if err != nil {
		return err
	}
	// No return after an error of MkdirAll: each write then fails, too.
	errs := []error{os.MkdirAll(dir, 0o755)}
	for _, f := range files {
		errs = append(errs, replace(filepath.Join(dir, f.Name), f.Data))
	}
	return errors.Join(errs...)
}
