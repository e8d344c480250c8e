package main

import (
	"errors"
	"os"

	"sheafscope/web/opening/train"
)

// look trains the stops of the level Look and the run of the last scene, and writes them to a folder, with the first screen as a
// picture.
func look(dir string) error {
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
