// This file collects the licences of third-party code in dist/ for LICENSES.txt.

package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/web/tool/shell"
)

// licencesName is the file of dist/ with the licences of all third-party code in its programs and scripts.
const licencesName = "LICENSES.txt"

// bundled is a third-party package that is part of dist/.
type bundled struct {
	name   string // name and version, as in "driver.js 1.8.0"; assemblyscript has no version here
	part   string // part of the page that contains the package, such as "the scripts"
	folder string // folder of the package, with its licence
}

// licencesText returns the contents of LICENSES.txt: the licences of the page, of Go and AssemblyScript, of the Go modules that the
// programs link, and of the npm packages in the metafiles of esbuild. It returns an error if a package has no licence, or if the packages
// cannot be listed or read.
func licencesText(ctx context.Context, golang shell.Go, metafiles ...string) ([]byte, error) {
	list, err := bundledParts(ctx, golang, metafiles)
	if err != nil {
		return nil, err
	}
	return joinLicences("LICENSE", list)
}

// bundledParts returns the third-party packages of the programs and scripts in dist/: Go and AssemblyScript, then Go modules, then npm
// packages. A package in several metafiles is listed once.
func bundledParts(ctx context.Context, golang shell.Go, metafiles []string) ([]bundled, error) {
	list := []bundled{
		{"Go " + strings.TrimPrefix(golang.Version, "go"), "the programs and the scripts that start them", golang.Root},
		{"assemblyscript", "the compiled kernels", "node_modules/assemblyscript"},
	}
	modules, err := linkedModules(ctx)
	if err != nil {
		return nil, err
	}
	list = append(list, modules...)
	for _, name := range metafiles {
		packages, err := bundledPackages(name)
		if err != nil {
			return nil, err
		}
		for _, p := range packages {
			if !slices.ContainsFunc(list, func(b bundled) bool { return b.name == p.name }) {
				list = append(list, p)
			}
		}
	}
	return list, nil
}

// linkedModules returns the Go modules that have a package in one of the programs, sorted by name. It also lists modules that
// only the unedited Vugu imports (vuguEdits).
func linkedModules(ctx context.Context) ([]bundled, error) {
	// A line per package, such as "github.com/a/b v1.2.3<TAB>/folder"; an empty line for the standard library and the project itself.
	const form = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-tags=kern", "-f", form,
		"./wasm", "./wasm/filesprogram", "./wasm/courseprogram", "./wasm/coursefile")
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm"), os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	lines := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
	slices.Sort(lines)
	var list []bundled
	for _, line := range slices.Compact(lines) {
		name, dir, _ := strings.Cut(line, "\t")
		list = append(list, bundled{name, "the programs", dir})
	}
	return list, nil
}

// bundledPackages returns the npm packages in a metafile of esbuild, given its path. The list is sorted by folder.
func bundledPackages(file string) ([]bundled, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var meta struct {
		Inputs map[string]struct{}
	}
	if err := json.Unmarshal(data, &meta); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	// An input belongs to the package behind the last node_modules in its path. A package can be inside another package.
	packages := map[string]string{} // name by folder
	for input := range meta.Inputs {
		const modules = "node_modules/"
		slash := strings.LastIndex(input, modules)
		if slash < 0 {
			continue // a script of the project
		}
		begin := slash + len(modules)
		// The name of a package is one element of the path, or two elements with a scope: @scope/name.
		elements := strings.SplitN(input[begin:], "/", 3)
		packageName := elements[0]
		if len(elements) == 3 && strings.HasPrefix(packageName, "@") {
			packageName += "/" + elements[1]
		}
		packages[input[:begin]+packageName] = packageName
	}
	var list []bundled
	for folder, packageName := range packages {
		var about struct{ Version string }
		data, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil {
			err = json.Unmarshal(data, &about)
		}
		if err != nil {
			return nil, fmt.Errorf("the package %s: %w", packageName, err)
		}
		list = append(list, bundled{packageName + " " + about.Version, "the scripts", folder})
	}
	slices.SortFunc(list, func(a, b bundled) int { return strings.Compare(a.folder, b.folder) })
	return list, nil
}

// joinLicences returns one text: worksText, a section for the licence of the page, and a section for each package.
// pageLicence is the path of the licence of the page. The error joins the errors of all packages that have no licence or cannot be read.
func joinLicences(pageLicence string, list []bundled) ([]byte, error) {
	var b strings.Builder
	// section appends a title and the texts of files.
	section := func(title string, files []string) error {
		fmt.Fprintf(&b, "%s\n%s\n%s\n\n", strings.Repeat("=", 80), title, strings.Repeat("=", 80))
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				return err
			}
			b.WriteString(strings.TrimSpace(strings.ReplaceAll(string(data), "\r", "")) + "\n\n")
		}
		return nil
	}
	b.WriteString("Licences of Sheafscope and of what others wrote in it.\n\n" + worksText())
	err := section("Sheafscope", []string{pageLicence})
	for _, p := range list {
		files, packageErr := licencesOf(p.folder)
		if packageErr == nil && len(files) == 0 {
			packageErr = fmt.Errorf("%s has no licence in %s: it must not be published", p.name, p.folder)
		}
		err = errors.Join(err, packageErr, section(p.name+", in "+p.part, files))
	}
	return []byte(b.String()), err
}

// licencesOf returns the paths of the files with licences and notices in the folder of a package. If the name of a subfolder begins with
// third_party, the list also has all files of the subfolder. Names match in capital and small letters. The list is empty if the folder has
// no such file.
func licencesOf(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		upper, path := strings.ToUpper(e.Name()), filepath.Join(folder, e.Name())
		// LICEN matches the British and the American spelling.
		isLicence := strings.HasPrefix(upper, "LICEN") || strings.HasPrefix(upper, "COPYING") || strings.HasPrefix(upper, "NOTICE")
		switch {
		case e.IsDir() && strings.HasPrefix(upper, "THIRD_PARTY"):
			inner, err := shell.Tree(func(string) bool { return true }, path)
			if err != nil {
				return nil, err
			}
			files = append(files, inner...)
		case !e.IsDir() && isLicence:
			files = append(files, path)
		}
	}
	return files, nil
}
