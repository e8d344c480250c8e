// This file has the commands that package study implements. Each command returns its exit status.

package main

import (
	"os"
	"path/filepath"

	"sheafscope/core/graph"
	"sheafscope/core/study"
)

// tableCommand prints a table of accuracies: data sets × models.
func tableCommand(args []string) int {
	return study.TableCommand(args, loaderFor, os.Stdout, os.Stderr)
}

// reproduceCommand writes table 1, the figures of the paper and the ablations into a folder.
func reproduceCommand(args []string) int {
	return study.ReproduceCommand(args, loaderFor, os.Stdout, os.Stderr)
}

// ablateCommand prints the results of an ablation as CSV or, with -markdown, as Markdown.
func ablateCommand(args []string) int {
	return study.AblateCommand(args, loaderFor, os.Stdout, os.Stderr)
}

// depthCommand prints the accuracy of networks of different depth, and measures of each of their layers.
func depthCommand(args []string) int {
	return study.DepthCommand(args, loaderFor, os.Stdout, os.Stderr)
}

// autoCommand chooses the settings of SGPC on the validation sets of a graph's splits.
func autoCommand(args []string) int {
	return study.AutoCommand(args, loaderFor, os.Stdout, os.Stderr)
}

// holonomyCommand prints the study of holonomies of triangles. It needs no loader, since the study generates its graphs.
func holonomyCommand(args []string) int { return study.HolonomyCommand(args, os.Stdout, os.Stderr) }

// accuracyCommand prints the page of accuracies from stored rows of tables.
func accuracyCommand(args []string) int { return study.AccuracyCommand(args, os.Stdout, os.Stderr) }

// loaderFor returns a loader that reads a data set from the folder or file with the data set's name in dir.
// If dir has neither, the loader passes the name to [loadGraph].
func loaderFor(dir string) study.Loader {
	return func(name string) (*graph.Graph, []graph.Split, error) {
		folder := filepath.Join(dir, name)
		if fileExists(folder) {
			return loadGraph(folder)
		}
		return loadGraph(name)
	}
}
