package web

import (
	"slices"

	"github.com/vugu/vugu"
)

// keptMark is an attribute that replaces the attributes of an element and means that the element keeps them. No element of the page has an
// attribute of this name.
const keptMark = "="

// flatten replaces each component of a tree by its root node, and each template by its children. of returns the root nodes of a component.
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
	// The flattened children become the children of n.
	n.FirstChild = nil
	at := &n.FirstChild
	for _, kid := range kids {
		*at, kid.NextSibling = kid, nil
		at = &kid.NextSibling
	}
	return []*vugu.VGNode{n}
}

// moveHandlers moves the handlers of a new node into the list of the old node, from which Vugu calls them. The new handlers can capture
// other values than the old ones. It returns false, and moves nothing, if the lists have different events.
func moveHandlers(now, old *vugu.VGNode) bool {
	newList, oldList := now.DOMEventHandlerSpecList, old.DOMEventHandlerSpecList
	if !slices.EqualFunc(newList, oldList, func(a, b vugu.DOMEventHandlerSpec) bool {
		return a.EventType == b.EventType && a.Capture == b.Capture && a.Passive == b.Passive
	}) {
		return false
	}
	copy(oldList, newList)
	now.DOMEventHandlerSpecList = oldList
	return true
}

// kept returns a copy of a node that makes Vugu leave the node and its content unchanged.
func kept(node *vugu.VGNode) *vugu.VGNode {
	n := *node
	n.NextSibling, n.FirstChild, n.InnerHTML = nil, nil, nil
	if n.Type == vugu.ElementNode && n.Namespace == "" { // Vugu writes attributes of other namespaces by another instruction
		n.Attr = []vugu.VGAttribute{{Key: keptMark}}
	}
	return &n
}

// treeDiff returns the part of a flattened tree that differs from the old tree on the page, nil for equal trees. Elements outside the part
// keep their attributes, HTML and children; Vugu would write all of them with every render.
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
	sameAttributes := slices.Equal(now.Attr, old.Attr)
	sameHTML := now.InnerHTML == nil || *now.InnerHTML == *old.InnerHTML
	hasScript := now.JSCreateHandler != nil || now.JSPopulateHandler != nil || len(now.Prop) > 0 // written with every render
	sameNode := moveHandlers(now, old) && sameAttributes && sameHTML && !hasScript
	first, sameChildren := childrenDiff(now, old)
	if sameNode && sameChildren {
		return nil
	}
	n := kept(now)
	n.FirstChild = first
	if !sameAttributes {
		n.Attr = now.Attr
	}
	if !sameHTML {
		n.InnerHTML = now.InnerHTML
	}
	return n
}

// childrenDiff compares the children of two nodes. If a child has changed, first is the first node of a list of all children, in which the
// equal ones are kept. If children were only removed, all nodes of the list are kept; the list is then nil if no child remains.
func childrenDiff(now, old *vugu.VGNode) (first *vugu.VGNode, same bool) {
	next := &first
	add := func(n *vugu.VGNode) { *next, next = n, &n.NextSibling }
	oldChild := old.FirstChild
	for child := now.FirstChild; child != nil; child = child.NextSibling {
		part := treeDiff(child, oldChild)
		if part != nil && first == nil { // the first change: the list begins with the equal children before
			for k := now.FirstChild; k != child; k = k.NextSibling {
				add(kept(k))
			}
		}
		if part != nil {
			add(part)
		} else if first != nil {
			add(kept(child))
		}
		if oldChild != nil {
			oldChild = oldChild.NextSibling
		}
	}
	if oldChild != nil && first == nil { // children were only removed
		for k := now.FirstChild; k != nil; k = k.NextSibling {
			add(kept(k))
		}
	}
	return first, first == nil && oldChild == nil
}
