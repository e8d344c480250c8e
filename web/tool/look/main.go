// Command look trains the stops of the level Look and writes them as a script, and the first screen as a picture. The build runs it.
//
//	look SCRIPT PICTURE
package main

import (
	"errors"
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
	if len(args) != 2 {
		return fmt.Errorf("usage: look SCRIPT PICTURE")
	}
	l, err := train.New(train.Seeds)
	if err != nil {
		return err
	}
	script, err := l.Script()
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(args[0], script, 0o666), os.WriteFile(args[1], []byte(l.Picture()), 0o666))
}
