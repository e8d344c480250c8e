//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"sheafscope/web/e2e/trace"
)

// limits has the limits of the main thread for a graph, in milliseconds.
type limits struct {
	set    string // name of the data set
	method string // of the recipe; "paper" has every part of the method, as the page opens Texas
	nodes  int
	task   float64 // longest task while the graph trains
	click  float64 // processor time from the click to the change of the page
	frame  float64 // script of a frame while the user points, drags, recolours
}

// mainThreadLimits has one row for each graph of TestMainThread: set, method, nodes, task, click, frame.
var mainThreadLimits = []limits{
	{"texas", "paper", 183, 50, 100, 8},
	{"cora", "", 2708, 100, 200, 16},
}

const panelLimit = 8 // ms for a render of the panels, as a median

// During the training of Texas, and in the long form of Cora, the tasks of the main thread and the answers to clicks keep mainThreadLimits.
// So do the scripts of a frame while the user points, drags and recolours. A render of the panels, a what-if question and a scroll of the
// table have the limits panelLimit, whatIfLimit and scrollLimit. The limits hold on an idle machine; judge allows slowness times as much,
// except for a what-if question. With -v the test prints the measurements.
func TestMainThread(t *testing.T) {
	for _, l := range mainThreadLimits {
		// The usual form has no Cora.
		if l.nodes > 1000 && share(t) == 0 {
			continue
		}
		t.Run(l.set, func(t *testing.T) {
			alone(t)
			p, _ := blankFor(t, desktop, browser, withSets(t), 5*time.Minute)
			p.beforeScripts(ruler)
			p.goTo("")
			p.ready()
			p.do(send(performance.Enable, performance.EnableParams{}))
			p.call(`load({graph: "data:%s", seed: 1, method: %q})`, l.set, l.method)
			if g := p.state().Graph; g.N != l.nodes {
				t.Fatalf("%s has %d nodes, want %d", l.set, g.N, l.nodes)
			}
			threeTries(t, func(j *judge) {
				p.settle()
				p.measureTouch(j, l)
				p.measureTraining(j, l)
				p.measureWhatIf(j, l)
				p.measureScroll(j)
			})
			p.clean()
		})
	}
}

// stepLimit is the largest CPU time of a step of a stage on the page's main thread, in units of the time in which node starts on the same
// machine.
const stepLimit = 0.55

// recordControls records in the list came the form controls that appear or disappear in the inspector, because after such a change the
// browser searches all form controls.
const recordControls = `(() => {
	const all = "button,input,select,textarea", list = window.came = [];
	new MutationObserver((changes) => {
		for (const e of changes.flatMap((c) => [...c.addedNodes, ...c.removedNodes])) {
			if (e.nodeType === 1 && (e.matches(all) || e.querySelector(all))) list.push(e.outerHTML.slice(0, 90));
		}
	}).observe(document.querySelector(".ibody"), {subtree: true, childList: true});
	return true;
})()`

// No script of a step by stage waits for styles or for a layout. No form control appears or disappears in a stage that was displayed
// before. A step takes at most stepLimit on the page's main thread. Of three records of 20 steps, the best counts.
func TestStepThread(t *testing.T) {
	alone(t)
	p := open(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1, settings: {epochs: 10000, patience: 10000}})`)
	p.call("run(20)")
	const steps = 20
	stepThroughStages := func() {
		for range steps {
			p.call(`step("stage")`)
			p.rests()
		}
	}
	stepThroughStages() // not recorded: the page measures each width and makes each stage once
	p.eval(recordControls, new(bool))
	// Up to three records, until one keeps both limits.
	best, forced := math.Inf(1), math.MaxInt
	for range 3 {
		r := p.record(stepThroughStages)
		node := NodeStart()
		starts := r.Total / steps / (1000 * node.Seconds()) // a step in starts of node
		best, forced = min(best, starts), min(forced, r.Forced)
		t.Logf("a step takes %.1f ms of CPU, %.2f starts of node (%v); longest task %.1f: %s", r.Total/steps, starts, node,
			trace.Quantile(r.Tasks, 1), r.Worst)
		if best < stepLimit && forced == 0 {
			break
		}
	}
	// The controls, the forced updates, and the time.
	var came []string
	p.eval(`came`, &came)
	if len(came) > 0 {
		t.Errorf("%d form controls appeared or disappeared, the first is %s", len(came), came[0])
	}
	if forced > 0 { // the least of three records: a box that changes its size once may force a layout in one of them
		t.Errorf("scripts of %d steps waited %d times for styles or layout", steps, forced)
	}
	if best > stepLimit {
		t.Errorf("a step takes %.2f starts of node of the page's thread, more than %v", best, stepLimit)
	}
	p.clean()
}

// measureTraining checks the longest task during five seconds of a run. Then it clicks on six stages during the run, and checks the longest
// processor time from a click to its answer. It ends with a paused run.
func (p *page) measureTraining(j *judge, l limits) {
	t := p.t
	t.Helper()
	p.eval(`window.seen = 0; sheafscope.on("frame", () => seen++); sheafscope.run(0); true`, new(bool))
	p.waitFor("seen > 5")
	var long []float64
	r := p.record(func() { p.eval(longTasks, &long) })
	t.Logf("%s trains: %d tasks, %.0f ms of CPU in 5 s, %.0f of them script; %d frames with script, median %.1f, worst %.1f ms; long "+
		"tasks by the clock %.0f",
		l.set, len(r.Tasks), r.Total, r.Script, len(r.Frames), trace.Quantile(r.Frames, 0.5), trace.Quantile(r.Frames, 1), long)
	j.check(l.set+", longest task while it trains", trace.Quantile(r.Tasks, 1), l.task)
	t.Logf("the longest task: %s; panels median %.1f, worst %.1f; models median %.1f, worst %.1f", r.Worst,
		trace.Quantile(r.Marked["panels"], 0.5), trace.Quantile(r.Marked["panels"], 1),
		trace.Quantile(r.Marked["models"], 0.5), trace.Quantile(r.Marked["models"], 1))

	// The clicks. An answer is a change of the panels after the click (see ruler).
	p.eval(`answers.length = 0, true`, new(bool))
	const clicks = 6
	r = p.record(func() {
		for i := range clicks {
			p.click(fmt.Sprintf("stage-%d", 2+i%9))
			p.waitFor(fmt.Sprintf("answers.length > %d", i))
		}
	})
	var answers []float64
	p.eval("answers", &answers)
	t.Logf("clicks answered after %.0f ms by the clock, with %.1f ms of CPU", answers, r.Answers)
	if len(r.Answers) != clicks {
		t.Errorf("%d of %d clicks were answered", len(r.Answers), clicks)
	}
	j.check(l.set+", from a click to its answer", trace.Quantile(r.Answers, 1), l.click)
	p.eval("sheafscope.pause().then(() => true)", new(bool))
	p.settle()
}

// whatIfLimit is the largest time of an answer to a what-if question, in milliseconds.
const whatIfLimit = 100

// measureWhatIf checks the time of two questions: the predictions with zero maps, and the predictions without an edge of node 0. For each
// question the fastest of five answers counts.
func (p *page) measureWhatIf(j *judge, l limits) {
	p.t.Helper()
	for _, change := range []string{`maps: "zero"`, `removeEdges: [[0, other]]`} {
		var ms float64
		p.eval(`(async () => {
			let best = Infinity;
			const other = (await sheafscope.explain(0)).terms.find((t) => t.neighbour > 0).neighbour;
			for (let k = 0; k < 5; k++) {
				const from = performance.now();
				await sheafscope.whatif({`+change+`});
				best = Math.min(best, performance.now() - from);
			}
			return best;
		})()`, &ms)
		j.check(l.set+", what if {"+change+"}", ms, whatIfLimit/slowness) // a time by the clock: the division removes the allowance of judge
	}
}

// measureTouch checks the script of a frame on a graph at rest, in three situations: the pointer moves, the user drags a node, and the user
// chooses other colours. In each situation 95 % of the frames must keep the limit. For the colours it also checks the median render of the
// panels.
func (p *page) measureTouch(j *judge, l limits) {
	t := p.t
	t.Helper()
	var box struct{ X, Y, W, H float64 }
	p.eval(`(() => { const b = document.querySelector('[data-testid="graph-canvas"]').getBoundingClientRect(); return {X: b.x, Y: b.y, W: `+
		`b.width, H: b.height}; })()`, &box)
	r := p.record(func() {
		for i := range 40 {
			f := float64(i) / 40
			p.do(chromedp.MouseEvent(chromedp.MouseMoved, box.X+box.W*(0.1+0.8*f), box.Y+box.H*(0.5+0.3*float64(i%7-3)/3)))
		}
	})
	report(t, "hovering", r)
	j.check(l.set+", script of a frame while hovering", trace.Quantile(r.Frames, 0.95), l.frame)

	// The test drags the node with the largest distance to its nearest neighbour in the picture, because no other node covers it.
	var far struct {
		Node int
		X, Y float64
	}
	p.eval(`(() => { const l = Array.from({length: sheafscope.state().graph.n}, (_, k) => ({Node: k, ...sheafscopeIslands.where(k)}));
		let best = l[0], most = 0;
		for (const a of l) { let d = 1e9; for (const b of l) if (a !== b) d = Math.min(d, Math.hypot(a.X - b.X, a.Y - b.Y)); if (d > most) { `+
		`most = d; best = a; } }
		return best; })()`, &far)
	r = p.record(func() {
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, far.X, far.Y))
		p.do(chromedp.MouseEvent(chromedp.MousePressed, far.X, far.Y, chromedp.Button("left"), chromedp.ClickCount(1)))
		for i := range 40 {
			p.do(chromedp.MouseEvent(chromedp.MouseMoved, far.X+2*float64(i), far.Y+float64(i), chromedp.Button("left")))
		}
		p.do(chromedp.MouseEvent(chromedp.MouseReleased, far.X+80, far.Y+40, chromedp.Button("left"), chromedp.ClickCount(1)))
	})
	var moved struct{ X, Y float64 }
	p.eval(fmt.Sprintf(`sheafscopeIslands.where(%d)`, far.Node), &moved)
	if moved.X < far.X+40 {
		t.Errorf("the node was not dragged by at least 40 pixels: it was at %+v, then at %+v", far, moved)
	}
	report(t, "dragging", r)
	j.check(l.set+", script of a frame while dragging", trace.Quantile(r.Frames, 0.95), l.frame)

	// The colours, by five quantities.
	r = p.record(func() {
		for _, by := range []string{"label", "confidence", "correct", "fibre", "prediction"} {
			p.choose("nodes-by", by)
			p.rests()
		}
	})
	report(t, "recolouring", r)
	j.check(l.set+", script of a frame while recolouring", trace.Quantile(r.Frames, 0.95), l.frame)
	j.check(l.set+", a render of the panels, median", trace.Quantile(r.Marked["panels"], 0.5), panelLimit)
}

// rests waits until all work that waited for an animation frame is done. A browser that no longer draws a window has no animation frames. A
// page that embeds Sheafscope has no islands, and rests after two frames. If elements move all the time, as during a run, forty frames are
// enough.
func (p *page) rests() {
	p.t.Helper()
	p.eval(rests, new(bool))
}

// rests is JavaScript for the promise for which page.rests waits.
const rests = `(async () => {
	const islands = globalThis.sheafscopeIslands;
	for (let rest = 0, all = 0; rest < 2 && all < 40; all++) {
		await new Promise((r) => islands ? islands.soon(r) : requestAnimationFrame(r));
		rest = islands?.still() ?? true ? rest + 1 : 0;
	}
	return true;
})()`

// report logs the frames, the renders of the panels and the longest task of a recording, in milliseconds. what names the actions.
func report(t *testing.T, what string, r trace.Recording) {
	t.Helper()
	t.Logf("%s: %d frames with script, median %.2f, 95%% %.2f, worst %.2f ms; %d renders of the panels; longest task %.1f: %s", what,
		len(r.Frames), trace.Quantile(r.Frames, 0.5), trace.Quantile(r.Frames, 0.95), trace.Quantile(r.Frames, 1), len(r.Marked["panels"]),
		trace.Quantile(r.Tasks, 1), r.Worst)
}

// longTasks is a promise for the durations of the long tasks in the next five seconds, from the Long Tasks API, in milliseconds by the
// clock.
const longTasks = `new Promise(done => {
	const list = [], o = new PerformanceObserver(q => list.push(...q.getEntries().map(e => e.duration)));
	o.observe({entryTypes: ["longtask"]});
	setTimeout(() => { o.disconnect(); done(list); }, 5000);
})`

// ruler sets marks for the trace: "panels" at a render of the panels, "models" when a picture receives its model, "clicked" at a click of
// the user, and "answered" at the first change of the panels after the click. The list answers has the times from click to answer by the
// clock.
const ruler = `{
	const mark = (name, f) => function () { performance.mark(name); return f.apply(this, arguments); };
	const wrap = (o, name, as) => { let f; Object.defineProperty(o, name, {configurable: true, get: () => f, set: g => { f = as(g); }}); };
	wrap(window, "vuguRender", f => mark("panels", f));
	wrap(window, "sheafscopeIslands", o => ({...o, update: mark("models", o.update)}));
	window.answers = [];
	addEventListener("click", e => {
		if (!e.isTrusted) return;
		performance.mark("clicked");
		const o = new MutationObserver(() => { o.disconnect(); performance.mark("answered"); answers.push(performance.now() - e.timeStamp); });
		o.observe(document.querySelector(".insp"), {subtree: true, childList: true, characterData: true, attributes: true});
	}, true);
}`
