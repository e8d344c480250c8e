package web

import (
	"slices"

	"github.com/vugu/vugu"
)

// keptMark replaces the attributes of an element that keeps them. No element has an attribute of this name.
const keptMark = "="

// flatten flattens a tree: it replaces a component by its root nodes and a template by its children. of returns the root nodes of a
// component.
func flatten(n *vugu.VGNode, of func(component any) []*vugu.VGNode) []*vugu.VGNode {
	if n.Component != nil {
		if roots := of(n.Component); len(roots) == 1 {
			return flatten(roots[0], of)
		}
		return []*vugu.VGNode{n} // Vugu reports the error
	}
	var kids []*vugu.VGNode
	for kid := n.FirstChild; kid != nil; kid = kid.NextSibling {
		kids = append(kids, flatten(kid, of)...)
	}
	if n.IsTemplate() {
		return kids
	}
	n.FirstChild = nil
	at := &n.FirstChild
	for _, kid := range kids {
		*at, kid.NextSibling = kid, nil
		at = &kid.NextSibling
	}
	return []*vugu.VGNode{n}
}

// handlers moves the handlers of a new node into the list of the old one, which Vugu calls: equal handlers may capture other
// values. It returns false for lists of other events.
func handlers(now, old *vugu.VGNode) bool {
	list, was := now.DOMEventHandlerSpecList, old.DOMEventHandlerSpecList
	if !slices.EqualFunc(list, was, func(a, b vugu.DOMEventHandlerSpec) bool {
		return a.EventType == b.EventType && a.Capture == b.Capture && a.Passive == b.Passive
	}) {
		return false
	}
	copy(was, list)
	now.DOMEventHandlerSpecList = was
	return true
}

// kept returns a node that Vugu leaves unchanged, with its content.
func kept(node *vugu.VGNode) *vugu.VGNode {
	n := *node
	n.NextSibling, n.FirstChild, n.InnerHTML = nil, nil, nil
	if n.Type == vugu.ElementNode && n.Namespace == "" { // attributes of other namespaces have another instruction
		n.Attr = []vugu.VGAttribute{{Key: keptMark}}
	}
	return &n
}

// treeDiff returns the part of a flattened tree that differs from the old tree on the page, nil for equal trees. An element without
// it keeps its attributes, its HTML and its equal children, all of which Vugu would write with every render.
func treeDiff(now, old *vugu.VGNode) *vugu.VGNode {
	whole := func() *vugu.VGNode {
		n := *now
		n.NextSibling = nil
		return &n
	}
	if old == nil || now.Type != old.Type || now.Data != old.Data || now.Namespace != old.Namespace || now.Component != nil {
		return whole()
	}
	if (now.InnerHTML == nil) != (old.InnerHTML == nil) {
		return whole() // HTML replaces children, or children HTML
	}
	attributes, html := slices.Equal(now.Attr, old.Attr), now.InnerHTML == nil || *now.InnerHTML == *old.InnerHTML
	same := handlers(now, old) && attributes && html && now.JSCreateHandler == nil && now.JSPopulateHandler == nil && len(now.Prop) == 0
	var first *vugu.VGNode // first written child; one changed child writes all, the equal ones as kept
	at := &first
	add := func(n *vugu.VGNode) { *at, at = n, &n.NextSibling }
	was := old.FirstChild
	for kid := now.FirstChild; kid != nil; kid = kid.NextSibling {
		part := treeDiff(kid, was)
		if part != nil && first == nil {
			for k := now.FirstChild; k != kid; k = k.NextSibling {
				add(kept(k))
			}
		}
		if part != nil {
			add(part)
		} else if first != nil {
			add(kept(kid))
		}
		if was != nil {
			was = was.NextSibling
		}
	}
	if was != nil && first == nil { // only removed children
		for k := now.FirstChild; k != nil; k = k.NextSibling {
			add(kept(k))
		}
	}
	if same && first == nil && was == nil {
		return nil
	}
	n := kept(now)
	n.FirstChild = first
	if !attributes {
		n.Attr = now.Attr
	}
	if !html {
		n.InnerHTML = now.InnerHTML
	}
	return n
}
