// This file makes the stored networks and the stored run of the level Look, the first screen of a first visit.

package main

import (
	"errors"
	"os"

	"sheafscope/web/opening/train"
)

// look trains the networks of the level Look and the run of its last scene. It writes three files to a folder: the run, the networks, and a
// picture of the first screen. An error in writing a file does not prevent the other files.
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
