// This file prepares templates for vugugen: it removes their line breaks.

package build

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sheafscope/web/tool/shell"
)

// joinLines removes the line breaks of a template. A line break beside a tag is removed together with the indentation. Any other line break
// becomes a space. The reason is speed: at each render Vugu creates a text node for each blank between two elements. A template writes a
// space at the end of a line as &#32; if the space must stay.
func joinLines(template string) string {
	// The order matters: the last pattern also matches a line break beside a tag.
	replacements := [...]struct{ find, put string }{
		{`>\s*\n\s*`, ">"}, // behind a tag
		{`\s*\n\s*<`, "<"}, // before a tag
		{`\s*\n\s*`, " "},  // inside a text or a tag
	}
	for _, r := range replacements {
		template = regexp.MustCompile(r.find).ReplaceAllString(template, r.put)
	}
	return template
}

// joinTemplates writes the templates in files without line breaks to a folder. Beside each template a-b.vugu it writes a copy of the Go
// file a_b.go, because vugugen reads the type of the component from this file. joinTemplates deletes earlier contents of the folder.
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
