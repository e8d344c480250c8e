//go:build e2e

package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"sheafscope/wasm/recipe"
)

// This file tests findings, which are notes of a user about nodes and figures, and their exports.

// catchSavedFiles is a script that stores each file that the page saves in the object saved: its contents in base64 by its name.
const catchSavedFiles = `window.saved = {}; { const make = URL.createObjectURL.bind(URL), blobs = new Map();
	URL.createObjectURL = (b) => { const u = make(b); blobs.set(u, b); return u; };
	const click = HTMLAnchorElement.prototype.click;
	HTMLAnchorElement.prototype.click = function () {
		const blob = blobs.get(this.href);
		if (!blob || !this.download) return click.call(this);
		const r = new FileReader();
		r.onload = () => { saved[this.download] = r.result.split(",")[1]; };
		r.readAsDataURL(blob);
	}; }`

// file waits for a file that the page saves, returns its contents and removes it from saved. The page must have run catchSavedFiles.
func (p *page) file(name string) []byte {
	p.t.Helper()
	p.waitFor(`saved["` + name + `"]`)
	var text string
	p.eval(`(() => { const t = saved["`+name+`"]; delete saved["`+name+`"]; return t; })()`, &text)
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}

// notes returns the notes in the address.
func (p *page) notes() []recipe.Note {
	p.t.Helper()
	var hash string
	p.eval("location.hash", &hash)
	r, err := recipe.Parse(hash)
	if err != nil {
		p.t.Fatal(err)
	}
	return r.View.Notes
}

// A user writes a finding about a node by mouse, and one about the spectrum by keys at a later position. An empty finding is not saved.
// Both findings stay in the link after a reload. A click on the finding about the node leads back to its node and its position. The text of
// a finding is escaped in the HTML report and in the Markdown file. The Markdown file comes with a picture for each finding. A deleted
// finding leaves the list and the recipe. The usual form tests a desktop, the long form also a phone.
func TestFindingsStayInTheLink(t *testing.T) {
	beside(t)
	for _, v := range sample(t, 1, []view{desktop, {width: 390, height: 844, theme: "dark"}}) {
		t.Run(v.theme, func(t *testing.T) {
			p := blank(t, v)
			p.beforeScripts(catchSavedFiles)
			p.goTo("")
			p.ready()
			p.call(`load({graph: "karate", seed: 1})`)
			p.call("run(3)")
			const odd = "<img src=x onerror=alert(1)> & *stars*, “ü”\nsecond line"
			// By mouse, about a node.
			p.tab("Inspect")
			p.click("tab-node")
			p.settle()
			p.click("note-add")
			p.eval(`(() => { const form = document.querySelector('[data-testid="note-save"]').form;
				form.inert = true; form.requestSubmit(); form.inert = false; form.requestSubmit(); form.elements[1].focus(); return true; })()`,
				new(bool)) // a note without a text is not saved, in an inert form and in a usable one; then the focus is in the text
			p.eval(`document.activeElement.value = `+strconv.Quote(odd)+`, true`, new(bool))
			p.click("note-save")
			p.waitFor(`document.querySelectorAll('[data-testid="notes"] li').length === 1`)
			// By keys, about the spectrum, at a later position.
			p.call("run(2)")
			p.eval(`document.querySelector('[data-testid="note-add"]').focus(), true`, new(bool))
			p.press(kb.Enter)
			p.waitFor(`document.activeElement.dataset.testid === "note-text"`)
			p.press("Twelve are small")
			p.choose("note-about", "figure:spectrum")
			p.eval(`document.querySelector('[data-testid="note-save"]').focus(), true`, new(bool))
			p.press(kb.Enter)
			p.waitFor(`document.querySelectorAll('[data-testid="notes"] li').length === 2`)
			p.settle()
			p.shot("notes-" + v.theme)
			p.axe("findings")
			// After a reload the link has both notes, in their order and with increasing positions.
			want := []recipe.Note{{Pin: "node:0", Text: odd}, {Pin: "figure:spectrum", Text: "Twelve are small"}}
			p.reload()
			p.ready()
			p.tab("Inspect")
			p.settle()
			got := p.notes()
			if len(got) != 2 {
				t.Fatalf("the link has the notes %+v, want two", got)
			}
			for k := range want {
				if got[k].Pin != want[k].Pin || got[k].Text != want[k].Text {
					t.Fatalf("note %d of the link is %+v, want %+v", k, got[k], want[k])
				}
			}
			if got[0].Position <= 0 || got[0].Position >= got[1].Position {
				t.Fatalf("the notes are at the positions %d and %d, want increasing ones above 0", got[0].Position, got[1].Position)
			}
			p.waitFor(`document.querySelectorAll('[data-testid="notes"] li').length === 2`)
			p.click("note-0")
			p.waitFor(fmt.Sprintf(`!sheafscope.state().busy && sheafscope.state().position === %d && sheafscope.state().selected.node === 0`,
				got[0].Position))
			// The report has the typed text in escaped form, the run, and a policy that allows no request.
			p.click("report-export")
			page := string(p.file("zacharys-karate-club-report.html"))
			for _, text := range []string{"&#60;img src=x onerror=alert(1)&#62;", "Twelve are small", "Zachary", "epoch 3", "<svg ", "<math",
				"Sinkhorn",
				"Content-Security-Policy", "34 nodes, 78 edges", p.origin + base + "#s1."} {
				if !strings.Contains(page, text) {
					t.Errorf("the report has no %q", text)
				}
			}
			for _, text := range []string{"<img", "<script", "NaN"} {
				if strings.Contains(page, text) {
					t.Errorf("the report has %q, so a text is not escaped or a number is missing", text)
				}
			}
			// The archive has the Markdown file and a picture for each finding.
			p.click("note-export")
			archive := p.file("zacharys-karate-club-findings.zip")
			z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
			if err != nil {
				t.Fatal(err)
			}
			files := map[string]string{}
			for _, f := range z.File {
				r, err := f.Open()
				if err != nil {
					t.Fatal(err)
				}
				data, err := io.ReadAll(r) // also checks the checksum of the file
				if err != nil {
					t.Fatalf("%s: %v", f.Name, err)
				}
				files[f.Name] = string(data)
			}
			md := files["findings.md"]
			for _, text := range []string{`\<img src=x onerror=alert(1)\> \& \*stars\*`, "second line",
				"![Node 1 (Mr. Hi)](finding-1.svg)", "(finding-2.svg)"} {
				if !strings.Contains(md, text) {
					t.Errorf("the Markdown has no %q:\n%s", text, md)
				}
			}
			for _, name := range []string{"graph.svg", "charts.svg", "finding-1.svg", "finding-2.svg"} {
				if !strings.Contains(files[name], "<svg ") {
					t.Errorf("the archive has no picture %s", name)
				}
			}
			// The files stay beside the screenshots, for a look by hand.
			for name, data := range map[string]string{"report.html": page, "findings.md": md, "finding-1.svg": files["finding-1.svg"]} {
				if err := os.WriteFile(filepath.Join(root, ".build", "screens", v.theme+"-"+name), []byte(data), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			// A deleted finding leaves the list and the recipe.
			p.click("note-delete-0")
			p.waitFor(`document.querySelectorAll('[data-testid="notes"] li').length === 1 && sheafscope.recipe().view.notes.length === 1`)
			p.clean()
		})
	}
}

// While the user edits a note, the list below the form deletes a note before it, and then the edited note itself. After the deletion before
// it, the form still edits its note. After its own deletion, the text stays in the form, as the text of a new note. A changed text stays
// when the user presses the edit button of another note. A text that is too long is refused and stays, also when another note is deleted.
func TestTypedNoteIsNotLost(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	// loadNotes loads karate with notes of these texts. Each is about the node whose number is the length of its text.
	loadNotes := func(texts ...string) {
		t.Helper()
		list := make([]string, len(texts))
		for k, text := range texts {
			list[k] = fmt.Sprintf(`{pin: "node:%d", text: %q}`, len(text), text)
		}
		p.call(`load({graph: "karate", seed: 1, view: {level: "research", notes: [%s]}})`, strings.Join(list, ","))
	}
	loadNotes("first", "second", "thirds")
	p.tab("Inspect")
	p.settle()
	p.click("note-edit-1")
	// edit writes a text into the form without saving it.
	edit := func(text string) {
		t.Helper()
		p.eval(`((area) => { area.value = `+strconv.Quote(text)+`; area.dispatchEvent(new Event("input")); })(
			document.querySelector('[data-testid="note-text"]'))`, nil)
	}
	// waitForNotes waits until the recipe has notes of these texts.
	waitForNotes := func(texts ...string) {
		t.Helper()
		p.waitFor(fmt.Sprintf(`sheafscope.recipe().view.notes.map((n) => n.text).join() === %q`, strings.Join(texts, ",")))
		p.settle()
	}
	// Deletions by the list, whose buttons can be pressed beside the form.
	edit("changed")
	p.click("note-delete-0")
	waitForNotes("second", "thirds")
	p.click("note-save")
	waitForNotes("changed", "thirds")
	p.click("note-edit-0")
	edit("kept")
	p.click("note-delete-0")
	waitForNotes("thirds")
	p.click("note-save")
	waitForNotes("thirds", "kept")
	// While a note has a new text, another note cannot be edited.
	p.click("note-edit-0")
	edit("longer")
	p.click("note-edit-1")
	p.waitFor(`document.activeElement.dataset.testid === "note-text" && document.activeElement.value === "longer"`)
	p.click("note-save")
	waitForNotes("longer", "kept")
	// A text that no link can hold is refused. The field limits the length of a typed text, so the test lifts this limit.
	p.click("note-add")
	p.eval(`document.querySelector('[data-testid="note-text"]').maxLength = 1000`, nil)
	edit(strings.Repeat("x", recipe.MaxNoteText+1))
	p.click("note-save")
	p.waitFor(`document.querySelector('[data-testid="error"]')?.checkVisibility()`)
	// A deletion of another note does not close the form.
	p.click("note-delete-0")
	waitForNotes("kept")
	var length int
	p.eval(`((area) => area.checkVisibility() ? area.value.length : 0)(document.querySelector('[data-testid="note-text"]'))`, &length)
	if length != recipe.MaxNoteText+1 {
		t.Errorf("after a refusal the form has %d characters, want %d", length, recipe.MaxNoteText+1)
	}
	edit("accepted")
	p.click("note-save")
	waitForNotes("kept", "accepted")
	p.waitFor(`!document.querySelector('[data-testid="note-text"]').checkVisibility()`)
	p.clean()
}
