// Command look trains the stops of the level Look and writes them as a script. The build runs it.
//
//	look SCRIPT
package main

import (
	"fmt"
	"os"

	"sheafscope/web/look/train"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: look SCRIPT")
	}
	l, err := train.New(train.Seeds)
	if err != nil {
		return err
	}
	script, err := l.Script()
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], script, 0o666)
}
