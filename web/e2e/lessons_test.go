//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"sheafscope/wasm/recipe"
)

// card has the contents of the displayed step of a lesson.
type card struct {
	At, Of int // number of the step, from 1, and number of steps; At is 0 while the card changes
	Text   string
	Task   string // what the reader shall do, with → before or ✓ after it is done
	// Live are the numbers in the text. Of is the path of the number in the state of the page, with its format after "|".
	Live []struct{ Of, Text string }
	// Rest is the text without the live numbers and without formulas.
	Rest string
	// Aside reports that the card points at no element, and Outside that the card extends beyond the window.
	Aside, Outside bool
	// Free is the visible share of the element to which the card points: the area in the window that the card does not cover, divided by the
	// smaller of the areas of element and window.
	Free float64
}

// readCard is JavaScript for the displayed card.
const readCard = `(() => { const c = document.querySelector(".driver-popover.lesson"), p = c && ` +
	`c.querySelector(".driver-popover-progress-text").textContent.match(/(\d+) of (\d+)/);
	if (!p || c.classList.contains("turning")) return {At: 0};
	const b = c.getBoundingClientRect(), words = c.querySelector(".driver-popover-description"), rest = words.cloneNode(true);
	rest.querySelectorAll(".live,.formula").forEach((e) => e.remove());
	const at = c.dataset.at, a = document.querySelector(at.startsWith(".") ? at : '[data-testid="' + at + '"]')?.getBoundingClientRect();
	const length = (from, to) => Math.max(0, to - from);
	const area = (l, t, r, d) => length(l, r) * length(t, d);
	let free = 0;
	if (a) {
		const l = Math.max(0, a.left), t = Math.max(0, a.top), r = Math.min(innerWidth, a.right), d = Math.min(innerHeight, a.bottom);
		free = (area(l, t, r, d) - area(Math.max(l, b.left), Math.max(t, b.top), Math.min(r, b.right), Math.min(d, b.bottom))) / Math.max(1, ` +
	`Math.min(a.width * a.height, innerWidth * innerHeight));
	}
	return {At: +p[1], Of: +p[2], Text: words.textContent, Task: c.querySelector(".task")?.textContent ?? "", Free: free,
		Live: [...words.querySelectorAll(".live")].map((e) => ({Of: e.dataset.of, Text: e.textContent})), Rest: rest.textContent,
		Aside: c.dataset.points !== "yes", Outside: b.left < 0 || b.top < 0 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1}; })()`

// card waits for step k of the lesson, from 1, and returns its contents.
func (p *page) card(k int) (c card) {
	p.t.Helper()
	p.waitFor(fmt.Sprintf("((c) => c.At === %d && !c.Aside)(%s)", k, readCard))
	p.eval(readCard, &c)
	return c
}

// goThrough reads a lesson from its first to its last step, and calls visit for each step, unless visit is nil. It checks each card: the
// text has at least 40 bytes and no undefined value; the card lies inside the window and leaves at least a fifth of its element visible;
// the numbers agree with the state (see checkLiveNumbers). Afterwards the card has disappeared.
func (p *page) goThrough(lesson string, visit func(c card)) {
	p.t.Helper()
	p.click("learn")
	p.click("learn-" + lesson)
	for k := 1; ; k++ {
		c := p.card(k)
		if len(c.Text) < 40 {
			p.t.Errorf("%s, step %d has the text %q, want at least 40 bytes", lesson, k, c.Text)
		}
		for _, fault := range []string{"undefined", "NaN", "Error"} {
			if strings.Contains(c.Text, fault) {
				p.t.Errorf("%s, step %d has %s in its text %q", lesson, k, fault, c.Text)
			}
		}
		if c.Aside || c.Outside {
			p.t.Errorf("%s: the card of step %d points to no element (%v) or extends beyond the window (%v)", lesson, k, c.Aside, c.Outside)
		}
		if c.Free < 0.2 {
			p.t.Errorf("%s, step %d leaves %.0f %% of its element visible, want at least 20 %%", lesson, k, 100*c.Free)
		}
		p.checkLiveNumbers(lesson, c)
		if visit != nil {
			visit(c)
		}
		p.eval(`document.querySelector(".driver-popover-next-btn").click(), true`, new(bool))
		if c.At == c.Of {
			break
		}
	}
	p.waitFor(`!document.querySelector(".driver-popover")`)
	// The element of the last step has its attributes again.
	p.waitFor(`document.querySelector('[data-testid="share"]').getAttribute("aria-expanded") === "false"`)
}

// superscripts converts a number as the page writes it, such as 1.2 · 10⁻³, to the form of strconv.
var superscripts = strings.NewReplacer("−", "-", " · 10", "e", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4",
	"⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")

// digit matches a digit.
var digit = regexp.MustCompile(`[0-9]`)

// checkLiveNumbers compares the numbers of a card with the state of the page. Each live number agrees with its entry of the state, up to
// the rounding of its format. The rest of the text has no digit. The entries are read and computed by other code than that of the lesson.
func (p *page) checkLiveNumbers(lesson string, c card) {
	p.t.Helper()
	if digit.MatchString(c.Rest) {
		p.t.Errorf("%s, step %d has digits that are no live numbers: %q", lesson, c.At, c.Rest)
	}
	if len(c.Live) == 0 {
		return
	}
	var s map[string]any
	p.eval("sheafscope.state()", &s)
	// lookUp returns the number at a path of the state, such as accuracy.test. get fails the test if there is none.
	lookUp := func(path string) (float64, bool) {
		var v any = s
		for key := range strings.SplitSeq(path, ".") {
			m, _ := v.(map[string]any)
			v = m[key]
		}
		x, ok := v.(float64)
		return x, ok
	}
	get := func(path string) float64 {
		x, ok := lookUp(path)
		if !ok {
			p.t.Errorf("%s, step %d: the state has no number %s", lesson, c.At, path)
		}
		return x
	}
	// Some live numbers are no entries of the state. They are computed here from entries.
	for _, l := range c.Live {
		path, format, _ := strings.Cut(l.Of, "|")
		var want float64
		switch path {
		case "dimension": // of all stalks together
			want = float64(len(s["spectrum"].([]any)))
		case "pair": // the dimension of two stalks
			want = 2 * float64(len(s["spectrum"].([]any))) / get("graph.n")
		case "cooled": // the temperature after a JKO step: inverse temperatures are averaged with weights 1 and τε
			a, b := 1/get("config.epsilon0"), 1/get("config.epsilon")
			w := get("config.tau") * get("config.epsilon")
			want = (1 + w) / (a + w*b)
		case "room": // the gap between the two smallest positive eigenvalues
			all := s["spectrum"].([]any)
			k := int(get("kernelDim"))
			want = all[k+1].(float64) - all[k].(float64)
		case "promised": // c_w/4, the growth of λ₂ that the paper promises
			want = 0.25 * get("config.armijo")
		case "testError":
			want = 1 - get("accuracy.test")
		case "nodeShare":
			want = 1 / get("graph.test")
		case "chance":
			want = 1 / get("graph.classes")
		default:
			if name, stored := strings.CutPrefix(path, "turns."); stored {
				want = triangleNumber(p.t, name)
			} else {
				want = get(path)
			}
		}
		text, scale := superscripts.Replace(l.Text), 1.0
		if format == "percent" {
			text, scale = strings.TrimSuffix(text, " %"), 100
		}
		got, err := strconv.ParseFloat(text, 64)
		// A percentage has no decimals. A number has three significant digits, and with an exponent two. Other numbers are whole.
		// Rounding changes a percentage by at most 0.5, and a number by at most 0.005 of its size, or 0.05 with an exponent.
		tolerance := 0.0
		switch format {
		case "percent":
			tolerance = 0.5000001
		case "number":
			tolerance = 0.006 * math.Abs(want)
			if strings.Contains(text, "e") {
				tolerance = 0.051 * math.Abs(want)
			}
		}
		if err != nil || math.Abs(got-scale*want) > tolerance {
			p.t.Errorf("%s, step %d shows %q for %s, want %g", lesson, c.At, l.Text, l.Of, want)
		}
	}
}

// The lessons can be read from the first to the last step: the tour, the lesson on sheaves, and the lesson on an epoch. The long form also
// has the lessons on neighbours, on triangles and on the paper. Step 3 of the tour shows the same pictures after the reader has moved the
// run and chosen another panel. At its end the tour restores the state and the address before the tour. After the lesson on sheaves, Back
// restores the state. The lesson on an epoch shows the position before the first stage and all ten stages.
func TestLessonsRestoreState(t *testing.T) { inBoth(t, lessonsRestoreState) }

// lessonsRestoreState is TestLessonsRestoreState in one browser.
func lessonsRestoreState(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.call(`load({graph: "florentine", seed: 5})`)
	p.call("run(3)")
	before := p.state()
	isBefore := func(r recipe.Recipe) bool { return r.Graph == "florentine" && r.Position == before.Position }
	p.inAddress("the state before the tour", isBefore)
	asBefore := fmt.Sprintf(`sheafscope.state().graph.n === %d && sheafscope.state().position === %d && !sheafscope.state().busy`,
		before.Graph.N, before.Position)
	p.goThrough("tour", func(c card) {
		switch c.At {
		case 1:
			p.waitFor(`getComputedStyle(document.getElementById("look")).visibility === "hidden"`) // the first screen has faded
			p.axe("a lesson")
		case 3:
			// The reader moves the run and opens another panel, goes to step 4 and back to step 3. landed also waits for the moving vectors of a new
			// edge, for which settle does not wait.
			landed := func() { p.settle(); p.waitFor(`!document.querySelector(".insp svg .flying")`) }
			landed()
			var seenBefore, seenAfter string
			p.eval(seenNow, &seenBefore)
			p.call("seek(30)")
			p.eval(`document.querySelector('[data-testid="tab-node"]').click(), document.querySelector(".driver-popover-next-btn").click()`, nil)
			p.card(4)
			p.eval(`document.querySelector(".driver-popover-prev-btn").click()`, nil)
			p.card(3)
			landed()
			p.eval(seenNow, &seenAfter)
			if seenAfter != seenBefore {
				t.Errorf("step 3 of the tour differs when it is shown again: %s", firstDifference(seenAfter, seenBefore))
			}
		}
	})
	p.waitFor(asBefore)
	same(t, "the tour", p.state(), before)
	p.inAddress("the state before the tour, after the tour", isBefore)
	p.waitFor(`document.activeElement?.dataset.testid === "learn"`)

	// In the lesson on sheaves the reader does a task: a key turns a map. Its slider must not be covered.
	p.goThrough("sheaf", func(c card) {
		if !strings.HasPrefix(c.Task, "→") {
			return
		}
		p.waitFor(`document.activeElement.closest(".driver-popover")`) // the card takes the focus when it rests
		p.waitFor(`document.querySelector('[data-testid="map-rotate"]:not(:disabled)')`)
		p.settle()
		p.checkUncovered("map-rotate")
		p.key("map-rotate", kb.End)
		p.waitFor(`document.querySelector(".lesson .task").textContent.startsWith("✓")`)
	})
	if s := p.state(); s.Graph.N != 6 {
		t.Errorf("the lesson on sheaves ends with the graph %+v, want 6 nodes", s.Graph)
	}
	p.eval("history.back()", nil)
	p.waitFor(asBefore)
	same(t, "back from the lesson", p.state(), before)

	stages := map[int]bool{}
	p.goThrough("epoch", func(card) { stages[p.state().Stage] = true })
	if len(stages) != 11 { // the position before the first stage, and each of the ten stages
		t.Errorf("the lesson on an epoch shows the stages %v, want 11", stages)
	}
	if share(t) > 0 {
		p.checkComparisons()
		p.goThrough("triangles", nil)
		p.goThrough("paper", nil)
	}
	p.clean()
}

// checkComparisons goes through the lesson on neighbours. Its steps compare runs by the words "better", "worse" or "as good".
// checkComparisons checks the words against the test accuracies of the runs.
func (p *page) checkComparisons() {
	p.t.Helper()
	// test has the test accuracy at each step, NaN without a run. A row of the table has a step, an earlier step, and the words with which the
	// text names the run of the earlier step.
	var test []float64
	p.goThrough("neighbours", func(c card) {
		now := math.NaN()
		if a := p.state().Accuracy.Test; a != nil {
			now = *a
		}
		test = append(test, now)
		for _, x := range []struct {
			step, earlier int
			name          string
		}{{2, 1, "on the first graph"}, {3, 2, "averaging over them"}, {4, 2, "the graph convolution"}, {4, 3, "the perceptron"},
			{5, 1, "the graph convolution"}} {
			if c.At != x.step {
				continue
			}
			word := "as good as"
			switch a, b := test[x.step-1], test[x.earlier-1]; {
			case a > b:
				word = "better than"
			case a < b:
				word = "worse than"
			}
			if !strings.Contains(c.Text, word+" "+x.name) {
				p.t.Errorf("step %d: the test accuracies are %g and %g, and the lesson says %q, want %q", c.At, test[x.step-1],
					test[x.earlier-1], c.Text, word+" "+x.name)
			}
		}
	})
}

// checkUncovered fails the test if another element covers the centre of a control.
func (p *page) checkUncovered(id string) {
	p.t.Helper()
	var over string
	p.eval(fmt.Sprintf(`((e) => { const b = e.getBoundingClientRect(), top = document.elementFromPoint(b.left + b.width / 2, b.top + `+
		`b.height / 2);
		return top === e || e.contains(top) ? "" : top ? top.tagName + "." + top.className : "nothing: it is outside the window"; `+
		`})(document.querySelector(%q))`, byTestID(id)), &over)
	if over != "" {
		p.t.Errorf("the middle of %s is covered by %s", id, over)
	}
}

// All six lessons can be read from the first to the last step on a laptop and on a phone; see goThrough. The slider of the task in the
// lesson on sheaves is not covered.
func TestLessonsInSmallWindows(t *testing.T) {
	beside(t)
	for _, v := range []view{{width: 1280, height: 720, theme: "dark"}, {width: 390, height: 844, theme: "light"}} {
		t.Run(fmt.Sprintf("%dx%d", v.width, v.height), func(t *testing.T) {
			p := openFor(t, v, 10*time.Minute)
			p.ready()
			for _, lesson := range []string{"tour", "sheaf", "epoch", "neighbours", "triangles", "paper"} {
				if v.width < 500 { // the button Learn is in the bar, which the previous lesson may have left open or closed
					p.eval(`(() => { const b = document.querySelector('[aria-label="Settings"]'); if (b.ariaExpanded !== "true") b.click(); return `+
						`true; })()`, new(bool))
				}
				p.goThrough(lesson, func(c card) {
					if lesson == "sheaf" && strings.HasPrefix(c.Task, "→") {
						p.waitFor(`document.querySelector('[data-testid="map-rotate"]:not(:disabled)')`)
						p.settle()
						p.checkUncovered("map-rotate")
					}
				})
			}
			p.clean()
		})
	}
}

// On a phone the lesson on sheaves opens the panels to which it points, and Escape ends the tour at its first step.
func TestLessonOnAPhone(t *testing.T) {
	p := shared(t, view{width: 390, height: 844, theme: "dark"})
	p.ready()
	// The button Learn is in the bar, which Settings opens. The lesson may have closed the bar.
	p.do(chromedp.Click(chromedp.CSS(`[aria-label="Settings"]`), chromedp.NodeVisible))
	p.goThrough("sheaf", nil)
	p.eval(`(() => { const b = document.querySelector('[aria-label="Settings"]'); if (b.ariaExpanded !== "true") b.click(); return true; `+
		`})()`, new(bool))
	p.click("learn")
	p.click("learn-tour")
	p.card(1)
	p.do(chromedp.KeyEvent(kb.Escape))
	p.waitFor(`!document.querySelector(".driver-popover")`)
	p.clean()
}
