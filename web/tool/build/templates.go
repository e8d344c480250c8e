package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/web/tool/shell"
)

// joinLines removes the line breaks of a template. A line break beside a tag is removed with its indentation. Any other line break becomes
// a space. The reason is speed: at each render Vugu creates a text node for each blank between two elements. A template writes &#32; for a
// space at the end of a line.
func joinLines(template string) string {
	for _, r := range [...]struct{ find, put string }{{`>\s*\n\s*`, ">"}, {`\s*\n\s*<`, "<"}, {`\s*\n\s*`, " "}} {
		template = regexp.MustCompile(r.find).ReplaceAllString(template, r.put)
	}
	return template
}

// joinTemplates writes the templates without line breaks to a folder. Beside each template it writes a copy of its Go file, from which
// vugugen reads the type of the component. Earlier contents of the folder are deleted.
func joinTemplates(files []string, folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for _, template := range files {
		component := strings.ReplaceAll(strings.TrimSuffix(template, ".vugu"), "-", "_") + ".go"
		for _, source := range []string{template, component} {
			data, err := os.ReadFile(source)
			if err != nil {
				return err
			}
			if source == template {
				data = []byte(joinLines(string(data)))
			}
			if err := shell.Write(filepath.Join(folder, filepath.Base(source)), data); err != nil {
				return err
			}
		}
	}
	return nil
}
