package pack

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/disk"
)

// ElementDir is where the package of <sheaf-scope> lies, in assets/ and in dist/.
const ElementDir = "element"

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

// forHosts reports whether a file of dist/ is there for other pages: this page
// works offline without it.
func forHosts(name string) bool {
	return strings.HasPrefix(name, ElementDir+"/") || strings.HasPrefix(name, "examples/")
}
