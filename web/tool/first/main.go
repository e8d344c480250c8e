// Command first writes the first pictures of the page as a script: what a visitor sees before the program is there. The build
// runs it.
//
//	first PICTURE
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
	if len(args) != 1 {
		return fmt.Errorf("usage: first PICTURE")
	}
	p, err := web.First()
	if err != nil {
		return err
	}
	script, err := p.Script()
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], script, 0o666)
}
