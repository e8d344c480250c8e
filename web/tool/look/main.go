// Command look trains the stops of the level Look and the run of the last scene, and writes them to assets/look, with the first screen
// as a picture. Run it when a change of the networks changes their numbers: TestLook and TestStored of web/look/train say when.
//
//	go run ./web/tool/look
package main

import (
	"errors"
	"fmt"
	"os"

	"sheafscope/web/look/train"
)

func main() {
	if err := run("assets/look"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	l, err := train.New(train.Seeds)
	if err != nil {
		return err
	}
	data, err := l.JSON()
	if err != nil {
		return err
	}
	run, err := train.Stored()
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(dir+"/sgpc.bin", run, 0o666), os.WriteFile(dir+"/trained.json", data, 0o666),
		os.WriteFile(dir+"/first.svg", []byte(l.Picture()), 0o666))
}
