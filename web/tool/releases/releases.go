// Package releases writes the published site. The site has every release under a separate path, and the newest release also under latest/.
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

// Site writes the site to the folder to, which must not exist. The folder from has an archive vX.Y.Z.tar.gz of each release, with the files
// of the page below dist/. The site has:
//
//	vX.Y.Z/          a release
//	latest/          the newest release
//	versions.json    {"versions": ["v0.2.0", "v0.1.0"]}, the newest first
//	index.html       a page that redirects to latest/, with query and fragment; learn.html is a similar page
//
// Site returns an error if the folder from has no archives, if an archive has a name of another form, or if an archive has an entry that is
// neither a file nor a folder below dist/.
func Site(from, to string) error {
	found, err := filepath.Glob(filepath.Join(from, "*"+archive))
	if err != nil {
		return err
	}
	// The versions, the newest first.
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
		file := filepath.Join(from, v+archive)
		err = cmp.Or(err, unpack(file, filepath.Join(to, v)))
		if k == 0 { // the newest version
			err = cmp.Or(err, unpack(file, filepath.Join(to, latest)))
		}
	}
	list, jsonErr := json.Marshal(map[string][]string{"versions": versions})
	err = errors.Join(err, jsonErr, os.WriteFile(filepath.Join(to, "versions.json"), append(list, '\n'), 0o666))
	for _, page := range []string{"index.html", "learn.html"} {
		text := strings.ReplaceAll(redirect, "PAGE", strings.TrimPrefix(page, "index.html"))
		err = errors.Join(err, os.WriteFile(filepath.Join(to, page), []byte(text), 0o666))
	}
	return err
}

const (
	latest  = "latest"  // folder of the newest release
	archive = ".tar.gz" // ending of an archive
)

// Limits of an archive.
const (
	maxFile  = 256 << 20 // largest size of a file in bytes
	maxFiles = 10000     // largest number of entries
)

// release matches the name of a release. assets/boot/versions.js recognises the folder of a release by the same pattern.
var release = regexp.MustCompile(`^v\d{1,6}\.\d{1,6}\.\d{1,6}$`)

// redirect is a page that redirects to the newest release. PAGE is replaced by the name of the page, which is "" for index.html.
const redirect = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sheafscope</title>
<p><a href="latest/PAGE">Sheafscope</a></p>
<script>location.replace("latest/PAGE" + location.search + location.hash);</script>
</html>
`

// numbers returns the three numbers of a release's name.
func numbers(version string) []int {
	var list []int
	for part := range strings.SplitSeq(version[1:], ".") {
		n, _ := strconv.Atoi(part) // at most six digits: no error
		list = append(list, n)
	}
	return list
}

// unpack writes the files of an archive to the new folder to, and removes dist/ from their names. It returns an error for an empty archive,
// and for an archive with more than maxFiles entries.
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
	root, err := os.OpenRoot(to) // the name of an entry cannot lead out of the root
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	// An archive without entries is an error, since its first read returns io.EOF.
	in := tar.NewReader(text)
	for entries := 0; ; entries++ { // the number of unpacked entries
		h, err := in.Next()
		if err == io.EOF && entries > 0 {
			return nil
		}
		if err == nil {
			err = place(root, h, in)
		}
		if entries == maxFiles {
			err = fmt.Errorf("more than %d files", maxFiles)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
}

// place writes one entry of an archive to the folder root. It returns an error for an entry that is neither a file nor a folder below
// dist/, and for a file of more than maxFile bytes.
func place(root *os.Root, h *tar.Header, in io.Reader) error {
	name, isInDist := strings.CutPrefix(strings.TrimSuffix(h.Name, "/"), "dist/")
	isFolder := h.Typeflag == tar.TypeDir
	isDist := isInDist || name == "dist" // dist/ itself, or below dist/
	switch {
	case isFolder && isDist:
		return nil // the folder is created with its files
	case h.Typeflag != tar.TypeReg || !isInDist:
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
