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

// changed returns what must be written of a joined tree where another stands on the page: an element keeps attributes and HTML that
// are as they were, and children in which nothing changed. Vugu would write all of it with every render. same reports that nothing
// must be written at all.
func changed(now, old *vugu.VGNode) (part *vugu.VGNode, same bool) {
	if old == nil || now.Type != old.Type || now.Data != old.Data || now.Namespace != old.Namespace || now.Component != nil {
		n := *now
		n.NextSibling = nil
		return &n, false
	}
	same = handlers(now, old) && now.JSCreateHandler == nil && now.JSPopulateHandler == nil && len(now.Prop) == 0
	n := *now
	n.NextSibling = nil
	if now.Type == vugu.ElementNode {
		switch {
		case !slices.Equal(now.Attr, old.Attr):
			same = false
		case now.Namespace == "": // Vugu writes other attributes by another instruction
			n.Attr = []vugu.VGAttribute{{Key: keptMark}}
		}
		switch {
		case now.InnerHTML == nil && old.InnerHTML == nil:
		case now.InnerHTML != nil && old.InnerHTML != nil && *now.InnerHTML == *old.InnerHTML:
			n.InnerHTML = nil
		default:
			return &n, false // children and HTML took each other's place
		}
	}
	whole, at := true, &n.FirstChild
	n.FirstChild = nil
	was := old.FirstChild
	for kid := now.FirstChild; kid != nil; kid = kid.NextSibling {
		part, still := changed(kid, was)
		whole = whole && still
		*at, at = part, &part.NextSibling
		if was != nil {
			was = was.NextSibling
		}
	}
	if whole = whole && was == nil; whole {
		n.FirstChild = nil
	}
	return &n, same && whole
}
