//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	exact "sheafscope/core/coursemath"
	"sheafscope/web/course/contents"
)

// byHand is JavaScript that defines the function byHand of a list of answered. It answers the exercises by clicks, like a reader. It
// returns the differences between the reactions of the page and the expected reactions. It also returns the texts that are hard to read in
// one of the themes, about the first wrong and the first right answer. byHand.stands(ID, try) returns whether the exercise shows the
// reaction to a try.
const byHand = `window.byHand = (() => {
	const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	const until = async (f) => { for (let k = 0; k < 500 && !f(); k++) await new Promise((r) => setTimeout(r, 20)); };
	const words = (html) => Object.assign(document.createElement("div"), {innerHTML: typeset(html)}).textContent;
	const parts = (ID) => {
		const el = document.querySelector('[data-ex="' + ID + '"]'), part = (s) => el.querySelector(s);
		return {el, part, reason: () => (part(".why").hidden ? "" : part(".why").textContent)};
	};
	async function one({ID, Kind, Tries}) {
		const {el, part, reason} = parts(ID), button = part('[data-testid="check"]'), svg = part("svg.pic"), wrong = [], seen = new Set();
		if (svg) {
			el.scrollIntoView({behavior: "instant", block: "center"});
			await until(() => part("[data-figure]").dataset.live === "true");
			// No element covers the middle of the figure.
			const over = (b = svg.getBoundingClientRect()) => document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
			await until(() => el.contains(over()));
			if (!el.contains(over())) wrong.push(ID + " is covered by " + over()?.closest("[id]").id);
		}
		for (const t of Tries) {
			if (Kind === "choice") part('.opt[data-key="' + t.Answer + '"]').click();
			else if (t.Answer) [...el.querySelectorAll(".opts input")].forEach((input, k) => {
				input.value = t.Answer.split(" ")[k];
				input.dispatchEvent(new Event("input", {bubbles: true}));
			});
			if (t.Steps && !t.Taps) {
				part('[data-h="' + t.Handle + '"]').focus({preventScroll: true});
				for (let rest = Math.abs(t.Steps); rest > 0; rest -= rest >= 10 ? 10 : 1) document.activeElement.dispatchEvent(
					new KeyboardEvent("keydown", {key: t.Steps > 0 ? "ArrowRight" : "ArrowLeft", shiftKey: rest >= 10, bubbles: true}));
				await frame();
			}
			for (const nodes of t.Taps ?? []) {
				const discs = nodes.map((i) => svg.querySelectorAll(".disc")[i].getBoundingClientRect());
				const mean = (f) => discs.reduce((sum, b) => sum + f(b) / discs.length, 0);
				svg.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: mean((b) => b.x + b.width / 2),
					clientY: mean((b) => b.y + b.height / 2)}));
			}
			if (Kind !== "drag") button.click();
			await until(() => reason() === words(t.Reason) && el.classList.contains("right") === t.Right);
			const right = el.classList.contains("right");
			if (right !== t.Right || reason() !== words(t.Reason))
				wrong.push(ID + " says " + part(".st").textContent + ", “" + reason() + "” of " + JSON.stringify(t));
			if (!seen.has(right)) wrong.push(...legible(el).map((text) => ID + ": " + text));
			seen.add(right);
		}
		return wrong;
	}
	return Object.assign(async (list) => {
		const wrong = [];
		for (const e of list) wrong.push(...await one(e));
		return wrong;
	}, {
		stands: (ID, {Reason, Right}) => (({el, reason}) => reason() === words(Reason) && el.classList.contains("right") === Right)(parts(ID)),
	});
})(), true`

// playByHand loads byHand into the page, with the script that renders formulas.
func (p *page) playByHand() {
	p.t.Helper()
	p.eval("(() => {"+typesetter(p.t)+"return "+byHand+"})()", new(bool))
}

// typesetter returns the script assets/src/math.js without its exports. Its function typeset renders formulas.
func typesetter(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile("../../assets/src/math.js")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "export ", "")
}

// answered is an exercise with the answers that a test gives. The last answer is right, unless networks must be trained first.
type answered struct {
	ID    string
	Kind  exact.Kind
	Tries []try
}

// try is an answer to an exercise.
type try struct {
	Answer string  // a typed text, or the key of a chosen option
	Handle string  // the handle of the figure that is moved
	Steps  int     // the number of steps of Handle, negative to the left
	Taps   [][]int // taps on the figure, each in the middle of a list of nodes
	Right  bool    // the result by the exercise itself
	Reason string  // the text of the exercise about the answer
	Trains bool    // networks must be trained before the result
}

// answerExercises gives wrong and right answers to the exercises of the course by the function answer, a chapter at a time. It checks that
// each exercise has a wrong and then a right answer, and that the page marks exactly the chapters as done whose exercises are all answered.
// The completion code must contain at least 18 right answers and no other. It returns the exercises for which networks must be trained.
func (p *page) answerExercises(answer func([]answered)) (train []answered) {
	p.t.Helper()
	rights := 0
	for _, c := range contents.Chapters {
		list := []answered{}
		done := true // every exercise of the chapter gets a right answer
		for _, e := range exact.Exercises() {
			if e.Chapter != c.Number {
				continue
			}
			v := e.Variant(1)
			a := exerciseWithAnswers(v)
			if a.Tries[0].Trains {
				train, done = append(train, a), false
				continue
			}
			if v.Runs != nil { // exercise 11.1, whose answer is in a figure that is not trained yet: see checkWebKB
				done = false
			} else {
				rights++
				if len(a.Tries) < 2 || a.Tries[0].Right || !a.Tries[len(a.Tries)-1].Right {
					p.t.Errorf("exercise %s needs a wrong answer and then a right one: %+v", a.ID, a.Tries)
				}
			}
			list = append(list, a)
		}
		answer(list)
		var marked bool
		p.eval(`document.querySelector('.rail a[href="#`+c.ID()+`"]').parentElement.classList.contains("done")`, &marked)
		if marked != done {
			p.t.Errorf("%s is marked as done: %v, want %v", c.ID(), marked, done)
		}
	}
	var code string
	p.eval(`document.querySelector('[data-testid="completion-code"]').click(), document.querySelector("#code").value`, &code)
	p.eval(`document.querySelector("#codes").close(), true`, new(bool))
	r := exact.Checker(nil)(code)
	if r.Error != "" || r.Forged {
		p.t.Errorf("the completion code is not accepted: %+v", r)
	}
	if r.Right != rights || r.Wrong+r.Unjudged != 0 {
		p.t.Errorf("%d right answers were given; the completion code has %+v", rights, r)
	}
	if rights < 18 {
		p.t.Errorf("%d exercises got a right answer, want at least 18", rights)
	}
	return train
}

// answer gives the answers to exercises by byHand, and fails the test for each fault that byHand returns.
func (p *page) answer(list []answered) {
	p.t.Helper()
	text, err := json.Marshal(list)
	if err != nil {
		p.t.Fatal(err)
	}
	var wrong []string
	p.eval("byHand("+string(text)+")", &wrong)
	for _, w := range wrong {
		p.t.Error(w)
	}
}

// find returns the exercise with an ID, which must exist.
func find(id string) exact.Exercise {
	e, _ := exact.Find(id)
	return e
}

// answerTrained waits until the networks of exercises are trained. It gives each option of a choice, or the numbers 99.9 and then the mean
// that the reason of the first answer names. It checks that each answer has a reason, and that an exercise has a right and a wrong answer.
func (p *page) answerTrained(list []answered) {
	p.t.Helper()
	for _, a := range list {
		part := func(s string) string { return fmt.Sprintf(`document.querySelector('[data-ex="%s"] %s')`, a.ID, s) }
		// The second number is in the reason of the first. The options of a choice replace both.
		tries := []string{"99.9", ""}
		for k, o := range find(a.ID).Variant(1).Options {
			tries = append(tries[:k], o.Key)
		}
		p.waitFor(part(`[data-testid="check"]`) + `.textContent !== "Training…"`)
		results := map[bool]int{}
		for k, answer := range tries {
			var why string
			if a.Kind == exact.KindChoice {
				p.eval(part(`.opt[data-key="`+answer+`"]`)+`.click(), true`, new(bool))
			} else {
				p.eval(part(".why")+`.textContent`, &why)
				if m := regexp.MustCompile(`on average ([−0-9.]+)`).FindStringSubmatch(why); k == 1 && m != nil {
					answer = strings.Replace(m[1], "−", "-", 1)
				}
				p.eval(`((e) => { e.value = "`+answer+`"; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })(`+
					part(".opts input")+`)`, new(bool))
			}
			p.eval(part(`[data-testid="check"]`)+`.click(), true`, new(bool))
			var right bool
			p.eval(part(".why")+`.textContent`, &why)
			p.eval(part(".why")+`.dataset.right === "true" && `+part(".st")+`.textContent === "Right"`, &right)
			if why == "" {
				p.t.Errorf("exercise %s has no reason for %s", a.ID, answer)
			}
			results[right]++
		}
		if results[true] == 0 || results[false] == 0 {
			p.t.Errorf("exercise %s has %d right and %d wrong answers, want at least one of each", a.ID, results[true], results[false])
		}
	}
}
