package web

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/vugu/vugu"
)

// dom is a node of a page, as the script of Vugu's renderer writes it. Unlike a node of a browser, it has no event handlers.
type dom struct {
	name, text string
	attr       []vugu.VGAttribute
	kids       []*dom
}

// write writes a tree over the node as the script does, and adds the number of received nodes to count. A node with only the mark keptMark
// keeps its attributes and, without children, its content.
func (d *dom) write(n *vugu.VGNode, count *int) {
	*count++
	if n.Type == vugu.TextNode {
		*d = dom{text: n.Data}
		return
	}
	if d.name != n.Data {
		*d = dom{name: n.Data}
	}
	if len(n.Attr) != 1 || n.Attr[0].Key != keptMark {
		d.attr = n.Attr
	}
	if n.InnerHTML != nil {
		d.kids = nil
		if *n.InnerHTML != "" {
			d.kids = []*dom{{text: *n.InnerHTML}}
		}
		return
	}
	if n.FirstChild == nil {
		return
	}
	// The children are written in order, and surplus old children are removed.
	k := 0
	for kid := n.FirstChild; kid != nil; kid = kid.NextSibling {
		if k == len(d.kids) {
			d.kids = append(d.kids, &dom{})
		}
		d.kids[k].write(kid, count)
		k++
	}
	d.kids = d.kids[:k]
}

// String returns the node and its content as text.
func (d *dom) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%s %v>%s", d.name, d.attr, d.text)
	for _, k := range d.kids {
		b.WriteString(k.String())
	}
	return b.String()
}

// randomTree returns a random tree of at most depth levels of elements. Names, attributes and texts have two values each, so that two trees
// share much.
func randomTree(r *rand.Rand, depth int) *vugu.VGNode {
	if depth == 0 || r.IntN(5) == 0 {
		return &vugu.VGNode{Type: vugu.TextNode, Data: []string{"a", "b"}[r.IntN(2)]}
	}
	n := &vugu.VGNode{Type: vugu.ElementNode, Data: []string{"p", "div"}[r.IntN(2)],
		Attr: []vugu.VGAttribute{{Key: "class", Val: []string{"x", "y"}[r.IntN(2)]}}}
	switch r.IntN(8) {
	case 0:
		html := []string{"<b>1</b>", "<b>2</b>"}[r.IntN(2)]
		n.InnerHTML = &html
		return n
	case 1:
		n.DOMEventHandlerSpecList = []vugu.DOMEventHandlerSpec{{EventType: "click"}}
	}
	next := &n.FirstChild
	for range 1 + r.IntN(3) {
		*next = randomTree(r, depth-1)
		next = &(*next).NextSibling
	}
	return n
}

// vary returns a copy of a tree with a few random differences: another subtree, a child less, or no HTML.
func vary(r *rand.Rand, n *vugu.VGNode, depth int) *vugu.VGNode {
	if r.IntN(12) == 0 {
		return randomTree(r, depth)
	}
	c := *n
	if r.IntN(15) == 0 {
		c.InnerHTML = nil
	}
	next := &c.FirstChild
	for kid := n.FirstChild; kid != nil; kid = kid.NextSibling {
		if r.IntN(15) == 0 {
			continue // this child is dropped
		}
		*next = vary(r, kid, depth-1)
		next = &(*next).NextSibling
	}
	*next = nil
	return &c
}

// A difference over the old page and the whole tree over an empty page write the same page, for 3000 random changes. All differences
// together have at most three quarters of the nodes of all trees. An unchanged button with a new handler has no difference, and the new
// handler is called. A button that handles other events is written again, without its unchanged text.
func TestDiffEqualsWholeTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	root := func(kid *vugu.VGNode) *vugu.VGNode {
		return &vugu.VGNode{Type: vugu.ElementNode, Data: "main", FirstChild: kid}
	}
	var old *vugu.VGNode
	var page, whole dom
	all, sent := 0, 0
	tree := randomTree(r, 5)
	for range 3000 {
		now := root(tree)
		if part := treeDiff(now, old); part != nil {
			page.write(part, &sent)
		}
		whole = dom{}
		whole.write(now, &all)
		if page.String() != whole.String() {
			t.Fatalf("the page is\n%s\nnot\n%s", page.String(), whole.String())
		}
		old, tree = now, vary(r, tree, 5)
	}
	if sent > all*3/4 {
		t.Errorf("%d of %d nodes are written, at most three quarters are allowed", sent, all)
	}
	// The button of a render adds the number of the render to pressed. The list of handlers of the first render must call the handler of the
	// last.
	pressed := 0
	button := func(render int) *vugu.VGNode {
		n := root(&vugu.VGNode{Type: vugu.ElementNode, Data: "button", FirstChild: &vugu.VGNode{Type: vugu.TextNode, Data: "Step"},
			DOMEventHandlerSpecList: []vugu.DOMEventHandlerSpec{{EventType: "click", Func: func(vugu.DOMEvent) { pressed += render }}}})
		n.FirstChild.NextSibling = &vugu.VGNode{Type: vugu.ElementNode, Data: "p"}
		return n
	}
	old = button(1)
	called := old.FirstChild.DOMEventHandlerSpecList // Vugu keeps and calls the list of the first render
	for render := 2; render < 5; render++ {
		now := button(render)
		if part := treeDiff(now, old); part != nil {
			t.Errorf("the difference of an unchanged button is %+v, want none", part)
		}
		called[0].Func(nil)
		if pressed != render {
			t.Errorf("the handler of render %d is called, want the handler of render %d", pressed, render)
		}
		old, pressed = now, 0
	}
	// No handler, another event, another phase.
	for _, list := range [][]vugu.DOMEventHandlerSpec{nil, {{EventType: "input"}}, {{EventType: "click", Capture: true}}} {
		now := button(1)
		now.FirstChild.DOMEventHandlerSpecList = list
		part := treeDiff(now, button(1))
		if part == nil || part.FirstChild == nil {
			t.Fatalf("a button with the handlers %v has no difference", list)
		}
		// The difference has the button without its text, and a node for the paragraph after it.
		if b := part.FirstChild; len(b.DOMEventHandlerSpecList) != len(list) || b.FirstChild != nil || b.NextSibling == nil {
			t.Errorf("the difference of a button with the handlers %v is %+v", list, b)
		}
	}
}

// The roots of components, also of a component in a component, and the children of a template keep their place among their siblings.
func TestFlattenKeepsOrder(t *testing.T) {
	leaf := func(s string) *vugu.VGNode { return &vugu.VGNode{Type: vugu.TextNode, Data: s} }
	inner, outer := "inner", "outer"
	middle := &vugu.VGNode{Type: vugu.ElementNode, Data: "p", FirstChild: leaf("b")}
	root := &vugu.VGNode{Type: vugu.ElementNode, Data: "div", FirstChild: leaf("a")}
	template := &vugu.VGNode{Type: vugu.ElementNode, FirstChild: leaf("c")}
	template.FirstChild.NextSibling = leaf("d")
	root.FirstChild.NextSibling = &vugu.VGNode{Component: outer, NextSibling: template}
	template.NextSibling = leaf("e")
	// The component outer has one root, the component inner, whose root is middle.
	all := flatten(root, func(c any) []*vugu.VGNode {
		if c == outer {
			return []*vugu.VGNode{{Component: inner}}
		}
		return []*vugu.VGNode{middle}
	})
	var page dom
	page.write(all[0], new(int))
	// A text such as a is written "< []>a".
	if got, want := page.String(), "<div []>< []>a<p []>< []>b< []>c< []>d< []>e"; got != want {
		t.Errorf("the flattened tree is %s, want %s", got, want)
	}
}
