package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/core/graph"
	"sheafscope/core/graphio"
	"sheafscope/web/course"
	"sheafscope/web/e2e"
)

// shownNumber is a number of a figure that the text of a chapter shows.
type shownNumber struct {
	Figure string        `json:"figure"` // the name of a figure, or of a table of stored numbers: small or measured
	State  course.Values `json:"state"`  // the settings of the figure
	Name   string        `json:"name"`   // of the number in the figure
	Shown  string        `json:"shown"`  // the number as the chapter writes it
	Where  string        `json:"where"`  // for messages, such as "chapter 3, step 1:"
}

var (
	// liveNumber matches a number of a figure on the page: figure, name, number.
	liveNumber = regexp.MustCompile(`<span class="(?:live|grab)[^>]*? data-v="(\w+)\.([\w-]+)"[^>]*>([^<]*)</span>`)
	// fromTable matches a number of a table in the source of a chapter: table, name.
	fromTable = regexp.MustCompile(`\{\{(small|measured) "([\w-]+)"\}\}`)
	// stepState matches the figure and the settings of a step.
	stepState = regexp.MustCompile(`data-figure-of="(\w+)" data-set="([^"]*)"`)
)

// graphFile returns a generated graph as the JSON of `sgpc convert`.
func graphFile(t *testing.T, spec string) string {
	t.Helper()
	g, err := graph.Generate(spec)
	if err != nil {
		t.Fatal(err)
	}
	files, _, err := graphio.WriteSplits(g, nil, graphio.Extra{}, "json")
	if err != nil {
		t.Fatal(err)
	}
	return string(files[0].Data)
}

// An independent Python program, testdata/recompute.py, recomputes the numbers in the text of chapters 0 to 6 that come from figures or
// tables. Its input has the graphs as files, the stored measurements, and the numbers. It prints a line for each wrong
// number, and at the end the count of all numbers. Numbers that only a training gives are left out.
func TestNumbersRecomputed(t *testing.T) {
	python, err := e2e.FindPython()
	if err != nil {
		t.Fatal(err)
	}
	measurements, err := os.ReadFile("../../../core/coursemath/texts/measured.txt")
	if err != nil {
		t.Fatal(err)
	}
	// The graph of the puzzle of chapter 0 has the seed 10. A graph for each state of the figure blur is added below.
	graphs := map[string]string{"puzzle": graphFile(t, fmt.Sprintf("friends:noise=%g,seed=10", coursemath.PuzzleNoise))}
	parts, c := chapterParts(t), course.New(nil)
	var numbers []shownNumber
	for chapter := range 7 {
		number := strconv.Itoa(chapter)
		text, _, _ := strings.Cut(parts[number], `<figure class="fig"`)
		// The pieces of a chapter are its steps, from 1. Piece 0 is the text before them.
		for k, piece := range strings.Split(text, `<li class="step"`) {
			// A step sets the state of its figure. Other figures are in their first state.
			figureOfStep, settings := "", ""
			if m := stepState.FindStringSubmatch(piece); m != nil {
				figureOfStep, settings = m[1], m[2]
			}
			piece, _, _ = strings.Cut(piece, "</li>")
			where := fmt.Sprintf("chapter %s, step %d:", number, k)
			for _, m := range liveNumber.FindAllStringSubmatch(piece, -1) {
				figure, name, shown := m[1], m[2], m[3]
				state := c.State(figure)
				if figure == figureOfStep {
					assigned, err := course.Assign(settings)
					if err != nil {
						t.Fatal(err)
					}
					maps.Copy(state, assigned)
				}
				if shown == course.Unknown {
					continue // the number is known only after a training
				}
				if figure == "blur" {
					graphs[fmt.Sprintf("blur homophily=%g", state["homophily"])] = graphFile(t, coursemath.BlurGraph(state["homophily"]))
				}
				numbers = append(numbers, shownNumber{Figure: figure, State: state, Name: name, Shown: html.UnescapeString(shown), Where: where})
			}
		}
		// Numbers of tables are actions of templates in the source of the chapter. The link of a table is no number.
		source, err := os.ReadFile("../../../assets/learn/chapter-" + number + ".html")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range fromTable.FindAllStringSubmatch(string(source), -1) {
			table, name := m[1], m[2]
			read := smallPuzzle
			if table == "measured" {
				read = measured
			}
			shown, err := read(name)
			if err != nil {
				t.Fatal(err)
			}
			if name != "link" {
				where := "chapter " + number + ":"
				numbers = append(numbers, shownNumber{Figure: table, State: course.Values{}, Name: name, Shown: shown, Where: where})
			}
		}
	}
	if len(numbers) < 120 {
		t.Errorf("the chapters have only %d numbers, want at least 120", len(numbers))
	}
	input, err := json.Marshal(map[string]any{"graphs": graphs, "measured": string(measurements), "numbers": numbers})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "testdata/recompute.py")
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.CombinedOutput()
	if want := fmt.Sprintf("recomputed %d\n", len(numbers)); err != nil || string(out) != want {
		t.Errorf("Python prints %s (error %v), want %s", out, err, want)
	}
}
