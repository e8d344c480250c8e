// Package contents lists the chapters of the course, for the course and for the laboratory's menu.
package contents

// Chapter is a chapter of the course. Its text is assets/learn/chapter-N.html, where N is its number.
type Chapter struct {
	// Number is the number of the chapter, for example "4" or "7a".
	Number string
	// Name is the short title in the rail and in menus. Title is the heading.
	Name, Title string
}

// Chapters lists the chapters in their order.
var Chapters = []Chapter{
	{"0", "The puzzle", "The puzzle: friends and rivals"},
	{"1", "When averaging hurts", "Averaging, and when it hurts"},
	{"2", "One edge", "One edge, and what a sheaf is"},
	{"3", "Coboundary and Laplacian", "Coboundary and Laplacian, on paper"},
	{"4", "Sections and holonomy", "Global sections and holonomy"},
	{"5", "Diffusion", "Diffusion"},
	{"6", "The gap", "The gap"},
	{"7a", "Maps from both ends", "Maps from both ends: what NSD learns"},
	{"7b", "Maps by transport", "Maps by transport: what SGPC learns"},
	{"8", "Filters", "Filters"},
	{"9", "How sure?", "How sure?"},
	{"10", "A whole layer", "A whole layer, opened"},
	{"11", "WebKB", "WebKB: pages that link to other kinds"},
}

// ID returns the id of the chapter's element, for example "chapter-4".
func (c Chapter) ID() string { return "chapter-" + c.Number }

// Link returns the address of the chapter within the page. A link to chapter 10 without an edition leads to WebKB, which was chapter 10 of
// the first edition. So the link to the present chapter 10 names the second edition.
func (c Chapter) Link() string {
	if c.Number == "10" {
		return "?edition=2#" + c.ID()
	}
	return "#" + c.ID()
}

// Text returns the number and the name, as in "4: Sections and holonomy".
func (c Chapter) Text() string { return c.Number + ": " + c.Name }
