// This file has the part "twice" of the test: two builds of the same sources must be equal.

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

// buildTwice returns an error if the build of the page is not reproducible. It builds a copy of the sources in another folder, without the
// caches of the build. Then it compares every file of dist/ in both folders byte for byte, except the single files, which a quick build
// does not make. The present dist/ must be a quick build, as the copy is.
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

// copySources copies the sources to another folder: the files that git tracks, and new files that git does not ignore. It skips files that
// are deleted.
func copySources(ctx context.Context, dir string) error {
	cmd := exec.CommandContext(ctx, "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	var reason bytes.Buffer
	cmd.Stderr = &reason
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w: %s", err, &reason)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		err := shell.Copy(filepath.Join(dir, name), name)
		isDeleted := errors.Is(err, fs.ErrNotExist) // git lists a deleted file until git add or git rm
		if err != nil && !isDeleted {
			return err
		}
	}
	return nil
}

// sameTree returns an error that names the files that differ between two folders, or that only one folder has. It skips the ignored files,
// given by their paths in the folders. If a folder or file cannot be read, sameTree returns the reason.
func sameTree(a, b string, ignored ...string) error {
	var differing []string
	files := [2]map[string][]byte{{}, {}} // contents by path, in a and in b
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
	for path, data := range files[0] {
		other, isInBoth := files[1][path]
		if !isInBoth || !bytes.Equal(data, other) {
			differing = append(differing, path)
		}
	}
	for path := range files[1] {
		if _, isInBoth := files[0][path]; !isInBoth {
			differing = append(differing, path)
		}
	}
	if len(differing) > 0 {
		return fmt.Errorf("two builds of the same sources differ in %s", strings.Join(differing, ", "))
	}
	return nil
}
