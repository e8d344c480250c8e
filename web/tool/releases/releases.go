// Package releases writes the published site, which has every release.
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

// Site writes the site to a folder, which must not exist. The folder archives has an archive vX.Y.Z.tar.gz of each release, with the files
// of the page below dist/. The site has:
//
//	vX.Y.Z/          a release
//	latest/          the newest release
//	versions.json    {"versions": ["v0.2.0", "v0.1.0"]}, the newest first
//	index.html       a page that redirects to latest/, with query and fragment; learn.html redirects to latest/learn.html
//
// If the name of an archive has another form, if there are no archives, or if the folder of the site exists, Site returns an error and
// writes nothing. After any other error the site can be incomplete.
func Site(archives, folder string) error {
	files, err := os.ReadDir(archives)
	if err != nil {
		return err
	}
	var versions []string
	for _, file := range files {
		name, isArchive := strings.CutSuffix(file.Name(), archive)
		if !isArchive {
			continue
		}
		if !release.MatchString(name) {
			return fmt.Errorf("%s: an archive is called by its release, such as v1.2.3%s", filepath.Join(archives, file.Name()), archive)
		}
		versions = append(versions, name)
	}
	if len(versions) == 0 {
		return fmt.Errorf("%s has no release: put archives such as v1.2.3%s there", archives, archive)
	}
	newestFirst := func(a, b string) int { return slices.Compare(numbers(b), numbers(a)) }
	slices.SortFunc(versions, newestFirst)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	// Unpack all archives, even after an error. err keeps the first error: cmp.Or returns its first argument that is not nil.
	for k, v := range versions {
		err = cmp.Or(err, unpack(filepath.Join(archives, v+archive), filepath.Join(folder, v)))
		if k == 0 {
			err = cmp.Or(err, unpack(filepath.Join(archives, v+archive), filepath.Join(folder, latest)))
		}
	}
	// Write the files at the root of the site.
	list, jsonErr := json.Marshal(map[string][]string{"versions": versions})
	err = errors.Join(err, jsonErr, os.WriteFile(filepath.Join(folder, "versions.json"), append(list, '\n'), 0o666))
	for _, page := range []string{"index.html", "learn.html"} {
		text := strings.ReplaceAll(redirect, "PAGE", strings.TrimPrefix(page, "index.html")) // latest/ alone opens its index.html
		err = errors.Join(err, os.WriteFile(filepath.Join(folder, page), []byte(text), 0o666))
	}
	return err
}

// Names of the site and of the archives.
const (
	latest  = "latest"  // folder of the newest release
	archive = ".tar.gz" // extension of an archive
)

// Limits of an archive. An archive above a limit is damaged or hostile.
const (
	maxFile  = 256 << 20 // largest size of a file in bytes
	maxFiles = 10000     // largest number of entries
)

// release matches the name of a release, with at most six digits in each number. assets/boot/versions.js recognises the folder of a release
// by the same form, with any number of digits.
var release = regexp.MustCompile(`^v\d{1,6}\.\d{1,6}\.\d{1,6}$`)

// redirect is a page that leads to a page of the newest release. PAGE stands for the name of this page: "learn.html", or "" for index.html.
const redirect = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sheafscope</title>
<p><a href="latest/PAGE">Sheafscope</a></p>
<script>location.replace("latest/PAGE" + location.search + location.hash);</script>
</html>
`

// numbers returns the three numbers in the name of a release, such as 1, 2, 3 for v1.2.3.
func numbers(version string) []int {
	var out []int
	for part := range strings.SplitSeq(version[1:], ".") {
		n, _ := strconv.Atoi(part) // at most six digits: no error
		out = append(out, n)
	}
	return out
}

// unpack writes the files of an archive to a new folder. A file dist/NAME in the archive becomes NAME in the folder. unpack returns an
// error if the folder exists, or if the archive is damaged, is empty, has an entry that place refuses, or has more than maxFiles entries.
func unpack(file, folder string) (err error) {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	uncompressed, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder) // the name of an entry cannot lead out of the root
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	// Write the entries one after the other.
	entries := tar.NewReader(uncompressed)
	for n := 0; ; n++ { // n is the number of entries that have been read
		h, err := entries.Next()
		if err == io.EOF && n > 0 {
			// The checksum follows the last byte. Therefore read the bytes behind the last entry, too.
			if _, err := io.Copy(io.Discard, io.LimitReader(uncompressed, maxFile)); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			return nil
		}
		if err == nil {
			err = place(root, h, entries)
		}
		if n == maxFiles { // maxFiles entries have been read, and this entry is one too many
			err = fmt.Errorf("more than %d files and folders", maxFiles)
		}
		if err != nil { // for an empty archive, io.EOF
			return fmt.Errorf("%s: %w", file, err)
		}
	}
}

// place writes one entry of an archive below root. h is the header of the entry. place skips the folder dist/ and the folders below it. Any
// other entry that is not a file below dist/, and a file with more than maxFile bytes, is an error.
func place(root *os.Root, h *tar.Header, contents io.Reader) error {
	name, isBelow := strings.CutPrefix(strings.TrimSuffix(h.Name, "/"), "dist/")
	isFolderOfDist := h.Typeflag == tar.TypeDir && (isBelow || name == "dist")
	switch {
	case isFolderOfDist:
		return nil // the files of the folder create it
	case h.Typeflag != tar.TypeReg || !isBelow:
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
	_, err = io.CopyN(out, contents, h.Size)
	return errors.Join(err, out.Close())
}
