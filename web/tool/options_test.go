package main

import (
	"testing"
	"time"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/test"
)

// parseOptions reads the options of the commands build, single-file, fuzz and test, with one hyphen or two, and their values. It refuses an
// option of another command, a bad or missing value, and an argument that is no option.
func TestParseOptions(t *testing.T) {
	o, err := parseOptions("build", []string{"--datasets", "d", "--quick"})
	if err != nil || o.datasets != "d" || o.effort != build.Quick {
		t.Fatalf("the options of build are read as %+v, error %v; want the data sets d and the effort Quick", o, err)
	}
	o, err = parseOptions("single-file", []string{"-graph=a.csv", "--graph", "b.csv"})
	if err != nil || len(o.graph) != 2 || o.effort != build.Release {
		t.Fatalf("the options of single-file are read as %+v, error %v; want two graphs and the effort Release", o, err)
	}
	o, err = parseOptions("fuzz", []string{"--time", "10m"})
	if err != nil || o.time != 10*time.Minute {
		t.Fatalf("the options of fuzz are read as %+v, error %v; want the time 10m", o, err)
	}
	o, err = parseOptions("test", []string{"--long", "--seed", "7", "--record"})
	if err != nil || o.test != (test.Options{Form: test.Long, Seed: 7, Record: true}) {
		t.Fatalf("the options of test are read as %+v, error %v; want long, seed 7 and record", o, err)
	}
	o, err = parseOptions("build", []string{"--quick=false"})
	if err != nil || o.effort != build.Release {
		t.Fatalf("the options of build are read as %+v, error %v; want the effort Release", o, err)
	}
	for _, bad := range [][]string{
		// Bad or missing values.
		{"fuzz", "--time", "long"}, {"fuzz", "--time=0s"}, {"test", "--seed", "-1"}, {"build", "--datasets"}, {"build", "--quick=maybe"},
		// Empty texts, as of variables of the shell that are not set.
		{"build", "--datasets", ""}, {"single-file", "--graph="}, {"bench", "--against", ""}, {"test", "--go", ""},
		{"releases", "--from", "", "--to", "d"}, {"releases", "--from", "d", "--to="},
		// Options of another command.
		{"build", "--seed", "1"}, {"test", "--time", "1m"}, {"test", "--datasets", "d"}, {"build", "--graph", "x"},
		// An argument that is no option.
		{"serve", "x"},
	} {
		if _, err := parseOptions(bad[0], bad[1:]); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
