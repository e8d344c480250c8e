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

// sheafReport is the JSON object at the end of the output of sheaf.
type sheafReport struct {
	Text     string                `json:"text"`
	Analysis *coursemath.Analysis  `json:"analysis"`
	Holonomy *coursemath.Holonomy  `json:"holonomy"`
	Harmonic *coursemath.Extension `json:"harmonic"`
}

// sheafCommand prints the analysis of a small sheaf, in fractions where its maps have them.
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
	if code := parse(fs, args); code != 0 {
		return max(code, 0)
	}
	if *dir != "" {
		if err := disk.CanFill(*dir); err != nil {
			return fail(err)
		}
	}
	rep, err := sheafOf(*text, *shape, *d, changes)
	if err != nil {
		return fail(usageError{err})
	}
	a := rep.Analysis
	if *cycle != "" {
		nodes, err := parseNumbers("-cycle", *cycle, a.N)
		if err != nil {
			return fail(usageError{err})
		}
		h, err := a.Holonomy(nodes)
		if err != nil {
			return fail(usageError{err})
		}
		rep.Holonomy = &h
	}
	if *labelled != "" {
		nodes, err := parseNumbers("-labelled", *labelled, a.N)
		if err != nil {
			return fail(usageError{err})
		}
		e, err := a.Harmonic(nodes)
		if err != nil {
			return fail(usageError{err})
		}
		rep.Harmonic = &e
	}
	if *dir != "" {
		if err := writeSheaf(rep.Text, *dir); err != nil {
			return fail(err)
		}
	}
	if code := show(fmt.Sprintf("%s\ndim H⁰ = %d. %s\ndim H¹ = %d, χ = %d − %d = %d\nλ₂ = %.6g, energy of the signal %.6g\n",
		rep.Text, a.Dim.Dim, a.Dim.Sentence, a.H1, a.At.Total(), a.EdgeAt.Total(), a.Euler, a.Lambda2, a.Energy)); code != 0 {
		return code
	}
	return printJSON(rep)
}

// sheafOf returns a sheaf after some changes, with its analysis.
func sheafOf(text, shape string, d int, changes []string) (rep sheafReport, err error) {
	var s *coursemath.SheafText
	if text != "" {
		s, err = coursemath.ParseSheaf(text)
	} else {
		s, err = coursemath.Start(shape, d)
	}
	for _, c := range changes {
		if err == nil {
			err = s.Do(c)
		}
	}
	if err != nil {
		return rep, err
	}
	rep.Text = s.Text()
	rep.Analysis, err = coursemath.Analyse(s)
	return rep, err
}

// writeSheaf writes the graph of a sheaf into a folder.
func writeSheaf(text, dir string) error {
	s, err := coursemath.ParseSheaf(text)
	if err != nil {
		return err
	}
	files, err := s.Files()
	if err != nil {
		return err
	}
	errs := []error{os.MkdirAll(dir, 0o755)}
	for _, f := range files {
		errs = append(errs, replace(filepath.Join(dir, f.Name), f.Data))
	}
	return errors.Join(errs...)
}
