package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
)

// buildTwice returns an error if a build is not reproducible. It builds a copy of the sources in another folder, without caches, and
// compares every file of both dist/ byte for byte. The present dist/ must be a quick build.
func buildTwice(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "build-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := errors.Join(copySources(ctx, dir), os.CopyFS(filepath.Join(dir, "node_modules"), os.DirFS("node_modules"))); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "./build.sh", "build", "--quick")
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, os.Stdout, os.Stderr
	if err := shell.Run(cmd); err != nil {
		return err
	}
	return sameTree(shell.Dist, filepath.Join(dir, shell.Dist), site.SingleName, site.LearnName)
}

// copySources copies the files that git tracks, and new files that it does not ignore, to another folder.
func copySources(ctx context.Context, dir string) error {
	out, err := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		err := shell.Copy(filepath.Join(dir, name), name)
		isDeleted := errors.Is(err, fs.ErrNotExist) // a deleted file is tracked until the next commit
		if err != nil && !isDeleted {
			return err
		}
	}
	return nil
}

// sameTree returns an error that names the files that differ between two folders, or that only one folder has. It ignores the files
// ignored, for example the files of ./build.sh single-file, which only one folder may have.
func sameTree(a, b string, ignored ...string) error {
	var differ []string
	files := [2]map[string][]byte{{}, {}}
	for k, dir := range []string{a, b} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || slices.Contains(ignored, path) {
				return err
			}
			files[k][path], err = os.ReadFile(filepath.Join(dir, path))
			return err
		})
		if err != nil {
			return err
		}
	}
	// The first loop finds different files and files of a alone, the second loop files of b alone.
	for path, data := range files[0] {
		other, inBoth := files[1][path]
		if !inBoth || !bytes.Equal(data, other) {
			differ = append(differ, path)
		}
	}
	for path := range files[1] {
		_, inBoth := files[0][path]
		if !inBoth {
			differ = append(differ, path)
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("two builds of the same sources differ in %s", strings.Join(differ, ", "))
	}
	return nil
}
