package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	workDir = ".build"       // everything the build keeps between two runs
	outDir  = ".build/out"   // results of the steps, before they are put together
	distDir = "dist"         // the finished site
	stamps  = ".build/stamp" // one file per step: the hash of the inputs of its last run
)

// step is one part of the build: run makes outputs from inputs. It is run
// when an output is missing or the inputs (contents, or the extra words in
// key) differ from those of the last run.
type step struct {
	name    string
	inputs  func() ([]string, error)
	key     []string
	outputs []string
	run     func() error
}

// do runs the step if it must and reports whether it did.
func (s step) do() (bool, error) {
	files, err := s.inputs()
	if err != nil {
		return false, fmt.Errorf("%s: %w", s.name, err)
	}
	sum, err := hashFiles(files, s.key...)
	if err != nil {
		return false, fmt.Errorf("%s: %w", s.name, err)
	}
	stamp := filepath.Join(stamps, s.name)
	if old, err := os.ReadFile(stamp); err == nil && string(old) == sum && allExist(s.outputs) {
		return false, nil
	}
	start := time.Now()
	if err := s.run(); err != nil {
		return false, fmt.Errorf("%s: %w", s.name, err)
	}
	if err := writeFile(stamp, []byte(sum)); err != nil {
		return false, err
	}
	fmt.Fprintf(os.Stderr, "%-10s %6.2f s\n", s.name, time.Since(start).Seconds())
	return true, nil
}

func allExist(files []string) bool {
	for _, f := range files {
		if _, err := os.Stat(f); err != nil {
			return false
		}
	}
	return true
}

// hashFiles is a hash of the names and contents of files and of the words.
func hashFiles(files []string, words ...string) (string, error) {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "word %q\n", w)
	}
	files = slices.Clone(files)
	slices.Sort(files)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "file %q %d\n", filepath.ToSlash(f), len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// tree lists the files under the roots for which keep is true. A root that
// is not there is an empty tree.
func tree(keep func(path string) bool, roots ...string) ([]string, error) {
	var list []string
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && path == root {
				return nil
			}
			if err != nil {
				return err
			}
			if d.IsDir() || !keep(filepath.ToSlash(path)) {
				return nil
			}
			list = append(list, path)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// suffixes is a filter for tree.
func suffixes(list ...string) func(string) bool {
	return func(path string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.HasSuffix(path, s) })
	}
}

// writeFile writes a file, with its folder.
func writeFile(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o666)
}
