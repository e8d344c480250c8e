package session

// This file opens a trained network in the files of a graph.

import (
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
)

// noGraphError is the error of files that hold weights and no graph.
type noGraphError struct{ file string }

// Error returns a sentence with the file and the remedy.
func (e *noGraphError) Error() string {
	return e.file + " is a trained network without its graph; open the graph first, or both files together"
}

// withNetwork sets the network of a source from its files. If the recipe has the model of the network, withNetwork evaluates the network
// without training, and writes a note about the accuracies. Weights that do not fit are refused here, while the previous run still exists.
func (c Core) withNetwork(s *Source) error {
	w := s.weights
	if w == nil {
		return nil
	}
	s.Network = &proto.Network{File: w.File, Model: w.Model, Settings: w.Settings}
	if s.Config.Model != w.Model {
		return nil
	}
	if err := w.Fits(s.Graph); err != nil {
		return err
	}
	for _, p := range w.Params {
		s.initial = append(s.initial, sgpc.Parameter{Name: p.Name, Rows: p.Shape[0], Cols: p.Shape[1], Data: p.Data})
	}
	if _, err := c.Room(s, nil); err != nil { // before the run takes memory
		return err
	}
	run, err := s.run()
	if err != nil {
		return err
	}
	// The first forward pass ends with the stage of the predictions.
	for isPredicted := false; !isPredicted; {
		run.StepStage()
		isPredicted = run.Standing().Stage >= stage.Classes // Stage is the stage of the last step
	}
	s.Network.Position = run.Position()
	run.StepForward() // the accuracies need the evaluation, which follows the predictions
	s.tried = run
	s.Graph.Notes = append([]string{networkNote(run, w, &s.Config)}, s.Graph.Notes...)
	return nil
}

// maxNodeList is the length in bytes after which a note counts further nodes instead of listing them.
const maxNodeList = 60

// networkNote returns a note about a network before training. The note has
//   - the accuracies: "w.pt is a trained network (…). As given its accuracy is 100.0 % in training, …";
//   - if the file has predictions for all nodes, the agreement with them: "Its file has the same class for 33 of 34 nodes. Other ones: 9."
//     If the list is long, it ends with the number of the remaining nodes: "Other ones: 2 5 9 and 7 more.";
//   - the settings that the file does not name, if any: "The file does not say dropout (0). Stage 8 has these settings.";
//   - the doubts about the file.
func networkNote(run *sgpc.Run, w *content.Weights, cfg *settings.Config) string {
	prob := run.Predicted()
	a := run.Accuracies(prob)
	percent := func(x float64) string {
		if x < 0 { // the set has no labelled nodes
			return "none"
		}
		return strconv.FormatFloat(100*x, 'f', 1, 64) + " %"
	}
	text := w.File + " is a trained network (" + w.Family + "). As given its accuracy is " + percent(a.Train) + " in training, " +
		percent(a.Val) + " in validation, " + percent(a.Test) + " in test."
	n, classes := run.Graph.N, run.Graph.Classes
	if len(w.Predictions) == n {
		// The number of nodes with the class that the file predicts, the list of other nodes, such as " 9 12", and the number of unlisted ones.
		equal, differing, unlisted := 0, "", 0
		for i, class := range train.PredictedClasses(prob, classes) {
			if class == w.Predictions[i] {
				equal++
			} else if len(differing) < maxNodeList {
				differing += " " + strconv.Itoa(i)
			} else {
				unlisted++
			}
		}
		if unlisted > 0 {
			differing += " and " + strconv.Itoa(unlisted) + " more"
		}
		text += " Its file has the same class for " + strconv.Itoa(equal) + " of " + words.Count(n, "node") + "."
		if differing != "" {
			text += " Other ones:" + differing + "."
		}
	}
	// A setting that the file does not name has its value from the recipe or from the method.
	assumed := "" // ", label (value), label (value)"
	for _, name := range w.Asked {
		row := cfg.Setting(name)
		value := row.Value()
		for _, word := range row.Words {
			if word[0] == value { // word is {value, name of the value}
				value = word[1]
			}
		}
		assumed += ", " + row.Label + " (" + value + ")"
	}
	if assumed != "" {
		text += " The file does not say" + assumed[1:] + ". Stage 8 has these settings." // assumed without the first comma
	}
	return strings.Join(append([]string{text}, w.Doubts...), " ")
}
