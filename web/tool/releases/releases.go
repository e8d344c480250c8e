// Package releases makes the site that is published: every release under a path of its own, and the newest one as latest.
package releases

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Site writes the site into the folder to, which must not exist. The folder from has an archive vX.Y.Z.tar.gz for each release: the
// page's files below dist/, as the release carries them.
//
//	vX.Y.Z/          a release
//	latest/          the newest release
//	versions.json    {"versions": ["v0.2.0", "v0.1.0"]}, the newest first
//	index.html       leads to latest/, with the fragment of the link; so does learn.html
func Site(from, to string) error {
	found, err := filepath.Glob(filepath.Join(from, "*"+archive))
	if err != nil {
		return err
	}
	var versions []string
	for _, file := range found {
		name := strings.TrimSuffix(filepath.Base(file), archive)
		if !release.MatchString(name) {
			return fmt.Errorf("%s: an archive is called by its release, such as v1.2.3%s", file, archive)
		}
		versions = append(versions, name)
	}
	if len(versions) == 0 {
		return fmt.Errorf("%s has no release: put archives such as v1.2.3%s there", from, archive)
	}
	slices.SortFunc(versions, func(a, b string) int { return slices.Compare(numbers(b), numbers(a)) })
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	for k, v := range versions {
		err = cmp.Or(err, unpack(filepath.Join(from, v+archive), filepath.Join(to, v)))
		if k == 0 {
			err = cmp.Or(err, unpack(filepath.Join(from, v+archive), filepath.Join(to, latest)))
		}
	}
	list, failed := json.Marshal(map[string][]string{"versions": versions})
	err = errors.Join(err, failed, os.WriteFile(filepath.Join(to, "versions.json"), append(list, '\n'), 0o666))
	for _, page := range []string{"index.html", "learn.html"} {
		text := strings.ReplaceAll(onward, "PAGE", strings.TrimPrefix(page, "index.html"))
		err = errors.Join(err, os.WriteFile(filepath.Join(to, page), []byte(text), 0o666))
	}
	return err
}

// latest is the folder of the newest release, archive the end of an archive's name.
const latest, archive = "latest", ".tar.gz"

// maxFile and maxFiles bound what an archive may hold.
const maxFile, maxFiles = 256 << 20, 10000

// release is the name of a release; assets/boot/versions.js knows its folder by the same form.
var release = regexp.MustCompile(`^v\d{1,6}\.\d{1,6}\.\d{1,6}$`)

// onward is a page that leads to the newest release.
const onward = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sheafscope</title>
<p><a href="latest/PAGE">Sheafscope</a></p>
<script>location.replace("latest/PAGE" + location.search + location.hash);</script>
</html>
`

// numbers are those of a release.
func numbers(version string) []int {
	var out []int
	for part := range strings.SplitSeq(version[1:], ".") {
		n, _ := strconv.Atoi(part) // six digits at most
		out = append(out, n)
	}
	return out
}

// unpack writes the files of an archive that are below dist/ into a new folder. It fails on all that is neither a file nor a folder.
func unpack(file, to string) (err error) {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := os.Mkdir(to, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(to) // no name leads out of it
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	in := tar.NewReader(text)
	for n := 0; ; n++ {
		h, err := in.Next()
		if err == io.EOF && n > 0 {
			return nil
		}
		if err == nil {
			err = place(root, h, in)
		}
		if n == maxFiles {
			err = fmt.Errorf("more than %d files", maxFiles)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
}

// place writes one entry of an archive.
func place(root *os.Root, h *tar.Header, in io.Reader) error {
	name, below := strings.CutPrefix(strings.TrimSuffix(h.Name, "/"), "dist/")
	switch {
	case h.Typeflag == tar.TypeDir && (below || name == "dist"):
		return nil // made with its files
	case h.Typeflag != tar.TypeReg || !below:
		return fmt.Errorf("%q is no file below dist/", h.Name)
	case h.Size > maxFile:
		return fmt.Errorf("%q has %d bytes, %d at most", h.Name, h.Size, maxFile)
	}
	if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(name)), 0o777); err != nil {
		return err
	}
	out, err := root.Create(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	_, err = io.CopyN(out, in, h.Size)
	return errors.Join(err, out.Close())
}
