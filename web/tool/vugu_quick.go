package main

import (
	"fmt"
	"strings"
)

// quickenings change how Vugu's renderer applies a render to the page. As it
// is, it writes every text, attribute and listener anew at each render, which
// makes the browser lay out the whole page again although next to nothing
// changed; and it copies every property of an event and of its target,
// some of which force a layout too. The pairs are old text, new text; each old
// text occurs once in v0.4.0.
var quickenings = [][2]string{
	{ // Attributes: only those that changed.
		`e.setAttribute(t,n),x.elAttrNames[t]=!0`,
		`e.getAttribute(t)!==n&&e.setAttribute(t,n),x.elAttrNames[t]=!0`,
	},
	{
		`t.setAttributeNS(e,n,s),x.elAttrNames[n]=!0`,
		`t.getAttribute(n)!==s&&t.setAttributeNS(e,n,s),x.elAttrNames[n]=!0`,
	},
	{ // Attributes to remove: there are none when as many are there as were set. That of an open dialog is the browser's.
		`let e=[];for(let t=0;t<x.el.attributes.length;t++)x.elAttrNames[x.el.attributes[t].name]||`,
		`let e=[],had=x.el.attributes.length;for(let t in x.elAttrNames)had--;if(had)for(let ` +
			`t=0;t<x.el.attributes.length;t++)x.elAttrNames[x.el.attributes[t].name]||"open"===x.el.attributes[t].name||`,
	},
	{ // Texts: only those that changed.
		`{let t=document.createTextNode(e);x.el.parentNode.replaceChild(t,x.el),x.el=t}else x.el.textContent=e;`,
		`{let t=document.createTextNode(e);x.el.parentNode.replaceChild(t,x.el),x.el=t}else x.el.data!==e&&(x.el.data=e);`,
	},
	{ // Contents of an element: only those that changed, and are still what was written.
		`x.el.innerHTML=(x.bufferedInnerHTML||"")+e,x.bufferedInnerHTML=null;`,
		`{let n=x.el,t=(x.bufferedInnerHTML||"")+e;if(n.vuguHTML!==t||n.firstChild!==n.vuguFirst||n.lastChild!==n.vuguLast)` +
			`{n.innerHTML=t;n.vuguHTML=t;n.vuguFirst=n.firstChild;n.vuguLast=n.lastChild}x.bufferedInnerHTML=null}`,
	},
	{ // Listeners: only new ones.
		`x.el.addEventListener(t,e,{capture:n,passive:s}),`,
		`(x.el.vuguOn||={})[k]!==e&&(x.el.addEventListener(t,e,{capture:n,passive:s}),x.el.vuguOn[k]=e),`,
	},
	{ // An event: nothing but the value of its target is read here.
		`for(let e in i)try{let t=typeof i[e];(t=="boolean"||t=="number"||t=="string")&&(a[e]=i[e])}catch{}`,
		``,
	},
	{
		`for(let t in e)try{let n=typeof e[t];`,
		`for(let t of["value"])try{let n=typeof e[t];`,
	},
	{ // Strings: nearly all are those of the last render.
		`readString(){var e=this.dataView.getUint32(this.offset),t=x.decode(new ` +
			`DataView(this.dataView.buffer,this.dataView.byteOffset+this.offset+4,e));return this.offset+=e+4,t}`,
		`readString(){
			const n=this.dataView.getUint32(this.offset),a=window.vuguRenderArray,from=this.offset+4;
			this.offset=from+n;
			if(n>128)return x.decode(a.subarray(from,from+n));
			let hash=n;
			for(let i=from;i<from+n;i++)hash=Math.imul(hash,31)+a[i]|0;
			const words=window.vuguWords||=new Map(),known=words.get(hash);
			if(known&&known.bytes.length===n){let i=0;while(i<n&&known.bytes[i]===a[from+i])i++;if(i===n)return known.text}
			const bytes=a.slice(from,from+n),text=x.decode(bytes);
			if(words.size>8000)words.clear();
			words.set(hash,{bytes,text});
			return text}`,
	},
}

// quicken applies the quickenings to the script of Vugu's renderer.
func quicken(js string) (string, error) {
	for _, q := range quickenings {
		if n := strings.Count(js, q[0]); n != 1 {
			return "", fmt.Errorf("the script of Vugu's renderer has %q %d times, not once: pin v0.4.0 or bring web/tool/vugu_quick.go up to "+
				"date", q[0], n)
		}
		js = strings.Replace(js, q[0], q[1], 1)
	}
	return js, nil
}
