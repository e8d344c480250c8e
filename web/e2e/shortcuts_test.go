//go:build e2e

package e2e

import (
	"fmt"
	"testing"
)

// On a keyboard of another script, the key at the position of a letter triggers the letter's shortcut. On a Latin keyboard the letter
// itself counts. A key that composes a character triggers no shortcut, and a key in a field for text belongs to the field. A reader can
// switch the shortcuts off and on.
func TestShortcutsFollowKeyPositions(t *testing.T) {
	p := shared(t, desktop)
	// press sends a key with its letter and its position on the keyboard. It reports whether the run has gone to another epoch, which is the
	// effect of the shortcut E.
	press := func(key, code string, composing bool) (moved bool) {
		var before, after int
		p.eval(`sheafscope.state().epoch`, &before)
		p.eval(fmt.Sprintf(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: %q, code: %q, isComposing: %v, bubbles: true,
			cancelable: true}))`, key, code, composing), nil)
		p.settle()
		p.eval(`sheafscope.state().epoch`, &after)
		return after != before
	}
	// The letters at the position of E on a Latin, a Cyrillic, a Greek, a Hebrew and an Arabic keyboard.
	for _, key := range []string{"e", "у", "ε", "ק", "ث"} {
		if !press(key, "KeyE", false) {
			t.Errorf("%s at the position of E triggers no epoch", key)
		}
	}
	// Keys that compose a character, and another Latin letter at the position of E.
	for _, c := range []struct {
		key       string
		composing bool
	}{{"Dead", false}, {"Process", false}, {"e", true}, {"d", false}} {
		if press(c.key, "KeyE", c.composing) {
			t.Errorf("the key %s at the position of E, composing %v, triggers an epoch", c.key, c.composing)
		}
	}
	// In a field for text the letter belongs to the field. A checkbox, a radio button and a slider take no text.
	for kind, isText := range map[string]bool{"text": true, "search": true, "url": true, "checkbox": false, "radio": false, "range": false} {
		p.eval(fmt.Sprintf(`(() => { const input = document.createElement("input"); input.type = %q; document.body.append(input);
			input.dispatchEvent(new KeyboardEvent("keydown", {key: "?", code: "Slash", bubbles: true})); input.remove(); })()`, kind), nil)
		var opened bool
		p.eval(`((d) => { const opened = !!d?.open; d?.close(); return opened; })(document.querySelector('[data-testid="shortcuts"]'))`, &opened)
		if opened == isText {
			t.Errorf("the key ? in an input of type %s opens the list of shortcuts: %v, want %v", kind, opened, !isText)
		}
	}
	// The dialog of the shortcuts, opened by "?", has a switch for all of them.
	const toggle = `document.querySelector('[data-testid="keys-on"]').click()`
	p.eval(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "?", code: "Slash", bubbles: true}))`, nil)
	p.eval(toggle+`, document.querySelector('[data-testid="shortcuts"]').close()`, nil)
	if press("e", "KeyE", false) {
		t.Error("a shortcut that is switched off triggers an epoch")
	}
	p.eval(toggle, nil)
	if !press("e", "KeyE", false) {
		t.Error("a shortcut that is switched on again triggers no epoch")
	}
	p.clean()
}
