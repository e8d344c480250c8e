package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// edit replaces each occurrence of the text old in a file of Vugu by new. If old is empty, new is the whole file.
type edit struct{ file, old, new string }

// rendererBegins is the beginning of the renderer's script, by which boot.js recognises it.
const rendererBegins = "(function(){if(window.vuguRender)"

// vuguEdits remove unused code from the page's program:
//   - package html with its table of character names, 3.7 % of the program, which only a parser of HTML needs;
//   - encoding/json, which Vugu uses for one message;
//   - the renderer's script, which boot.js has loaded before Vugu passes it to eval.
var vuguEdits = []edit{
	{"vgnode.go", `"html"`, `html "sheafscope/core/words"`},
	{"domrender/renderer-js.go", `"github.com/vugu/vjson"`, `vjson "sheafscope/core/json"`},
	{"domrender/renderer-js-script.go", "", "package domrender\n\nconst jsHelperScript = \"" + rendererBegins + "\"\n"},
}

// applyEdits edits the files in a folder. It returns an error if a file or a text is missing, because a new version of Vugu then needs
// other edits.
func applyEdits(folder string, edits []edit) error {
	for _, e := range edits {
		name := filepath.Join(folder, e.file)
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("%w; see web/tool/build/vugu.go", err)
		}
		text := e.new
		if e.old != "" {
			if !strings.Contains(string(data), e.old) {
				return fmt.Errorf("%s has no %q; see web/tool/build/vugu.go", name, e.old)
			}
			text = strings.ReplaceAll(string(data), e.old, e.new)
		}
		if err := shell.Write(name, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// vuguFlags writes an edited copy of Vugu to a folder, and a go.mod that replaces Vugu by the copy. It returns the flags with which Go
// compiles by this go.mod. An overlay would not need a copy, but Go allows no overlay for files of its module cache.
func vuguFlags(env shell.Go, folder string) ([]string, error) {
	copied, name := filepath.Join(folder, "vugu"), filepath.Join(folder, "page.mod")
	err := errors.Join(os.RemoveAll(copied), os.CopyFS(copied, os.DirFS(env.VuguDir)), applyEdits(copied, vuguEdits))
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(copied) {
		copied = "./" + copied
	}
	module, err := os.ReadFile("go.mod")
	sums, sumsErr := os.ReadFile("go.sum")
	module = fmt.Appendf(module, "\nreplace github.com/vugu/vugu => %s\n", filepath.ToSlash(copied))
	return []string{"-modfile=" + name}, errors.Join(err, sumsErr, shell.Write(name, module),
		shell.Write(filepath.Join(folder, "page.sum"), sums))
}
