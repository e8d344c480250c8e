package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/data"
)

// mirrorDir is the folder of dist/ that holds the public data sets.
const mirrorDir = "datasets"

// copyDatasets copies the files of the manifest that a local folder has into
// dist/datasets/ and adds their names to files. A file whose checksum is not
// that of the manifest is refused, and so is a folder without any set.
func copyDatasets(dir string, files map[string]string) error {
	copied := 0
	for i := range data.All().Sets {
		for _, f := range data.All().Sets[i].MirrorFiles() {
			b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if errors.Is(err, fs.ErrNotExist) {
				continue // the page takes what is missing from its source
			}
			if err != nil {
				return err
			}
			if f.SHA256 != "" && hashText(b) != f.SHA256 {
				return fmt.Errorf("%s is not the published file: its SHA-256 differs from the one in assets/datasets.json", filepath.Join(dir, f.Path))
			}
			name := mirrorDir + "/" + f.Path
			if err := writeIfChanged(filepath.Join(distDir, filepath.FromSlash(name)), b); err != nil {
				return err
			}
			files[strings.TrimSuffix(name, ".gz")] = ""
			copied++
		}
	}
	if copied == 0 {
		return fmt.Errorf("%s holds none of the public data sets; it should have folders such as texas/ with out1_graph_edges.txt and splits/", dir)
	}
	return nil
}
