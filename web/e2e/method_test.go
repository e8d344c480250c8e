//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// trained has some fields of the last line of `sgpc train -json`.
type trained struct {
	Method  string  `json:"method"`
	Loss    float64 `json:"loss"`
	Lambda2 float64 `json:"lambda2_last"`
}

// trainTexas builds the command line and trains Texas with split 0 for a number of epochs. args are further arguments of sgpc train. It
// returns the last line of the output: the state after the last epoch.
func trainTexas(t *testing.T, epochs int, args ...string) (r trained) {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "sgpc")
	if out, err := exec.Command("go", "build", "-o", bin, root+"/core/cmd/sgpc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	texas := filepath.Join(root, "../shared/datasets/texas")
	args = append([]string{"train", "-graph", texas, "-split", "0", "-epochs", fmt.Sprint(epochs), "-json"}, args...)
	out, err := exec.Command(bin, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// The menu opens Texas with the method of the paper. After five epochs, loss and λ2 equal those of the command line bit for bit. The steps
// of the gap ascent, stage 10, increase λ2. With the method "validation" stage 10 says that it is off, and its button switches it on. Then
// the method is "own", and the address has no method. A link without a method opens the method "validation", with the loss of the command
// line after five epochs. method("own") is refused.
func TestWholePaperOnTexas(t *testing.T) {
	p, _ := blankOn(t, desktop, browser, withSets(t))
	p.goTo("")
	p.ready()
	p.settle()
	var method string
	p.eval(`document.querySelector('[data-testid="method-select"]').value`, &method)
	if method != "paper" {
		t.Errorf("the first graph opens with the method %q, want paper", method)
	}
	p.choose("graph-select", "data:texas")
	p.waitFor(`sheafscope.state().graph?.n === 183 && sheafscope.state().epoch >= 1`)
	p.call("pause()")
	p.call("seek(0)")
	p.call("run(5)")
	var got struct {
		Method, Shown string
		Loss          float64
		History       struct{ Lambda2 []float64 }
	}
	// stateAndMenu is JavaScript for state() with a further field: shown, the method in the menu.
	const stateAndMenu = `({...sheafscope.state(), shown: document.querySelector('[data-testid="method-select"]').value})`
	p.eval(stateAndMenu, &got)
	want := trainTexas(t, 5, "-method", "paper")
	if methods := [3]string{got.Method, got.Shown, want.Method}; methods != [3]string{"paper", "paper", "paper"} {
		t.Errorf("the methods of state(), of the menu and of the command line are %q, want paper", methods)
	}
	if got.Loss != want.Loss || got.History.Lambda2[4] != want.Lambda2 {
		t.Errorf("the page has %+v, the command line %+v", got, want)
	}

	// The script goes to stage 9 of epoch 5, then through the gap ascent, stage 10, one step at a time. It ends when the position stays or
	// the stage ends. It returns λ2 after each step, for example [0.11, 0.12].
	var rises []float64
	p.eval(`(async () => {
		const rises = [];
		while (sheafscope.state().stage !== 9 || sheafscope.state().epoch !== 5) await sheafscope.step("stage");
		for (let last = -1; ; ) {
			await sheafscope.step("inner");
			const s = sheafscope.state();
			if (s.position === last || s.stage !== 10 || s.epoch !== 5) break;
			last = s.position;
			rises.push(s.lambda2);
		}
		return rises;
	})()`, &rises)
	if n := len(rises); n < 2 || rises[n-1] <= rises[0] {
		t.Errorf("λ2 after the steps of the ascent is %v, want at least two values and an increase", rises)
	}
	p.settle()
	p.shot("method-paper-texas")

	// Without the gap ascent the rail and the panel say "off", and a button of the panel switches the ascent on.
	p.call(`method("validation")`)
	p.call("run(2)")
	p.click("stage-10")
	p.waitFor(`document.querySelector('[data-testid="stage-10"]').textContent.includes("off") &&
		document.querySelector('[data-testid="parts-off"]')?.textContent.includes("off")`)
	p.settle()
	p.shot("method-off")
	p.eval(stateAndMenu, &got)
	if got.Method != "validation" || got.Shown != "validation" {
		t.Errorf("after method(\"validation\") state() and the menu are %+v, want validation", got)
	}
	p.eval(`document.querySelector('[data-testid="parts-off"] button').click()`, nil)
	p.waitFor(`!sheafscope.state().busy && sheafscope.state().method === "own"`)
	p.waitFor(`[...document.querySelector('[data-testid="method-select"]').options].map((o) => o.value).join() ` +
		`=== "paper,validation,auto,own"`)
	p.click("stage-10") // after the switch the same position can belong to another stage
	p.waitFor(`!document.querySelector('[data-testid="parts-off"]')`)
	if r := p.inAddress("the switch", func(r recipe.Recipe) bool { return r.Settings["gap_mode"] == "sheaf" }); r.Method != "" {
		t.Errorf("after the switch the address has the method %q, want none", r.Method)
	}

	// A link without a method, as older versions have written it.
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas"}})
	if err != nil {
		t.Fatal(err)
	}
	p.call("load(%q)", link)
	p.call("run(5)")
	p.eval(stateAndMenu, &got)
	want = trainTexas(t, 5)
	if got.Method != "validation" || want.Method != "validation" {
		t.Errorf("the method of the link is %q, that of the command line %q, want validation", got.Method, want.Method)
	}
	if math.Abs(got.Loss-want.Loss) != 0 {
		t.Errorf("the loss of the link's run is %v, that of the command line %v", got.Loss, want.Loss)
	}
	var refused string
	p.eval(`sheafscope.method("own").then(() => "", (e) => e.message)`, &refused)
	if !strings.Contains(refused, "paper") {
		t.Errorf(`method("own") fails with %q, want a list of methods with "paper"`, refused)
	}
	p.clean()
}

// In a window of 390 pixels width, in each theme, the menu of the method is within this width after a click on Settings. It is at least 24
// pixels high, as WCAG 2.2 requires (2.5.8).
func TestMethodOnAPhone(t *testing.T) {
	for _, theme := range []string{"light", "dark"} {
		p := shared(t, view{width: 390, height: 844, theme: theme})
		p.ready()
		p.settle()
		p.eval(`document.querySelector('button[aria-label="Settings"]').click()`, nil)
		p.waitFor(`(() => { const r = document.querySelector('[data-testid="method-select"]').getBoundingClientRect();
			return r.height >= 24 && r.left >= 0 && r.right <= 390; })()`)
		p.settle()
		p.shot("method-phone-" + theme)
		p.clean()
	}
}
