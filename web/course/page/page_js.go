// Package page runs the course in the browser. The page's script (assets/learn/boot.js) calls functions of package page, and package page
// calls the script. It does so by safejs, in which a failed call is an error and not a panic. Workers train the networks.
package page

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/hack-pad/safejs"

	exact "sheafscope/core/coursemath"
	"sheafscope/wasm/client"
	"sheafscope/wasm/script"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// boot is the object of the page's script, assets/learn/boot.js, whose functions notify calls. It does not exist in a worker.
var boot = script.Global("sheafscopeCourse")

// collectAt is the growth of the heap, in per cent, that starts a garbage collection. It is above the default of 100: figures need little
// memory, and the judgement of the completion codes of a school class produces much garbage.
const collectAt = 300

// Run serves the calls of the page. It does not return, unless the functions for the page cannot be made.
func Run() {
	debug.SetGCPercent(collectAt)
	workers := client.NewWorkers(startWorker)
	trainer := course.NewTrainer(workers.Open, func() { notify("changed") })
	c := course.New(trainer)
	methods := map[string]any{}
	for name, f := range calls(c) {
		method, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any { return answer(f, args) })
		if err != nil {
			notify("failed", err.Error())
			return
		}
		methods[name] = method
	}
	notify("ready", methods)
	workers.Run()
}

// notify calls a function of the page's script: "changed" after a reply of a worker, "ready" with the functions of the course, or "failed"
// with a message. The script reports its own exceptions, so that errors are ignored.
func notify(name string, args ...any) { _, _ = boot.Call(name, args...) }

// answer calls f and returns its result. If f panics, for example about a missing argument, answer reports the panic to the page and
// returns nil, so that the program goes on.
func answer(f func(arguments) any, args []safejs.Value) (result any) {
	defer func() {
		if p := recover(); p != nil {
			notify("failed", fmt.Sprint(p))
			result = nil
		}
	}()
	return f(args)
}

// arguments are the arguments of a call from the page's script.
type arguments []safejs.Value

// text returns argument i. It returns "" if the argument is missing or not a string.
func (a arguments) text(i int) string {
	if i >= len(a) || a[i].Type() != safejs.TypeString {
		return ""
	}
	s, _ := a[i].String() // its type is string
	return s
}

// number returns argument i. It returns 0 if the argument is missing or not a number.
func (a arguments) number(i int) float64 {
	if i >= len(a) || a[i].Type() != safejs.TypeNumber {
		return 0
	}
	x, _ := a[i].Float() // its type is number
	return x
}

// object returns the properties of argument i whose names are ids of exercises and whose values are strings, by name. The argument must
// exist.
func (a arguments) object(i int) map[string]string {
	out := map[string]string{}
	for _, c := range contents.Chapters {
		for _, id := range course.ExerciseIDs(c.Number) {
			if v, err := a[i].Get(id); err == nil && v.Type() == safejs.TypeString {
				out[id], _ = v.String() // its type is string
			}
		}
	}
	return out
}

// calls returns the functions that the page's script calls, by name. A comment before each function has its arguments and, after →, its
// result. A function without → returns null.
func calls(c *course.Course) map[string]func(arguments) any {
	return map[string]func(arguments) any{
		// set(figure, parameter, value, between) sets a parameter; between is 1 for a frame of an animation, else 0
		"set": func(a arguments) any {
			set := c.Set
			if a.number(3) == 1 {
				set = c.SetBetween
			}
			if err := set(a.text(0), a.text(1), a.number(2)); err != nil {
				notify("failed", err.Error())
			}
			return nil
		},
		// point(figure, picture, handle, x, y) drags a handle to (x, y), in units of the picture, or taps there if handle is ""
		"point": func(a arguments) any { c.Point(a.text(0), a.text(1), a.text(2), a.number(3), a.number(4)); return nil },
		// nudge(figure, handle, dx, dy) moves a handle by dx steps to the right and dy steps upwards
		"nudge": func(a arguments) any { c.Nudge(a.text(0), a.text(1), a.number(2), a.number(3)); return nil },
		// run(figure) schedules the trainings of the figure
		"run": func(a arguments) any { c.Run(a.text(0)); return nil },
		// edit(change) changes the sheaf of the editor → the text of the error, "" if it succeeds
		"edit": func(a arguments) any {
			if err := c.Edit(a.text(0)); err != nil {
				return err.Error()
			}
			return ""
		},
		// report(line, number) judges the completion code of a line, and adds it to the reported codes; number counts the lines from 1
		// → {cells: a row of the teacher's table, each: state of each exercise, same: key that codes with equal answers share}
		"report": func(a arguments) any {
			if a.number(1) == 1 { // the first line of a new table
				c.Reports = nil
			}
			j, validity := c.Report(a.text(0), int(a.number(1))), "yes" // validity is the cell of a code without error
			if j.Forged {
				validity = "forged: it says right of a wrong answer"
			}
			c.Reports = append(c.Reports, j)
			states := []any{}
			for _, state := range course.ExerciseStates(j) {
				states = append(states, state)
			}
			return map[string]any{"cells": []any{j.Line, j.Name, cmp.Or(j.Error, validity), j.Right, j.Wrong, j.Unjudged, j.Open,
				strconv.FormatUint(j.Seed, 10)}, "each": states, "same": j.SameAnswers()}
		},
		// gain() → a sentence on the ten questions in the reported codes, "" if no code has answers from before and after the course
		"gain": func(arguments) any { return exact.GainText(c.Reports) },
		// replay(lines) schedules the trainings that the codes of the lines need → the number of trainings
		"replay": func(a arguments) any { return c.Replay(strings.Split(a.text(0), "\n")) },
		// replayed() → {done: number of trainings of replay that are done or dropped, share: the finished share of their work}
		"replayed": func(arguments) any {
			done, share := c.Replayed()
			return map[string]any{"done": done, "share": share}
		},
		// unreplay() drops the trainings that are not finished
		"unreplay": func(arguments) any { c.StopReplay(); return nil },
		// models(list) sets the models of the laboratory, from lines “name label”
		"models": func(a arguments) any { c.Models(a.text(0)); return nil },
		// rest() stops the workers
		"rest": func(arguments) any { c.Trainer.StopWorkers(); return nil },
		// link(figure) → the fragment of the laboratory's address, "" if the figure has no link
		"link": func(a arguments) any { return c.Link(a.text(0)) },
		// ask(exercise, seed) → fields of [course.ExerciseView], or null for an unknown exercise
		"ask": func(a arguments) any {
			q, ok := c.Exercise(a.text(0), uint64(a.number(1)))
			if !ok {
				return nil
			}
			options := []any{}
			for _, o := range q.Options {
				options = append(options, []any{o[0], o[1]})
			}
			return map[string]any{"id": q.ID, "kind": q.Kind, "question": q.Question, "options": options, "figure": q.Figure, "trains": q.Trains,
				"inFigure": q.InFigure}
		},
		// judge(exercise, seed, answer) → the fields of [course.CheckedAnswer]
		"judge": func(a arguments) any {
			j := c.Judge(a.text(0), uint64(a.number(1)), a.text(2))
			return map[string]any{"right": j.Right, "close": j.Close, "reason": j.Reason, "value": j.Value, "wait": j.Wait, "error": j.Error}
		},
		// given(exercise, answer) → the answer to check: the state of a figure, or answer itself
		"given": func(a arguments) any { return c.GivenAnswer(a.text(0), a.text(1)) },
		// code(seed, answers, right, seeds, name, before, after, first) → the completion code of [course.Code], "" after an error.
		// answers, right and seeds are objects by exercise. before, after and first are the fields of [exact.ReadingTest]
		"code": func(a arguments) any {
			var kit *exact.ReadingTest // nil if the reader has answered none of the ten questions
			before, after := a.text(5), a.text(6)
			if before+after != "" {
				kit = &exact.ReadingTest{Before: before, After: after, First: a.text(7)}
			}
			code, err := course.Code(uint64(a.number(0)), a.text(4), a.object(1), a.object(2), a.object(3), kit)
			if err != nil {
				notify("failed", err.Error())
			}
			return code
		},
		// show(figure) → {pictures, values, params, busy}, as in shown, or null for an unknown figure
		"show": func(a arguments) any { return shown(c, a.text(0)) },
	}
}

// shown renders a figure for the page's script. pictures and values are the fields of [course.Rendering]. params has the value of each
// parameter, its text and fields of [course.Param]. busy reports that a training of the figure is pending. shown returns nil for an
// unknown figure.
func shown(c *course.Course, name string) any {
	f := c.Figure(name)
	if f == nil {
		return nil
	}
	view := c.Render(name)
	params := map[string]any{}
	for _, p := range f.Params {
		v := c.Value(name, p.Name)
		params[p.Name] = map[string]any{"value": v, "text": p.Text(v), "jump": p.Jump, "walk": p.Walk, "step": p.Step, "start": p.Start}
	}
	return map[string]any{"pictures": texts(view.Pictures), "values": texts(view.Values), "params": params, "busy": c.Busy(name)}
}

// texts converts a map of texts to the type of map that safejs can pass to the page's script.
func texts(m map[string]string) map[string]any {
	out := make(map[string]any, len(m))
	for k, v := range m {
		out[k] = v
	}
	return out
}
