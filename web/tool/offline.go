package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
)

func hashText(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

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
	return writeIfChanged(filepath.Join(distDir, "sw.js"), []byte(text))
}
