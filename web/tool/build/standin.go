package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// edit is a text in a file of Vugu's with its replacement.
type edit struct{ file, old, new string }

// rendererBegins is what boot.js knows the script of Vugu's renderer by.
const rendererBegins = "(function(){if(window.vuguRender)"

// vuguEdits take out what the page's program never uses: the names of all characters in HTML,
// which only reading HTML needs and without which the program is 3.7 % smaller; encoding/json,
// which Vugu takes for one message; and the renderer's script, which boot.js has loaded when
// Vugu hands it to eval.
var vuguEdits = []edit{
	{"vgnode.go", `"html"`, `html "sheafscope/core/words"`},
	{"domrender/renderer-js.go", `"github.com/vugu/vjson"`, `vjson "sheafscope/core/json"`},
	{"domrender/renderer-js-script.go", "", "package domrender\n\nconst jsHelperScript = \"" + rendererBegins + "\"\n"},
}

// applyEdits edits the files in a folder. An edit without an old text writes the whole file.
func applyEdits(folder string, edits []edit) error {
	for _, e := range edits {
		name := filepath.Join(folder, e.file)
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("%w; see web/tool/build/standin.go", err)
		}
		text := e.new
		if e.old != "" {
			if text = strings.ReplaceAll(string(data), e.old, e.new); text == string(data) {
				return fmt.Errorf("%s has no %q; see web/tool/build/standin.go", name, e.old)
			}
		}
		if err := shell.Write(name, []byte(text)); err != nil {
			return err
		}
	}
	return nil
}

// vuguFlags makes an edited copy of Vugu in a folder and returns the flags by which Go compiles with that: a
// go.mod that is the program's but for this copy. No file of Go's own is replaced: Go forbids that of what it fetched.
func vuguFlags(env shell.Go, folder string) ([]string, error) {
	copied, name := filepath.Join(folder, "vugu"), filepath.Join(folder, "page.mod")
	if err := errors.Join(os.RemoveAll(copied), os.CopyFS(copied, os.DirFS(env.VuguDir)), applyEdits(copied, vuguEdits)); err != nil {
		return nil, err
	}
	if !filepath.IsAbs(copied) {
		copied = "./" + copied
	}
	module, err := os.ReadFile("go.mod")
	sums, err2 := os.ReadFile("go.sum")
	module = fmt.Appendf(module, "\nreplace github.com/vugu/vugu => %s\n", filepath.ToSlash(copied))
	return []string{"-modfile=" + name}, errors.Join(err, err2, shell.Write(name, module),
		shell.Write(filepath.Join(folder, "page.sum"), sums))
}
