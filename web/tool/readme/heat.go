// This file makes the block "heat", a list of the stored heat maps.

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"sheafscope/core/heat"
)

// mapFiles has the paths of the stored heat maps from the root of the repository.
var mapFiles = []string{"core/heat/stored.json", "core/heat/ties.json"}

// heatMaps returns a list item for each stored map, with the sentence, the command and the day of the map: "* By rule and noise. SENTENCE
// `sgpc …`, 2026-01-31, [core/heat/ties.json](…)." The links are relative to assets/docs, the folder of the document with this block.
// An unreadable or damaged file is an error.
func heatMaps(root string) (text string, err error) {
	for _, name := range mapFiles {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return "", err
		}
		m, err := heat.Parse(string(data))
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		text += fmt.Sprintf("* By %s and %s. %s `%s`, %s, [%s](../../%s).\n", m.Axes[0].Name, m.Axes[1].Name, m.Sentence(), m.Command, m.Date,
			name, name)
	}
	return text, nil
}
