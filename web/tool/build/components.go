// This file generates the Go code of the components from templates, by vugugen.

package build

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

const (
	componentsFolder = "web"                 // folder of the templates of the components, *.vugu
	generated        = "0_components_gen.go" // file with the generated Go code, in the same folder
)

// renderer is the path of the script of Vugu's renderer, which draws the page in the browser.
const renderer = "assets/boot/vendored/vugu.js"

// generateComponents writes the Go code of the components if the code is missing, or if a template, the version of Go or the path of Vugu
// has changed. The code is committed, so that a fresh clone compiles without vugugen. Without templates nothing is written.
func generateComponents(ctx context.Context, golang shell.Go) error {
	files, err := filepath.Glob(filepath.Join(componentsFolder, "*.vugu"))
	if err != nil || len(files) == 0 { // without templates err is nil
		return err
	}
	file := filepath.Join(componentsFolder, generated)
	_, err = shell.Task{
		Name:    "vugugen",
		Inputs:  func() ([]string, error) { return files, nil },
		Key:     []string{golang.Version, golang.VuguDir},
		Outputs: []string{file},
		Run: func() error {
			code, err := componentsCode(ctx, files, filepath.Join(shell.Work, "templates"))
			if err != nil {
				return err
			}
			return shell.Write(file, code)
		},
	}.Do()
	return err
}

// withoutImports removes imports of the generated code that no template uses, with the variables that only use them. The initialisation of
// an imported package is linked in any case.
var withoutImports = strings.NewReplacer("import \"log\"\n", "", "var _ log.Logger\n", "",
	"import \"github.com/vugu/vjson\"\n", "", "var _ vjson.RawMessage\n", "")

// componentsCode returns the Go code that vugugen generates from template files, without unused imports. It empties the folder, and writes
// to it the templates without line breaks and the generated code.
func componentsCode(ctx context.Context, files []string, folder string) ([]byte, error) {
	if err := joinTemplates(files, folder); err != nil {
		return nil, err
	}
	// The flags request one file for all components, no go.mod and no main.go.
	if err := shell.Command(ctx, nil, "go", "tool", "vugugen", "-s", "-skip-go-mod", "-skip-main", folder); err != nil {
		return nil, err
	}
	code, err := os.ReadFile(filepath.Join(folder, generated))
	return []byte(shortenNodes(withoutImports.Replace(string(code)))), err
}
