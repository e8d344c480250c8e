package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/web/tool/shell"
)

// joinLines removes the line breaks of a template. A line break beside a tag, with its indentation, vanishes; any other becomes a space.
// The reason is speed: Vugu creates a text node for each blank between two elements, at each render. A space that is wanted at the end of
// a line is written &#32;.
func joinLines(template string) string {
	for _, r := range [...]struct{ find, put string }{{`>\s*\n\s*`, ">"}, {`\s*\n\s*<`, "<"}, {`\s*\n\s*`, " "}} {
		template = regexp.MustCompile(r.find).ReplaceAllString(template, r.put)
	}
	return template
}

// joinTemplates writes the templates without line breaks into a folder, each beside a copy of its Go file, from which vugugen reads the
// component's type. Earlier contents of the folder are deleted.
func joinTemplates(files []string, folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for _, name := range files {
		component := strings.ReplaceAll(strings.TrimSuffix(name, ".vugu"), "-", "_") + ".go"
		for _, name := range []string{name, component} {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if name != component {
				data = []byte(joinLines(string(data)))
			}
			if err := shell.Write(filepath.Join(folder, filepath.Base(name)), data); err != nil {
				return err
			}
		}
	}
	return nil
}
