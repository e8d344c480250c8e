// This file makes the mirror, a copy of the public data sets in dist/.

package build

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/wasm/data"
	"sheafscope/web/tool/shell"
)

// mirrorDir is the folder of dist/ that holds the public data sets.
const mirrorDir = "datasets"

// sourcesName is the file in mirrorDir with source, terms and citation of each data set.
const sourcesName = "SOURCES.txt"

// mitText is the MIT licence, under which the data sets are published.
const mitText = `The MIT licence, which the repositories of these data sets name:

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

// copyDatasets copies public data sets from the folder dir to dist/datasets/: the files that assets/datasets.json lists and that dir has.
// It also writes SOURCES.txt. It adds the names of all these files, without .gz, to the map files, with the source "" as in assemble.
// copyDatasets returns an error if the SHA-256 of a file differs from assets/datasets.sha256, or if dir has none of the listed files.
func copyDatasets(dir string, files map[string]string) error {
	copied := 0 // number of copied files
	// SOURCES.txt has a paragraph for each data set with a copied file, and then the licence.
	sources := "The public data sets in this folder: where each is from, on what terms, and what to cite.\n\n"
	sums, err := data.Published()
	if err != nil {
		return err
	}
	for i := range data.All().Sets {
		set := &data.All().Sets[i]
		copiedBefore := copied                    // files of the earlier sets
		for _, f := range set.MirrorFiles(sums) { // the files of the set, with paths relative to the mirror
			b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
			if errors.Is(err, fs.ErrNotExist) {
				continue // the page fetches a missing file from the source of the set
			}
			if err != nil {
				return err
			}
			if f.SHA256 != "" && shell.Hash(b) != f.SHA256 { // "" for a file without a published checksum
				return fmt.Errorf("%s is not the published file: its SHA-256 differs from the one in assets/datasets.sha256",
					filepath.Join(dir, f.Path))
			}
			name := mirrorDir + "/" + f.Path
			if err := shell.WriteIfChanged(filepath.Join(shell.Dist, filepath.FromSlash(name)), b); err != nil {
				return err
			}
			files[strings.TrimSuffix(name, ".gz")] = "" // removeStale searches the map for names without .gz
			copied++
		}
		if copied > copiedBefore {
			sources += fmt.Sprintf("%s/: %s\nFrom %s\n\n", set.Name, set.About(), strings.Join(set.Sources(), " and "))
		}
	}
	if copied == 0 {
		return fmt.Errorf("%s holds none of the public data sets; it should have folders such as texas/ with out1_graph_edges.txt and "+
			"splits/", dir)
	}
	files[mirrorDir+"/"+sourcesName] = ""
	return shell.WriteIfChanged(filepath.Join(shell.Dist, mirrorDir, sourcesName), []byte(sources+mitText))
}
