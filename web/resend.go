package web

import (
	"slices"

	"github.com/vugu/vugu"
)

// keptMark stands for all attributes of an element that keeps them. No element has an attribute of this name.
const keptMark = "="

// join returns the nodes that stand for one: those of its component, of a template its children, else the node itself.
func join(n *vugu.VGNode, of func(component any) []*vugu.VGNode) []*vugu.VGNode {
	if n.Component != nil {
		if roots := of(n.Component); len(roots) == 1 {
			return join(roots[0], of)
		}
		return []*vugu.VGNode{n} // Vugu says what is wrong
	}
	var kids []*vugu.VGNode
	for kid := n.FirstChild; kid != nil; kid = kid.NextSibling {
		kids = append(kids, join(kid, of)...)
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

// handlers puts the handlers of a node into the list of the one on the page, which Vugu calls, and reports whether that can be: they
// may hold other values though they look alike.
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

// kept is a node that stays as it is with all that it contains, where another beside it changed.
func kept(node *vugu.VGNode) *vugu.VGNode {
	n := *node
	n.NextSibling, n.FirstChild, n.InnerHTML = nil, nil, nil
	if n.Type == vugu.ElementNode && n.Namespace == "" { // Vugu writes other attributes by another instruction
		n.Attr = []vugu.VGAttribute{{Key: keptMark}}
	}
	return &n
}

// changed returns what must be written of a joined tree where another stands on the page: an element keeps attributes and HTML that
// are as they were, and children in which nothing changed. Vugu would write all of it with every render. It returns nil where
// nothing must be written.
func changed(now, old *vugu.VGNode) *vugu.VGNode {
	whole := func() *vugu.VGNode {
		n := *now
		n.NextSibling = nil
		return &n
	}
	if old == nil || now.Type != old.Type || now.Data != old.Data || now.Namespace != old.Namespace || now.Component != nil {
		return whole()
	}
	if (now.InnerHTML == nil) != (old.InnerHTML == nil) {
		return whole() // children and HTML took each other's place
	}
	attributes, html := slices.Equal(now.Attr, old.Attr), now.InnerHTML == nil || *now.InnerHTML == *old.InnerHTML
	same := handlers(now, old) && attributes && html && now.JSCreateHandler == nil && now.JSPopulateHandler == nil && len(now.Prop) == 0
	var first *vugu.VGNode // of the children that are written: all of them, once one changed
	at := &first
	add := func(n *vugu.VGNode) { *at, at = n, &n.NextSibling }
	was := old.FirstChild
	for kid := now.FirstChild; kid != nil; kid = kid.NextSibling {
		part := changed(kid, was)
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
	if was != nil && first == nil { // one less
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
