// This file makes an edited copy of Vugu, with which the programs of the page are compiled.

package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// edit replaces each occurrence of the text old in a file by new. If old is empty, new is the whole file. The path of the file is relative
// to the folder of Vugu.
type edit struct{ file, old, new string }

// rendererBegins is the beginning of the renderer's script. By this text boot.js recognises the script when Vugu passes it to eval.
const rendererBegins = "(function(){if(window.vuguRender)"

// vuguEdits are the edits of Vugu. They remove unused code from the page's program:
//   - package html with its table of character names, 3.7 % of the program, which only a parser of HTML needs;
//   - encoding/json, which Vugu uses for one message;
//   - the renderer's script, which boot.js has loaded before Vugu passes it to eval.
//
// core/words and core/json have the functions that Vugu uses of html and of vjson, under the same names.
var vuguEdits = []edit{
	{"vgnode.go", `"html"`, `html "sheafscope/core/words"`},
	{"domrender/renderer-js.go", `"github.com/vugu/vjson"`, `vjson "sheafscope/core/json"`},
	{"domrender/renderer-js-script.go", "", "package domrender\n\nconst jsHelperScript = \"" + rendererBegins + "\"\n"},
}

// applyEdits edits the files in a folder. It stops with an error at a file that cannot be read or written, or that lacks the text to
// replace. A new version of Vugu may need new edits.
func applyEdits(folder string, edits []edit) error {
	for _, e := range edits {
		name := filepath.Join(folder, e.file)
		data, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("%w; see web/tool/build/vugu.go", err)
		}
		edited := e.new
		if e.old != "" {
			edited = strings.ReplaceAll(string(data), e.old, e.new)
			if edited == string(data) {
				return fmt.Errorf("%s has no %q; see web/tool/build/vugu.go", name, e.old)
			}
		}
		if err := shell.Write(name, []byte(edited)); err != nil {
			return err
		}
	}
	return nil
}

// vuguFlags writes an edited copy of Vugu to a folder, in place of an earlier copy. It returns the flags with which Go compiles with the
// copy. The flags name page.mod, a copy of go.mod that replaces Vugu; Go reads the checksums beside it, from page.sum. The flag -overlay
// would be simpler, but Go allows no overlay for files of its module cache.
func vuguFlags(golang shell.Go, folder string) ([]string, error) {
	copied := filepath.Join(folder, "vugu")
	modFile, sumFile := filepath.Join(folder, "page.mod"), filepath.Join(folder, "page.sum")
	if err := errors.Join(os.RemoveAll(copied), os.CopyFS(copied, os.DirFS(golang.VuguDir)), applyEdits(copied, vuguEdits)); err != nil {
		return nil, err
	}
	// In a replacement Go reads a relative path only if it begins with a dot.
	replacement := copied
	if !filepath.IsAbs(copied) {
		replacement = "./" + copied
	}
	module, modErr := os.ReadFile("go.mod")
	sums, sumErr := os.ReadFile("go.sum")
	module = fmt.Appendf(module, "\nreplace github.com/vugu/vugu => %s\n", filepath.ToSlash(replacement))
	err := errors.Join(modErr, sumErr, shell.Write(modFile, module), shell.Write(sumFile, sums))
	return []string{"-modfile=" + modFile}, err
}
