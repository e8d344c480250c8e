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
	name   string // name and version in the registry
	part   string // part of the page that contains the package, such as "the scripts"
	folder string // folder of the licence
}

// licencesText returns the contents of LICENSES.txt: the licences of the page, of Go and AssemblyScript, of the linked Go modules, and of
// the npm packages in the metafiles of esbuild. It returns an error for a package without a licence.
func licencesText(ctx context.Context, env shell.Go, metafiles ...string) ([]byte, error) {
	list, err := bundledParts(ctx, env, metafiles)
	if err != nil {
		return nil, err
	}
	return joinLicences("LICENSE", list)
}

// bundledParts returns the third-party packages of the programs and scripts in dist/ without duplicates.
func bundledParts(ctx context.Context, env shell.Go, metafiles []string) ([]bundled, error) {
	list := []bundled{
		{"Go " + strings.TrimPrefix(env.Version, "go"), "the programs and the scripts that start them", env.Root},
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

// linkedModules returns the Go modules that have a package in one of the programs, sorted by name.
func linkedModules(ctx context.Context) ([]bundled, error) {
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

// bundledPackages returns the npm packages in a metafile of esbuild, sorted by folder.
func bundledPackages(name string) ([]bundled, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var meta struct {
		Inputs map[string]struct{}
	}
	if err := json.Unmarshal(data, &meta); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// Many inputs belong to the same package, which is listed once.
	names := map[string]string{} // names of the packages, by folder
	for input := range meta.Inputs {
		folder, name := packageOf(input)
		if name != "" {
			names[folder] = name
		}
	}
	var list []bundled
	for folder, name := range names {
		var about struct{ Version string }
		data, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil {
			err = json.Unmarshal(data, &about)
		}
		if err != nil {
			return nil, fmt.Errorf("the package %s: %w", name, err)
		}
		list = append(list, bundled{name + " " + about.Version, "the scripts", folder})
	}
	slices.SortFunc(list, func(a, b bundled) int { return strings.Compare(a.folder, b.folder) })
	return list, nil
}

// packageOf returns the folder and the name of the npm package of a file: the part of the path after the last node_modules, or two parts
// for a name with a scope, @scope/name. For a file outside node_modules both are "".
func packageOf(file string) (folder, name string) {
	const modules = "node_modules/"
	index := strings.LastIndex(file, modules)
	if index < 0 {
		return "", ""
	}
	start := index + len(modules)
	parts := strings.SplitN(file[start:], "/", 3)
	name = parts[0]
	if len(parts) == 3 && strings.HasPrefix(name, "@") {
		name += "/" + parts[1]
	}
	return file[:start] + name, name
}

// joinLicences returns one text with a section for the licence in the file own and a section for each package. It returns an error for a
// package without a licence.
func joinLicences(own string, list []bundled) ([]byte, error) {
	var b strings.Builder
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
	err := section("Sheafscope", []string{own})
	for _, p := range list {
		files, folderErr := licencesOf(p.folder)
		if folderErr == nil && len(files) == 0 {
			folderErr = fmt.Errorf("%s has no licence in %s: it must not be published", p.name, p.folder)
		}
		err = errors.Join(err, folderErr, section(p.name+", in "+p.part, files))
	}
	return []byte(b.String()), err
}

// licencesOf returns the files with licences and notices in the folder of a package, and all files of a folder of third-party licences.
func licencesOf(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		upper, path := strings.ToUpper(e.Name()), filepath.Join(folder, e.Name())
		isLicence := strings.HasPrefix(upper, "LICEN") || strings.HasPrefix(upper, "COPYING") || strings.HasPrefix(upper, "NOTICE")
		switch {
		case !e.IsDir() && isLicence:
			files = append(files, path)
		case e.IsDir() && strings.HasPrefix(upper, "THIRD_PARTY"):
			thirdParty, err := shell.Tree(func(string) bool { return true }, path)
			if err != nil {
				return nil, err
			}
			files = append(files, thirdParty...)
		}
	}
	return files, nil
}
