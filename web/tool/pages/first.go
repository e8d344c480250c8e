package main

import (
	"sheafscope/web"
)

// first returns a script with the first pictures of the page, which a visitor sees before the program has arrived.
func first() ([]byte, error) {
	p, err := web.First()
	if err != nil {
		return nil, err
	}
	return p.Script()
}
