package main

import (
	"sheafscope/web"
)

// first returns the first pictures of the page as a script: what a visitor sees before the program is there.
func first() ([]byte, error) {
	p, err := web.First()
	if err != nil {
		return nil, err
	}
	return p.Script()
}
