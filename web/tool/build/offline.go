package build

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// elementDir is the folder of the package of <sheaf-scope>, in assets/ and in dist/.
const elementDir = "element"

// writeServiceWorker writes dist/sw.js with the version and the offline files, given as hash by name.
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

// onlyForHosts reports whether only pages that embed this page need a file of dist/. The page itself works offline without the file.
func onlyForHosts(name string) bool {
	return strings.HasPrefix(name, elementDir+"/") || strings.HasPrefix(name, "examples/")
}
