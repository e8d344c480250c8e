package course

import (
	"math"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
)

// The figure of chapter 7a names the sign of the product of both maps, for its own tempers and for all four cases. tanh keeps the sign of
// its argument, so that integers decide: the maps of two rivals with equal weights are 0.
func TestReadingsHaveSignsOfProducts(t *testing.T) {
	course := New(nil)
	product := func(own, other, u, v int) int { return (own*u + other*v) * (own*v + other*u) }
	for own := 0; own <= 30; own += 2 {
		for other := 0; other <= 30; other += 3 {
			for _, tempers := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				u, v := tempers[0], tempers[1]
				set(t, course, "ends", map[string]float64{"own": float64(own) / 10, "other": float64(other) / 10,
					"tu": float64(1-u) / 2, "tv": float64(1-v) / 2})
				picture := course.Render("ends").Pictures["ends"]
				count := map[string]int{} // of each text: once for the edge, and for the four cases
				for _, p := range []int{product(own, other, u, v), product(own, other, 1, 1), product(own, other, -1, -1),
					product(own, other, 1, -1), product(own, other, -1, 1)} {
					switch {
					case p > 0:
						count["read alike"]++
					case p < 0:
						count["one turned over"]++
					default:
						count["nothing said"]++
					}
				}
				for _, text := range []string{"read alike", "one turned over", "nothing said"} {
					if got := strings.Count(picture, ">"+text+"<"); got != count[text] {
						t.Errorf("weights %d/10 and %d/10, tempers %d and %d: %q occurs %d times, want %d", own, other, u, v, text, got, count[text])
					}
				}
			}
		}
	}
}

// The sentence on a class of chapter 10 has the sign of the score in integers, and the layer names B for the score 0.
func TestClassSentencesHaveSignsOfScores(t *testing.T) {
	course := New(nil)
	// The small puzzle (coursemath.SmallPuzzle) by hand, with hints in tenths.
	hints, tempers := []int{8, 2, 6, -6, -2, 8}, []int{1, -1, 1, 1, -1, -1}
	classes := []int{1, -1, 1, -1, 1, 1}
	ties := [][]int{{1, 2}, {0, 2}, {0, 1, 3}, {4, 5, 2}, {3, 5}, {3, 4}}
	undecided := 0
	for _, weight := range []int{0, 1, 6} {
		for step := 0; step <= 50; step += 5 { // in hundredths
			for plain := range 2 {
				right := 0
				for i := range hints {
					flow := len(ties[i]) * hints[i]
					for _, j := range ties[i] {
						sign := tempers[i] * tempers[j]
						if plain == 1 {
							sign = 1
						}
						flow -= sign * hints[j]
					}
					score := weight * (100*hints[i] - step*flow)
					want := "P(A) is less than one half."
					switch {
					case score == 0:
						want = "Neither class is likelier: P(A) is one half. The layer then names B."
						undecided++
					case score > 0:
						want = "P(A) is more than one half."
					}
					if (score > 0) == (classes[i] > 0) {
						right++
					}
					opened := set(t, course, "layer", map[string]float64{"weight": float64(weight), "step": float64(step) / 100,
						"plain": float64(plain), "cell": float64(i*len(layerColumns) + len(layerColumns) - 1)})["opened"]
					if !strings.Contains(opened, want) {
						t.Errorf("weight %d, step %d/100, plain %d, person %d: %q, want %q", weight, step, plain, i, opened, want)
					}
				}
				if got := number(t, course.Render("layer").Values["right"]); got != float64(right) {
					t.Errorf("weight %d, step %d/100, plain %d: %v are right, want %d", weight, step, plain, got, right)
				}
			}
		}
	}
	if undecided <= 2*11*6 { // more than those of the weight 0
		t.Error("no score is 0 with a weight above 0")
	}
}

// The status of the puzzle counts the finished trainings at the present settings. The button offers one more graph only before the last.
func TestPuzzleStatusCountsTrainings(t *testing.T) {
	course := New(nil)
	check := func(status, word string) {
		t.Helper()
		shown := course.Render("puzzle").Values
		if shown["status"] != status || shown["word"] != word {
			t.Errorf("the status is %q and the button %q, want %q and %q", shown["status"], shown["word"], status, word)
		}
	}
	train := func() {
		for _, task := range puzzleTasks(course, course.values["puzzle"]) {
			course.Trainer.results[task.Key] = &Trained{Done: true, Test: 0.5}
		}
	}
	check("not run at these settings", "Let them learn")
	train()
	check("mean of 1 graph", "One more graph")
	set(t, course, "puzzle", map[string]float64{"sgpc": 1}) // the fourth model is not trained
	check("not all run at these settings", "Let them learn")
	set(t, course, "puzzle", map[string]float64{"sgpc": 0, "seeds": maxSeeds - 1})
	train()
	check("mean of 9 graphs", "One more graph")
	set(t, course, "puzzle", map[string]float64{"seeds": maxSeeds})
	check("not all run at these settings", "Let them learn")
	train()
	check("mean of 10 graphs", "They have learned")
	set(t, course, "puzzle", map[string]float64{"noise": 3})
	check("not run at these settings", "Let them learn")
}

// Keys move a guess from 50 % in steps of 1 %, within 40 to 100 %. They never remove it.
func TestKeysKeepGuess(t *testing.T) {
	course := New(nil)
	for _, key := range []struct{ dx, want float64 }{{-10, 50}, {-1, 49}, {-10, 40}, {-1, 40}, {-1, 40}, {1, 41}, {100, 100}, {1, 100}} {
		course.Nudge("puzzle", "guess-gcn", key.dx, 0)
		if got := course.Value("puzzle", "guess-gcn"); got != key.want {
			t.Errorf("after the key %v the guess is %v, want %v", key.dx, got, key.want)
		}
	}
}

// The shown smallest eigenvalue of the ring is 0 exactly if dim H⁰ is above 0. The picture names the vectors that come home as sent.
func TestRingTextsFollowDimension(t *testing.T) {
	course := New(nil)
	for turn := -180.0; turn <= 180; turn++ {
		for mirror := range 2 {
			shown := set(t, course, "ring", map[string]float64{"turn": turn, "mirror": float64(mirror)})
			want := "no vector but 0"
			switch {
			case mirror == 1:
				want = "one direction"
			case turn == 0:
				want = "every vector"
			}
			if smallest := number(t, shown["smallest"]); (smallest > 0) != (want == "no vector but 0") {
				t.Errorf("at %v°, mirror %d, the smallest eigenvalue is shown as %s", turn, mirror, shown["smallest"])
			}
			picture := course.Render("ring").Pictures["ring"]
			if !strings.Contains(picture, ">"+want+"<") || !strings.Contains(picture, ">as sent<") {
				t.Errorf("at %v°, mirror %d, the picture lacks %q", turn, mirror, want)
			}
		}
	}
}

// The label of a map in chapter 3 is its number if it is a multiple of the identity, and otherwise its angle.
func TestLabelsOfMaps(t *testing.T) {
	for x := -2.0; x <= 2; x += 0.5 {
		for d := 1; d <= 2; d++ {
			if got := mapLabel(typedNumber(x), d); got != Num(x, 1) {
				t.Errorf("the %d×%[1]d map %v has the label %s", d, x, got)
			}
		}
		for _, turn := range []float64{-180, 0, 180} { // a turn by 180° is −1
			number := math.Round(math.Cos(turn*math.Pi/180)) * x
			if got := mapLabel(exact.TurnText(turn, 1, exact.Rotation)+" times "+typedNumber(x), 2); got != Num(number, 1) {
				t.Errorf("the turn by %v° times %v has the label %s, want %v", turn, x, got, number)
			}
		}
	}
	for text, want := range map[string]string{"turn 90": "90°", "turn 90 times 2": "90° × 2.0", "turn 90 times -1": "−90°", "x": "x"} {
		if got := mapLabel(text, 2); got != want {
			t.Errorf("the map %q has the label %s, want %s", text, got, want)
		}
	}
}
