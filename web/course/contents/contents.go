// Package contents lists the chapters of the course, for the course and for the
// laboratory's menu, which links to them.
package contents

import "strconv"

// Chapter is a chapter of the course; its text is assets/learn/chapter-N.html.
type Chapter struct {
	Number int
	// Name is the short one, of the rail and of menus.
	Name, Title string
	// Figure is the name of its figure.
	Figure string
}

// Chapters lists those that are there, in order.
var Chapters = []Chapter{
	{0, "The puzzle", "The puzzle: friends and rivals", "puzzle"},
	{2, "One edge", "One edge", "edge"},
	{4, "Sections and holonomy", "Global sections and holonomy", "ring"},
}

// ID is the chapter's place in the page, "chapter-4".
func (c Chapter) ID() string { return "chapter-" + strconv.Itoa(c.Number) }

// Text is number and name.
func (c Chapter) Text() string { return strconv.Itoa(c.Number) + ": " + c.Name }
