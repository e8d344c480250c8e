package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/disk"
)

// writeServiceWorker writes dist/sw.js with the version and the list of the
// files that work offline, by name and hash.
func writeServiceWorker(words *strings.Replacer, files map[string]string) error {
	js, err := os.ReadFile("assets/boot/sw.js")
	if err != nil {
		return err
	}
	list, err := json.Marshal(files)
	if err != nil {
		return err
	}
	text := strings.Replace(words.Replace(string(js)), `"`+wordFiles+`"`, string(list), 1)
	return disk.WriteIfChanged(filepath.Join(disk.Dist, "sw.js"), []byte(text))
}
