// Command sgpc trains, evaluates and traces the networks of package sgpc on the command line, with the numerics of the page.
//
// It writes results to standard output, and progress and errors to standard error.
// The exit status is 0 after success, 1 if the work failed, and 2 for wrong usage.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// commands are all commands, in the order of the usage text.
// run executes the command with the arguments after its name, and returns the exit status of the program.
var commands = []struct {
	name, description string
	run               func(args []string) int
}{
	{"train", "trains one model on one graph and split", trainCommand},
	{"trace", "runs K epochs and writes every intermediate quantity of the last one", traceCommand},
	{"explain", "takes the score of a node apart by neighbours, ways and features", explainCommand},
	{"whatif", "evaluates a trained network without or with edges, features, labels or maps", whatIfCommand},
	{"spectrum", "writes the eigenvalues of the sheaf Laplacian", spectrumCommand},
	{"table", "data sets × models × splits as a Markdown table", tableCommand},
	{"accuracy", "writes the page of accuracies from the rows of tables", accuracyCommand},
	{"auto", "chooses the settings of SGPC on the validation sets of a graph's splits", autoCommand},
	{"reproduce", "writes table 1, every figure of the paper and the ablations into a folder", reproduceCommand},
	{"ablate", "the paper's ablations as CSV", ablateCommand},
	{"depth", "networks of 1 to 32 layers: accuracy, and energy, rank, cosine and norms of each layer", depthCommand},
	{"holonomy", "how far triangles turn: where they are the task, and where communities are", holonomyCommand},
	{"claims", "both sides of each claim of the paper that is false, where it fails", claimsCommand},
	{"list", "the models, and the settings that -set takes", listCommand},
	{"convert", "reads a graph in one format, writes it in another", convertCommand},
	{"sheaf", "what follows from a small sheaf, exactly where its maps are", sheafCommand},
	{"maps", "spectrum, kernel and energy of sheaves whose restriction maps a file holds", mapsCommand},
	{"bench", "times an epoch by stage and operation (-anatomy)", benchCommand},
	{"check", "verifies completion codes of the course by replay", checkCommand},
}

// firstCommands are three command lines for a newcomer, each with its description. The usage text begins with them.
var firstCommands = [][2]string{
	{"sgpc train -graph karate", "trains the network on a built-in graph"},
	{"sgpc train -graph edges.csv", "the same on a graph of your own; -model gcn trains another model"},
	{"sgpc claims", "tries each claim of the paper that is false"},
}

// main runs the command that the first argument names. For a request for help it prints the usage text. Without a command, or with an
// unknown one, it prints the usage text to standard error and ends with status 2.
func main() {
	reportClosedPipes() // before any output: a write to a closed pipe then returns an error
	if len(os.Args) > 1 {
		name := os.Args[1]
		for _, c := range commands {
			if c.name == name {
				os.Exit(c.run(os.Args[2:]))
			}
		}
		if slices.Contains([]string{"help", "-h", "-help", "--help"}, name) {
			printUsage(os.Stdout)
			os.Exit(0) // no return: TestMain calls main, and after a return it would run the tests
		}
		fmt.Fprintf(os.Stderr, "sgpc: no command %q\n", name)
	}
	printUsage(os.Stderr)
	os.Exit(2)
}

// printUsage prints the usage text in two columns: commands for a newcomer, and then all commands.
func printUsage(out io.Writer) {
	fmt.Fprintln(out, "usage: sgpc <command> [flags]\n\nTo begin with:")
	for _, line := range firstCommands {
		fmt.Fprintf(out, "  %-28s %s\n", line[0], line[1])
	}
	fmt.Fprintln(out, "\nAll commands (sgpc <command> -h lists the flags of one):")
	for _, c := range commands {
		fmt.Fprintf(out, "  %-9s %s\n", c.name, c.description)
	}
}
