package build

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// elementDir is where the package of <sheaf-scope> lies, in assets/ and in dist/.
const elementDir = "element"

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
	return shell.WriteIfChanged(filepath.Join(shell.Dist, "sw.js"), []byte(text))
}

// forHosts reports whether a file of dist/ is there for other pages: this page
// works offline without it.
func forHosts(name string) bool {
	return strings.HasPrefix(name, elementDir+"/") || strings.HasPrefix(name, "examples/")
}
