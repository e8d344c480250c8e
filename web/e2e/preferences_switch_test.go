//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// This file switches the preferences of a reader, and compares what no preference may change.

// prefer switches a row of the table on or off: by commands in Chromium, by a setting in Firefox, and by an attribute and a style sheet of
// the page in both. After on it waits until the preference holds.
func (p *page) prefer(row preference, on bool) {
	p.t.Helper()
	fox, inFirefox := p.driver.(foxTab)
	switch {
	case !inFirefox && on:
		p.do(row.on...)
	case !inFirefox:
		p.do(row.off...)
	case firefoxSettings[row.name] != "":
		name, value, _ := strings.Cut(firefoxSettings[row.name], "=")
		// A value in quotes is a text. Off removes the setting, except that a light theme is the default of the tests.
		js := fmt.Sprintf(`Services.prefs.clearUserPref(%q), true`, name)
		switch {
		case on && value[0] == '\'':
			js = fmt.Sprintf(`Services.prefs.setStringPref(%q, %s), true`, name, value)
		case on:
			js = fmt.Sprintf(`Services.prefs.setIntPref(%q, %s), true`, name, value)
		case name == "layout.css.prefers-color-scheme.content-override":
			js = fmt.Sprintf(`Services.prefs.setIntPref(%q, 1), true`, name)
		}
		p.within(func(ctx context.Context) error { return fox.inside(ctx, js, new(bool)) })
	}
	p.eval(fmt.Sprintf(`(() => {
		const [key, value] = %q.split("="), root = document.documentElement, on = %v;
		if (key === "class") root.classList.toggle(value, on); else if (key && on) root.setAttribute(key, value);
		else if (key) root.removeAttribute(key);
		document.adoptedStyleSheets = [new CSSStyleSheet()];
		document.adoptedStyleSheets[0].replaceSync(on ? %q : "");
	})()`, row.root, on, row.css), nil)
	if !on {
		return
	}
	if row.js != "" {
		p.eval(row.js+", true", new(bool))
	}
	if row.holds != "" {
		p.waitFor(row.holds)
	}
	if row.theme != "" {
		p.waitFor(fmt.Sprintf(`document.documentElement.dataset.theme === %q`, row.theme))
	}
}

// roles are the roles of controls in the spelling of Chromium's accessibility tree.
var roles = strings.Fields("button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem " +
	"menuitemradio menuitemcheckbox DisclosureTriangle")

// namedControl is a control in the accessibility tree, the view of assistive technology. Its element is the same as long as the page is
// open.
type namedControl struct {
	element    cdp.BackendNodeID
	role, name string
}

// namedControls returns the controls of the accessibility tree, or nil in Firefox, which offers no such tree.
func (p *page) namedControls() (list []namedControl) {
	p.t.Helper()
	if _, chrome := p.driver.(chromeTab); !chrome {
		return nil
	}
	p.within(func(ctx context.Context) error {
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		word := func(v *accessibility.Value) string {
			if v == nil {
				return ""
			}
			return strings.Trim(string(v.Value), `"`)
		}
		for _, n := range tree.Nodes {
			if role := word(n.Role); !n.Ignored && slices.Contains(roles, role) {
				list = append(list, namedControl{n.BackendDOMNodeID, role, strings.TrimSpace(word(n.Name))})
			}
		}
		return err
	})
	return list
}

// unchanged has the facts that no preference may change, from before the first preference.
type unchanged struct {
	state    string         // from stateAfterStage, "" until the first preference
	controls []namedControl // nil until the first preference
}

// checkNames reports each control of now that has no name, or whose name differs from its name in u. Unless layout is set, it also reports
// each pair of role and name that is less frequent in now than in u. where begins each message.
func (u *unchanged) checkNames(t *testing.T, where string, now []namedControl, layout bool) {
	t.Helper()
	before, missing := map[cdp.BackendNodeID]string{}, map[string]int{}
	for _, c := range u.controls {
		before[c.element] = c.name
		missing[c.role+" "+c.name]++
	}
	for _, c := range now {
		missing[c.role+" "+c.name]--
		earlier, known := before[c.element]
		if c.name == "" {
			t.Errorf("%s: a %s has no name (before: %q)", where, c.role, earlier)
		} else if known && earlier != c.name {
			t.Errorf("%s: the name of the %s %q has changed to %q", where, c.role, earlier, c.name)
		}
	}
	for name, n := range missing {
		if n > 0 && !layout {
			t.Errorf("%s: the %s has disappeared", where, name)
		}
	}
}

// stateAfterStage returns to the beginning of the run, steps the run by a stage, and returns state() as JSON.
func (p *page) stateAfterStage() string {
	p.t.Helper()
	var state json.RawMessage
	p.eval(`sheafscope.seek(0).then(() => sheafscope.step("stage")).then(() => sheafscope.state())`, &state)
	return string(state)
}
