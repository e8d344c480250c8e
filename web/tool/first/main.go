// Command first writes the first picture of the page as a script, what a visitor
// sees before the program is there, and the dial that greets newcomers as another.
// The build runs it.
//
//	first PICTURE DIAL
package main

import (
	"fmt"
	"os"

	"sheafscope/web"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "first:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: first PICTURE DIAL")
	}
	p, err := web.First()
	if err != nil {
		return err
	}
	script, err := p.Script()
	if err != nil {
		return err
	}
	if err := os.WriteFile(args[0], script, 0o666); err != nil {
		return err
	}
	m, err := web.NewMinute()
	if err != nil {
		return err
	}
	if script, err = m.Script(); err != nil {
		return err
	}
	return os.WriteFile(args[1], script, 0o666)
}
