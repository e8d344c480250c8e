// This file writes the service worker, which stores the page for use without a network.

package build

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// elementDir is the folder of the npm package of <sheaf-scope>, the HTML element that embeds the page. assets/ and dist/ have this folder.
const elementDir = "element"

// writeServiceWorker writes dist/sw.js. files has the hash of each file that the service worker stores, by its name in dist/. As a JSON
// object, files replaces wordFiles, the placeholder __FILES__ of the script. placeholders replaces all other placeholders.
func writeServiceWorker(placeholders *strings.Replacer, files map[string]string) error {
	js, err := os.ReadFile("assets/boot/sw.js")
	if err != nil {
		return err
	}
	list, err := json.Marshal(files)
	if err != nil {
		return err
	}
	// In the script wordFiles is a string literal. The object replaces the literal with its quotation marks.
	text := strings.Replace(placeholders.Replace(string(js)), `"`+wordFiles+`"`, string(list), 1)
	return shell.WriteIfChanged(filepath.Join(shell.Dist, "sw.js"), []byte(text))
}

// onlyForHosts reports whether a file of dist/ is for pages of other hosts that embed this page. The service worker does not store the
// file, since this page itself does not need it.
func onlyForHosts(name string) bool {
	return strings.HasPrefix(name, elementDir+"/") || strings.HasPrefix(name, "examples/")
}
