package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/web/tool/shell"
)

// joinLines removes the line breaks of a template with the blanks around them. A line break that is not beside a tag becomes a space.
// The reason is speed: at each render Vugu creates a text node for each blank between two elements. A template has &#32; for a space at the
// end of a line.
func joinLines(template string) string {
	joined := template
	for _, r := range [...]struct{ pattern, replacement string }{{`>\s*\n\s*`, ">"}, {`\s*\n\s*<`, "<"}, {`\s*\n\s*`, " "}} {
		joined = regexp.MustCompile(r.pattern).ReplaceAllString(joined, r.replacement)
	}
	return joined
}

// joinTemplates writes the templates without line breaks to a folder. Beside each template it writes a copy of its Go file, from which
// vugugen reads the type of the component. Earlier contents of the folder are deleted.
func joinTemplates(files []string, folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for _, template := range files {
		component := strings.ReplaceAll(strings.TrimSuffix(template, ".vugu"), "-", "_") + ".go"
		for _, name := range []string{template, component} {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if name == template {
				data = []byte(joinLines(string(data)))
			}
			if err := shell.Write(filepath.Join(folder, filepath.Base(name)), data); err != nil {
				return err
			}
		}
	}
	return nil
}
