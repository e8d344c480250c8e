// The exercises of chapter 0 are about the puzzle of friends and rivals. Friends have equal tempers, and rivals have different tempers.
// A tie keeps the rule if it joins friends of one class, or rivals of different classes.

package coursemath

import (
	"strconv"
	"strings"

	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// puzzleSeeds are the seeds of the graphs of friends and rivals. On each of these graphs 60 test nodes suffice to separate the models.
// The list is short, so that the completion codes of all students of a course need few trainings.
var puzzleSeeds = []int{2, 3, 5, 8}

// PuzzleNoise is the standard deviation of the noise in the hint, in the puzzle at the beginning of the course.
const PuzzleNoise = 1.1

// puzzleNoise is [PuzzleNoise] as a parameter in the specification of a graph.
const puzzleNoise = "noise=1.1,"

// puzzleRuns draws a seed of puzzleSeeds, and returns the trainings of [puzzleRunsOf] with this seed.
func puzzleRuns(r *rng.Stream, noise, rule, suffix string, models ...string) []Training {
	return puzzleRunsOf(puzzleSeeds[r.Intn(len(puzzleSeeds))], noise, rule, suffix, models...)
}

// puzzleRunsOf returns the trainings of some models on one graph of friends and rivals, such as "friends:noise=1.1,rule=0.92,seed=2".
// noise is [puzzleNoise] or, in the first edition, [firstNoise]. rule is the share of ties that keep the rule, a text such as "0.92".
// suffix ends the name of each training, so that the trainings on different graphs have different names.
func puzzleRunsOf(seed int, noise, rule, suffix string, models ...string) (out []Training) {
	name := "friends:" + noise + "rule=" + rule + ",seed=" + strconv.Itoa(seed)
	for _, model := range models { // the split has 48 % training, 32 % validation and 20 % test nodes
		out = append(out, Training{Name: model + suffix, Label: modelLabels[model] + suffix, Graph: name, Split: "random:0.48,0.32,0.20",
			Model: model, Seed: uint64(seed), Settings: Schedule(model)})
	}
	return out
}

// Schedule returns the settings with which the course trains a model. For SGPC it returns nil, which stands for the default settings.
// The exercises on plans train SGPC with [fastSettings] instead.
// A change of these values would change the marks of old completion codes.
func Schedule(model string) map[string]string {
	if model == "sgpc" {
		return nil
	}
	// Most papers of these models have 1500 epochs and a patience of 200. Smaller numbers save the time of students.
	return map[string]string{"epochs": "500", "patience": "100"}
}

// nsdGeneral is the network of chapter 0 that learns its restriction maps: neural sheaf diffusion with general maps.
const nsdGeneral = "nsd-general"

// modelLabels are the names of the models in texts, by the names of the models in the program.
var modelLabels = map[string]string{"mlp": "MLP", "gcn": "GCN", nsdGeneral: "NSD", "sgpc": "SGPC"}

// puzzleModels are the options of the exercises of chapter 0.
var puzzleModels = []Option{{"mlp", "MLP"}, {"gcn", "GCN"}, {nsdGeneral, "NSD"}}

// whoIsLast draws exercise 0.1: which of three models has the lowest test accuracy. noise is [puzzleNoise] or [firstNoise].
// If several models have the lowest accuracy, the answer is not judged.
func whoIsLast(noise string) func(r *rng.Stream, v *Variant) {
	return func(r *rng.Stream, v *Variant) {
		v.Question = "An MLP sees one person at a time. A GCN averages over neighbours. NSD learns how each end of a tie is read at the " +
			"other. Which of the three comes last on the test people?"
		v.Runs = puzzleRuns(r, noise, "0.92", "", "mlp", "gcn", nsdGeneral) // 92 % of the ties keep the rule; no suffix
		v.shuffle(r, puzzleModels...)
		v.check = func(answer string, runs outcomes) Marking {
			mlp, gcn, nsd := runs.find("mlp").Accuracy, runs.find("gcn").Accuracy, runs.find(nsdGeneral).Accuracy
			result := "The test accuracies are: MLP " + percent(mlp) + ", GCN " + percent(gcn) + ", NSD " + percent(nsd) + ". "
			lowest := min(mlp, gcn, nsd)
			count := runs.withAccuracy(lowest, "mlp", "gcn", nsdGeneral) // number of models with the lowest accuracy
			if count != 1 {
				return failed(result + "Here " + words.Count(count, "model") + " share the last place, so that this graph has no answer. " +
					"Take other numbers.")
			}
			// The explanations suppose that the GCN is last. If another model is last, the reason has the accuracies alone.
			explained := func(explanation string) string {
				if gcn == lowest {
					return result + explanation
				}
				return strings.TrimSuffix(result, " ")
			}
			if runs.find(answer).Accuracy == lowest {
				return right("Yes. " + explained("Friends and rivals pull a plain average opposite ways. It can then do worse than "+
					"ignoring every tie."))
			}
			switch answer {
			case "mlp":
				return wrong("A sensible guess: the MLP is the one that sees no tie. " +
					explained("Ask what the average over a person's friends and rivals says about the person."))
			case "gcn":
				return wrong("A sensible guess, for here an average mixes two classes. " + explained(""))
			}
			// The answer is NSD.
			return wrong("A sensible guess: NSD has most to learn. " +
				explained("Ask which model must mix the voices of friends and rivals, and cannot change their sign."))
		}
	}
}

// whichStays draws exercise 0.2: which model keeps its accuracy if ties carry no information on the classes.
// The right answer is the MLP, which reads no tie. noise is [puzzleNoise] or [firstNoise].
func whichStays(noise string) func(r *rng.Stream, v *Variant) {
	return func(r *rng.Stream, v *Variant) {
		v.Question = "Now only half of the ties keep the rule, so that a tie says nothing about the classes. Which bar stays where it is, " +
			"whatever the ties say?"
		// Each model is trained twice: on ties of which 92 % keep the rule, and on ties of which half do. A copy of the stream draws the
		// same seed for the second graph.
		copied := *r
		v.Runs = append(puzzleRuns(r, noise, "0.92", "", "mlp", "gcn", nsdGeneral),
			puzzleRuns(&copied, noise, "0.5", " half", "mlp", "gcn", nsdGeneral)...)
		v.shuffle(r, puzzleModels...)
		v.check = func(answer string, runs outcomes) Marking {
			// The accuracies with the rule and, after an arrow, without it.
			list := ""
			for _, model := range puzzleModels {
				withRule, withoutRule := runs.find(model.Key).Accuracy, runs.find(model.Key+" half").Accuracy
				list += model.Text + " " + percent(withRule) + " → " + percent(withoutRule) + ", "
			}
			result := strings.TrimSuffix(list, ", ") + ". "
			if answer == "mlp" {
				return right("Yes. " + result + "What reads no tie cannot notice what ties say.")
			}
			// A wrong answer may look right on the drawn graph, so its reason must admit that.
			if runs.find(answer).Accuracy == runs.find(answer+" half").Accuracy {
				result += "On this graph it stays by chance. "
			}
			if answer == "gcn" {
				return wrong("A sensible guess: about half of the ties join equal classes either way, so the average was of little use before. " +
					result + "Still the GCN reads the ties. Which model reads none?")
			}
			// The answer is NSD.
			return wrong("A sensible guess, if one thinks that a model that learns can fall back on each person's own features. " + result +
				"It still passes on what it hears over ties. Which model reads none?")
		}
	}
}
