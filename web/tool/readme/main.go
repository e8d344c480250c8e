// Command readme writes what the documents have from runs and tables: the moving picture, the blocks of text that
// are marked as written, and the addresses at their end. ./build.sh screens runs it; it needs no browser.
//
//	go run ./web/tool/readme
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	files, err := written(".")
	for name, data := range files {
		if err == nil {
			err = os.WriteFile(name, data, 0o666)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "readme:", err)
		os.Exit(1)
	}
}

// picture is the file of the moving picture.
const picture = "assets/readme.svg"

// documents have blocks that are written.
var documents = []string{"README.md", "CLAIMS.md", "assets/docs/formats.md", "assets/docs/exports.md"}

// written returns the contents of the files that the program writes, by their names in the repository's root.
func written(root string) (map[string][]byte, error) {
	f, err := newFilm()
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{picture: f.svg()}
	blocks, err := newBlocks(filepath.Join(root, "package.json"), f)
	if err != nil {
		return nil, err
	}
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		if files[name], err = blocks.put(name, text); err != nil {
			return nil, err
		}
	}
	return files, nil
}
