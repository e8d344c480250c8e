// Package contents lists the chapters of the course, for the course and for the
// laboratory's menu, which links to them.
package contents

import "strconv"

// Chapter is a chapter of the course; its text is assets/learn/chapter-N.html.
type Chapter struct {
	Number int
	// Name is the short one, of the rail and of menus.
	Name, Title string
}

// Chapters lists those that are there, in order.
var Chapters = []Chapter{
	{0, "The puzzle", "The puzzle: friends and rivals"},
	{1, "When averaging hurts", "Averaging, and when it hurts"},
	{2, "One edge", "One edge"},
	{3, "Coboundary and Laplacian", "Coboundary and Laplacian, on paper"},
	{4, "Sections and holonomy", "Global sections and holonomy"},
	{5, "Diffusion", "Diffusion"},
	{6, "The gap", "The gap"},
	{7, "Learning the maps", "Learning the maps"},
	{8, "Filters", "Filters"},
	{9, "How sure?", "How sure?"},
	{10, "WebKB", "WebKB: pages that link to other kinds"},
}

// ID is the chapter's place in the page, "chapter-4".
func (c Chapter) ID() string { return "chapter-" + strconv.Itoa(c.Number) }

// Text is number and name.
func (c Chapter) Text() string { return strconv.Itoa(c.Number) + ": " + c.Name }
