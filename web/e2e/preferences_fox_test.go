//go:build e2e

package e2e

import (
	"path/filepath"
	"testing"

	"sheafscope/web/tool/site"
)

// firefoxSettings has Firefox's settings, as "name=value", for rows of the table of preferences. A row without such a setting can be tested
// in Firefox only if it is an attribute or a style sheet of the page.
var firefoxSettings = map[string]string{
	"dark theme":       "layout.css.prefers-color-scheme.content-override=0",
	"forced colours":   "browser.display.document_color_use=2",
	"reduced motion":   "ui.prefersReducedMotion=1",
	"text of 24":       "font.size.variable.x-western=24",
	"text of 32":       "font.size.variable.x-western=32",
	"1440x900 at 2":    "layout.css.devPixelsPerPx='2'",
	"1440x900 at 1.25": "layout.css.devPixelsPerPx='1.25'",
}

// TestPreferencesInFirefox is [TestPreferencesKeepControlsUsable] in a separate Firefox, whose settings change while the page is open. It
// belongs to the long form.
func TestPreferencesInFirefox(t *testing.T) {
	if share(t) == 0 {
		return // the usual form tests a few rows in Chromium
	}
	beside(t)
	// A Firefox of its own, because the settings hold for all of its tabs.
	b, err := startFirefox()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.stop)
	server := serve(site.Handler(filepath.Join(root, "dist")))
	t.Cleanup(server.Close)
	// The rows that Firefox can emulate, in each room.
	for _, room := range rooms {
		t.Run(room.name, func(t *testing.T) {
			v := view{width: 1440, height: 900, theme: "light", newcomer: room.newcomer}
			p := newTabOf(t, b, v, server.URL)
			t.Cleanup(p.close)
			p.begin(t, testLimit)
			p.showInFirefox(v)
			p.beforeScripts(noOfflineCopy)
			p.enter(room.name, room.path)
			var reference unchanged
			for _, row := range preferenceRows {
				if firefoxSettings[row.name] != "" || len(row.on) == 0 {
					t.Run(row.name, func(t *testing.T) { p.prefers(t, row, room.name+" in Firefox", room.hasRun, &reference) })
				}
			}
			p.clean()
		})
	}
}
