// This file renders the first pictures of the laboratory.

package main

import (
	"sheafscope/web"
)

// first returns a script with the first pictures of the page. A visitor sees them before the program has loaded.
func first() ([]byte, error) {
	p, err := web.First()
	if err != nil {
		return nil, err
	}
	return p.Script()
}
