package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/web/tool/shell"
)

// joinLines takes the line breaks out of a template. Vugu makes a node of every
// blank between two elements, at each render; so here a line break beside a tag,
// with the indentation after it, stands for nothing, and any other for a space. A
// space that is meant at the end of a line is written &#32;.
func joinLines(template string) string {
	for _, r := range [...]struct{ find, put string }{{`>\s*\n\s*`, ">"}, {`\s*\n\s*<`, "<"}, {`\s*\n\s*`, " "}} {
		template = regexp.MustCompile(r.find).ReplaceAllString(template, r.put)
	}
	return template
}

// joinTemplates writes the templates without their line breaks into a folder, each
// beside a copy of its Go file, in which vugugen looks for the component.
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
