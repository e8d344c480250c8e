package main

import (
	"os"
	"path/filepath"

	"sheafscope/core/graph"
	"sheafscope/core/study"
)

// The commands of package study, with the loader of data sets.
func tableCommand(args []string) int {
	return study.TableCommand(args, loaderFor, os.Stdout, os.Stderr)
}
func reproduceCommand(args []string) int {
	return study.ReproduceCommand(args, loaderFor, os.Stdout, os.Stderr)
}
func ablateCommand(args []string) int {
	return study.AblateCommand(args, loaderFor, os.Stdout, os.Stderr)
}
func depthCommand(args []string) int {
	return study.DepthCommand(args, loaderFor, os.Stdout, os.Stderr)
}
func holonomyCommand(args []string) int { return study.HolonomyCommand(args, os.Stdout, os.Stderr) }
func accuracyCommand(args []string) int { return study.AccuracyCommand(args, os.Stdout, os.Stderr) }
func autoCommand(args []string) int     { return study.AutoCommand(args, loaderFor, os.Stdout, os.Stderr) }

// loaderFor returns a loader of data sets from the folders in dir, and of all names that loadGraph accepts.
func loaderFor(dir string) study.Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		if folder := filepath.Join(dir, name); fileExists(folder) {
			return loadGraph(folder)
		}
		return loadGraph(name)
	}
}
