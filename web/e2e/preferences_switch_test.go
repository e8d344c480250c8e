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

// prefer switches a row of the table on or off.
func (p *page) prefer(row preference, on bool) {
	p.t.Helper()
	f, is := p.driver.(foxTab)
	switch {
	case !is && on:
		p.do(row.on...)
	case !is:
		p.do(row.off...)
	case foxes[row.name] != "":
		name, value, _ := strings.Cut(foxes[row.name], "=")
		js := fmt.Sprintf(`Services.prefs.clearUserPref(%q), true`, name)
		switch {
		case on && value[0] == '\'':
			js = fmt.Sprintf(`Services.prefs.setStringPref(%q, %s), true`, name, value)
		case on:
			js = fmt.Sprintf(`Services.prefs.setIntPref(%q, %s), true`, name, value)
		case name == "layout.css.prefers-color-scheme.content-override":
			js = fmt.Sprintf(`Services.prefs.setIntPref(%q, 1), true`, name)
		}
		p.within(func(ctx context.Context) error { return f.inside(ctx, js, new(bool)) })
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

// named is a control in the accessibility tree, the view of assistive technology.
type named struct {
	element    cdp.BackendNodeID
	role, name string
}

// named returns the controls of the accessibility tree. Firefox offers no such tree.
func (p *page) named() (list []named) {
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
				list = append(list, named{n.BackendDOMNodeID, role, strings.TrimSpace(word(n.Name))})
			}
		}
		return err
	})
	return list
}

// sameness has the facts that no preference may change: the state after the same steps, and the names of the controls.
type sameness struct {
	state    string
	controls []named
}

// named reports a control without a name and a control whose name has changed. Unless layout is set, it also reports a control that has
// disappeared.
func (s *sameness) named(t *testing.T, where string, now []named, layout bool) {
	t.Helper()
	before, left := map[cdp.BackendNodeID]string{}, map[string]int{}
	for _, c := range s.controls {
		before[c.element] = c.name
		left[c.role+" "+c.name]++
	}
	for _, c := range now {
		left[c.role+" "+c.name]--
		if was, there := before[c.element]; c.name == "" {
			t.Errorf("%s: a %s has no name (before: %q)", where, c.role, was)
		} else if there && was != c.name {
			t.Errorf("%s: the %s %q is called %q", where, c.role, was, c.name)
		}
	}
	for name, n := range left {
		if n > 0 && !layout {
			t.Errorf("%s: the %s is gone", where, name)
		}
	}
}

// steps returns to the beginning of the run, steps the run by a stage, and returns the state.
func (p *page) steps() string {
	p.t.Helper()
	var state json.RawMessage
	p.eval(`sheafscope.seek(0).then(() => sheafscope.step("stage")).then(() => sheafscope.state())`, &state)
	return string(state)
}
