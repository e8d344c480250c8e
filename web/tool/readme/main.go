// Command readme writes what the documents have from runs and tables: the moving picture, the blocks of text that
// are marked as written, and the addresses at their end. ./build.sh screens runs it; it needs no browser. With the word look it writes
// the networks of the level Look and the run of its last scene instead, where a change of the networks changes their numbers: TestLook and
// TestStored of web/opening/train say when.
//
//	go run ./web/tool/readme [look]
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "look":
		return look("assets/opening")
	case len(args) > 0:
		return fmt.Errorf("nothing is known of %q", args)
	}
	f, b, err := trained()
	if err != nil {
		return err
	}
	return write(".", f, b)
}

// trained makes the picture's film and the blocks.
func trained() (*film, *blocks, error) {
	f, err := newFilm()
	if err != nil {
		return nil, nil, err
	}
	b, err := newBlocks(f)
	return f, b, err
}

func write(root string, f *film, b *blocks) error {
	files, err := written(root, f, b)
	for name, data := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o666)
		}
	}
	return err
}

// picture is the file of the moving picture.
const picture = "assets/readme.svg"

// documents have blocks that are written.
var documents = []string{"README.md", "CLAIMS.md", "assets/docs/only-here.md", "assets/docs/formats.md", "assets/docs/exports.md"}

// written returns the contents of the files that the program writes, by their names in the repository's root.
func written(root string, f *film, b *blocks) (map[string][]byte, error) {
	files := map[string][]byte{picture: f.svg()}
	var err error
	if err := b.published(filepath.Join(root, "package.json")); err != nil {
		return nil, err
	}
	if b.parts["accuracy"], err = accuracy(root); err != nil {
		return nil, err
	}
	if b.parts["plans"], files[plansFigure], err = plans(root); err != nil {
		return nil, err
	}
	if files[networkPicture], err = network(); err != nil {
		return nil, err
	}
	if b.parts["heat"], err = heatMaps(root); err != nil {
		return nil, err
	}
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		if files[name], err = b.put(name, text); err != nil {
			return nil, err
		}
	}
	return files, nil
}
