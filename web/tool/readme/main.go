// Command readme writes the computed parts of the documents: the pictures, the marked blocks of text, and the addresses at the end of a
// document. It also writes the figure "plans" of the page. It runs in the root of the repository and needs no browser. The first form is
// part of ./build.sh screens.
//
//	go run ./web/tool/readme          the documents
//	go run ./web/tool/readme look     the stored networks of the level Look, its first picture and the stored run of its last scene
//
// The level Look is the first screen of a first visit. The second form is needed after a change of the networks' numbers, which
// TestLookHasNumbersOfItsRuns and TestStoredRunEqualsTrained of web/opening/train detect.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// main runs the command of the arguments.
func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

// run executes the command. Without arguments it writes the documents. With the single argument "look" it writes the files of
// assets/opening. Any other arguments are an error.
func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "look":
		return look("assets/opening")
	case len(args) > 0:
		return fmt.Errorf("unexpected arguments %q", args)
	}
	f, b, err := trainRuns()
	if err != nil {
		return err
	}
	return write(".", f, b)
}

// trainRuns trains the runs of the documents. It returns the film of the animated picture, and the blocks of text.
func trainRuns() (*film, *blocks, error) {
	f, err := newFilm()
	if err != nil {
		return nil, nil, err
	}
	b, err := newBlocks(f)
	return f, b, err
}

// write writes the files of contents below root, and stops at the first error. If contents returns an error, there are no files.
func write(root string, f *film, b *blocks) error {
	files, err := contents(root, f, b)
	for name, data := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o666)
		}
	}
	return err
}

// picture is the file of the animated picture.
const picture = "assets/readme.svg"

// documents are the documents with computed blocks.
var documents = []string{"README.md", "CLAIMS.md", "assets/docs/only-here.md", "assets/docs/formats.md", "assets/docs/exports.md"}

// contents returns the contents of the files that run writes without arguments, by their paths in the repository. It also adds to b the
// addresses of package.json and the blocks that depend on files of the repository.
func contents(root string, f *film, b *blocks) (map[string][]byte, error) {
	files := map[string][]byte{picture: f.svg()}
	err := b.readAddresses(filepath.Join(root, "package.json"))
	if err != nil {
		return nil, err
	}
	b.parts["accuracy"], err = accuracy(root)
	if err != nil {
		return nil, err
	}
	b.parts["plans"], files[plansFigure], err = plans(root)
	if err != nil {
		return nil, err
	}
	files[networkPicture], err = network()
	if err != nil {
		return nil, err
	}
	b.parts["heat"], err = heatMaps(root)
	if err != nil {
		return nil, err
	}
	// All blocks are known. Fill them into the documents.
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		files[name], err = b.put(name, text)
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}
