package coursemath

import (
	"strconv"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// graphs are the seeds of the graphs that the variants draw from: few, so that the codes of a whole class are checked
// with few trainings, and such that 60 test nodes tell the models apart.
var graphs = []int{2, 3, 5, 8}

// PuzzleNoise is that of the hint in the puzzle, as the course begins.
const PuzzleNoise = 1.1

// puzzleNoise is the same as a graph's name has it.
const puzzleNoise = "noise=1.1,"

// friends returns runs of the models on a graph of friends and rivals.
func friends(r *rng.Stream, noise, rule string, suffix string, models ...string) []Training {
	return friendsOf(graphs[r.Intn(len(graphs))], noise, rule, suffix, models...)
}

func friendsOf(seed int, noise, rule string, suffix string, models ...string) (out []Training) {
	name := "friends:" + noise + "rule=" + rule + ",seed=" + strconv.Itoa(seed)
	for _, m := range models {
		out = append(out, Training{Name: m + suffix, Label: labels[m] + suffix, Graph: name, Split: "random:0.48,0.32,0.20", Model: m,
			Seed: uint64(seed), Settings: Schedule(m)})
	}
	return out
}

// Schedule are the settings with which the course trains a model: peers for at most 500 epochs with a patience of 100, a third of what
// their papers do. A class does not wait three times as long, and codes of before are replayed as they were. Nil for SGPC.
func Schedule(model string) map[string]string {
	if model == "sgpc" {
		return nil
	}
	return map[string]string{"epochs": "500", "patience": "100"}
}

// learned is the network of chapter 0 that learns how a tie is read: neural sheaf diffusion with general maps.
const learned = "nsd-general"

var labels = map[string]string{"mlp": "MLP", "gcn": "GCN", learned: "NSD", "sgpc": "SGPC"}

var three = []Option{{"mlp", "MLP"}, {"gcn", "GCN"}, {learned, "NSD"}}

func whoIsLast(noise string) func(r *rng.Stream, v *Variant) {
	return func(r *rng.Stream, v *Variant) {
		v.Question = "An MLP sees one person at a time. A GCN averages over neighbours. NSD learns how each end of a tie is read at the " +
			"other. Which of the three comes last on the test people?"
		v.Runs = friends(r, noise, "0.92", "", "mlp", "gcn", learned)
		v.shuffle(r, three...)
		v.check = func(answer string, runs outcomes) Marking {
			mlp, gcn, nsd := runs.find("mlp").Accuracy, runs.find("gcn").Accuracy, runs.find(learned).Accuracy
			result := "The test accuracies are: MLP " + percent(mlp) + ", GCN " + percent(gcn) + ", NSD " + percent(nsd) + ". "
			least := min(mlp, gcn, nsd)
			if last := words.Count(runs.at(least, "mlp", "gcn", learned), "model"); last != "1 model" {
				return failed(result + "Here " + last + " share the last place, so that this graph has no answer. Take other numbers.")
			}
			if runs.find(answer).Accuracy == least {
				return right("Yes. " + result + "Friends and rivals pull a plain average opposite ways. It can then do worse than " +
					"ignoring every tie.")
			}
			switch answer {
			case "mlp":
				return wrong("A sensible guess: the MLP is the one that sees no tie. " + result +
					"Ask what the average over a person's friends and rivals says about the person.")
			case "gcn":
				return wrong("A sensible guess, for here an average mixes two classes. " + result + "Look once more at what the lowest " +
					"bar cannot use.")
			}
			return wrong("A sensible guess: NSD has most to learn. " + result +
				"Ask which model must mix the voices of friends and rivals, and cannot change their sign.")
		}
	}
}

func whichStays(noise string) func(r *rng.Stream, v *Variant) {
	return func(r *rng.Stream, v *Variant) {
		v.Question = "Now only half of the ties keep the rule, so that a tie says nothing about the classes. Which bar stays where it is, " +
			"whatever the ties say?"
		again := *r // the same graph seed for both
		v.Runs = append(friends(r, noise, "0.92", "", "mlp", "gcn", learned),
			friends(&again, noise, "0.5", " half", "mlp", "gcn", learned)...)
		v.shuffle(r, three...)
		v.check = func(answer string, runs outcomes) Marking {
			result := ""
			for _, o := range three {
				result += o.Text + " " + percent(runs.find(o.Key).Accuracy) + " → " + percent(runs.find(o.Key+" half").Accuracy) + ", "
			}
			result = result[:len(result)-2] + ". "
			if answer == "mlp" {
				return right("Yes. " + result + "What reads no tie cannot notice what ties say.")
			}
			if runs.find(answer).Accuracy == runs.find(answer+" half").Accuracy {
				result += "On this graph it stays by chance. "
			}
			if answer == "gcn" {
				return wrong("A sensible guess: about half of the ties join equal classes either way, so the average was of little use before. " +
					result + "Still the GCN reads the ties. Which model reads none?")
			}
			return wrong("A sensible guess, if one thinks that a model that learns can fall back on each person's own features. " + result +
				"It still passes on what it hears over ties. Which model reads none?")
		}
	}
}
