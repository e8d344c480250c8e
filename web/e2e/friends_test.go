//go:build e2e

package e2e

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// This file tests tables of people as files of a graph.

// friendsBook returns a workbook of Excel with one sheet that has the rows of texts. It has only the parts that a reader needs.
func friendsBook(t *testing.T, rows [][]string) []byte {
	t.Helper()
	// A cell such as A1 has the index of its text in the list of shared texts.
	var sheet, shared strings.Builder
	n := 0
	for r, row := range rows {
		fmt.Fprintf(&sheet, `<row r="%d">`, r+1)
		for c, v := range row {
			fmt.Fprintf(&sheet, `<c r="%c%d" t="s"><v>%d</v></c>`, 'A'+c, r+1, n)
			fmt.Fprintf(&shared, "<si><t>%s</t></si>", v)
			n++
		}
		sheet.WriteString("</row>")
	}
	// A workbook is a zip archive of these files, each with its name and its text.
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`},
		{"xl/workbook.xml", `<workbook ` + main + ` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>` +
			`<sheet name="Friends" sheetId="1" r:id="rId1"/></sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/sharedStrings.xml", "<sst " + main + ">" + shared.String() + "</sst>"},
		{"xl/worksheets/sheet1.xml", "<worksheet " + main + "><sheetData>" + sheet.String() + "</sheetData></worksheet>"},
	} {
		w, err := z.Create(p[0])
		if err == nil {
			_, err = w.Write([]byte(p[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// friendRows is a table with a header: a person, a friend of the person, and the group of the person. As a graph it has 7 nodes, 7 edges
// and 2 classes.
var friendRows = [][]string{{"Name", "Friend", "Group"}, {"Ann", "Bob", "red"}, {"Bob", "Cy", "red"}, {"Cy", "Di", "blue"},
	{"Di", "Eve", "blue"}, {"Eve", "Ann", "red"}, {"Fay", "Di", "blue"}, {"Gil", "Ann", "red"}}

// These JavaScript conditions are true if the dialog about the columns of a file is open (checkShown) and if it is closed (checkGone).
const (
	checkShown = `document.querySelector('[data-testid="open-doubt"]').matches(":modal")`
	checkGone  = `!document.querySelector('[data-testid="open-doubt"]').open`
)

// dropped sends the page the event of a dropped file with a name and data.
func (p *page) dropped(name string, data []byte) {
	p.eval(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
		const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
		document.body.dispatchEvent(event);
		return event.defaultPrevented;
	})()`, base64.StdEncoding.EncodeToString(data), name), new(bool))
}

// A user with an Excel sheet of friends needs three clicks from the first screen to a trained graph: Open, Choose files, Take the graph.
// The test does not click the first two buttons, but passes the file. The page proposes the columns source, target and label. After the
// training the user can open the dialog again; without a correction the run stays at its position. The test uses a desktop and a phone.
func TestFriendsNeedThreeClicks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "friends.xlsx")
	if err := os.WriteFile(file, friendsBook(t, friendRows), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, v := range []view{{width: 1440, height: 900, theme: "light"}, {width: 390, height: 844, theme: "light"}} {
		t.Run(fmt.Sprint(v.width), func(t *testing.T) {
			p := open(t, v)
			p.ready()
			p.files(file) // in place of the clicks on Open and Choose files
			p.waitFor(checkShown)
			var roles []string
			p.eval(`[1, 2, 3].map((k) => document.querySelector('[data-testid="open-edges-' + k + '"]').value)`, &roles)
			if strings.Join(roles, " ") != "source target label" {
				t.Errorf("the columns are proposed as %q, want source target label", roles)
			}
			if text := p.text("open-counts"); !strings.Contains(text, "7 nodes, 7 edges, 2 classes") {
				t.Errorf("the dialog counts %q, want 7 nodes, 7 edges, 2 classes", text)
			}
			p.axe("the columns of a sheet of friends")
			p.rests()
			p.shot(fmt.Sprintf("friends-%d-columns", v.width))
			p.click("open-accept")
			p.waitFor(checkGone)
			p.waitFor(`sheafscope.state().graph.n === 7 && sheafscope.state().graph.classes === 2 && sheafscope.state().epoch > 0 && ` +
				`!sheafscope.state().busy`)
			before := p.state()
			p.rests()
			p.shot(fmt.Sprintf("friends-%d-trained", v.width))
			// On a phone the button Open is behind the button Settings.
			if v.width < 600 {
				p.eval(`document.querySelector('button[aria-label="Settings"]').click()`, nil)
			}
			p.click("open")
			p.click("open-read")
			p.waitFor(checkShown)
			p.click("open-accept") // nothing was corrected
			p.waitFor(checkGone + " && !sheafscope.state().busy")
			if s := p.state(); s.Graph.N != 7 || s.Position != before.Position {
				t.Errorf("after a dialog without a correction: %d nodes at position %d, want 7 at %d", s.Graph.N, s.Position, before.Position)
			}
			p.clean()
		})
	}
}

// pasteText sends the page the event of a pasted text.
func (p *page) pasteText(text string) {
	p.eval(fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData("text/plain", %q);
		document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true })); })()`, text), nil)
}

// A dropped sheet and a pasted table need one click to a trained graph: Take the graph. Before the click the dialog displays the name of a
// person, also for sheets in the encodings GBK and Shift-JIS, which the browser decodes.
func TestFriendsDroppedAndPasted(t *testing.T) {
	var table strings.Builder
	for _, row := range friendRows {
		table.WriteString(strings.Join(row, "\t") + "\n")
	}
	// encoded returns an edge list in an encoding. Its graph is a ring of the names.
	encoded := func(e encoding.Encoding, names ...string) []byte {
		text := "source,target\n"
		for k, s := range names {
			text += s + "," + names[(k+1)%len(names)] + "\n"
		}
		b, err := e.NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, v := range []view{{width: 1440, height: 900, theme: "light"}, {width: 390, height: 844, theme: "light"}} {
		t.Run(fmt.Sprint(v.width), func(t *testing.T) {
			p := open(t, v)
			p.ready()
			for _, way := range []struct {
				name, shows string // shows is a name that the dialog must display
				nodes       int
				give        func()
			}{
				{"dropped", "Ann", 7, func() { p.dropped("friends.xlsx", friendsBook(t, friendRows)) }},
				{"pasted", "Ann", 7, func() { p.pasteText(table.String()) }},
				{"gbk", "王芳", 5, func() {
					p.dropped("gbk.csv", encoded(simplifiedchinese.GBK, "王芳", "李伟", "张敏", "刘洋", "陈静"))
				}},
				{"shift-jis", "たろう", 5, func() {
					p.dropped("sjis.csv", encoded(japanese.ShiftJIS, "たろう", "花子さん", "ジロウ", "さくら", "みどり"))
				}},
			} {
				way.give()
				p.waitFor(checkShown)
				var text string
				p.eval(`document.querySelector('[data-testid="open-doubt"]').textContent`, &text)
				if !strings.Contains(text, way.shows) {
					t.Errorf("%s: the dialog is %q, want %q in it", way.name, text, way.shows)
				}
				p.rests()
				p.shot(fmt.Sprintf("friends-%d-%s", v.width, way.name))
				p.click("open-accept")
				p.waitFor(fmt.Sprintf(`%s && sheafscope.state().graph.n === %d && sheafscope.state().epoch > 0 && !sheafscope.state().busy`, checkGone,
					way.nodes))
			}
			p.clean()
		})
	}
}

// A table of nodes alone opens the dialog about columns in place of a graph. The first click on the button that accepts reads the columns
// id and city as the ends of edges. The four rows give 4 edges, and 4 ids and 3 cities give 7 nodes. The second click takes this graph.
func TestTableOfNodesOpensColumns(t *testing.T) {
	p := open(t, view{width: 390, height: 844, theme: "light"})
	p.ready()
	p.dropped("people.csv", []byte("id,city,age\n1,Rome,31\n2,Oslo,25\n3,Rome,40\n4,Bern,22\n"))
	p.waitFor(checkShown)
	if text := p.text("open-counts"); !strings.Contains(text, "say which columns") {
		t.Errorf("the dialog counts %q, want the request to choose columns", text)
	}
	p.rests()
	p.shot("columns-asked")
	p.click("open-accept")
	p.waitFor(`document.querySelector('[data-testid="open-counts"]').textContent.includes("7 nodes, 4 edges")`)
	p.click("open-accept")
	p.waitFor(checkGone + " && sheafscope.state().graph.n === 7 && !sheafscope.state().busy")
	p.clean()
}

// The page prevents the browser from following a link that is dropped on it.
func TestDroppedLinksAreNotFollowed(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light"})
	p.ready()
	var prevented bool
	p.eval(`(() => {
		const data = new DataTransfer();
		data.setData("text/uri-list", "https://example.org/");
		data.setData("text/plain", "https://example.org/");
		const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
		document.body.dispatchEvent(event);
		return event.defaultPrevented;
	})()`, &prevented)
	if !prevented {
		t.Error("the page does not prevent the browser from following a dropped link")
	}
	p.clean()
}

// A file that is dropped on the course opens in the laboratory.
func TestDroppedOnTheCourse(t *testing.T) {
	p := open(t, view{width: 1440, height: 900, theme: "light"})
	p.ready()
	p.visit(p.origin + base + "learn.html")
	p.waitFor(`document.readyState === "complete" && !!globalThis.sheafscopeDrops`)
	p.dropped("edges.csv", []byte("source,target\na,b\nb,c\nc,a\nc,d\n"))
	p.waitFor(`globalThis.sheafscope && sheafscope.state().graph?.name === "edges" && !sheafscope.state().busy`)
	p.clean()
}
