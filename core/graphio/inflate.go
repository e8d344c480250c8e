package graphio

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// packers are the compressions of a single file. The content may be a tar archive.
var packers = []struct {
	mark, ending string
	open         func(r io.Reader) (io.Reader, error)
}{
	{"\x1f\x8b", ".gz", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"BZh", ".bz2", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
}

// unpackAll replaces compressed files and archives by their content.
// An npz file is a zip archive of .npy arrays and stays whole.
// An archive may hold compressed files and npz files, but no archives of files.
func unpackAll(files []File, depth int, left *budget) ([]File, error) {
	var out []File
	for _, f := range files {
		inner, err := unpack(f, depth, left)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// unpack returns the content of a file, the file itself where it is neither compressed nor an archive.
func unpack(f File, depth int, left *budget) (inner []File, err error) {
	for _, p := range packers {
		if !bytes.HasPrefix(f.Data, []byte(p.mark)) {
			continue
		}
		data, err := inflate(f.Name, len(f.Data), func() (io.ReadCloser, error) {
			r, err := p.open(bytes.NewReader(f.Data))
			return io.NopCloser(r), err
		}, left)
		if err != nil {
			return nil, err
		}
		// Nested compression is the form of a bomb.
		for _, q := range packers {
			if bytes.HasPrefix(data, []byte(q.mark)) {
				return nil, fault(f.Name, 0, "unpack it once", "the file is compressed twice")
			}
		}
		f = File{Name: strings.TrimSuffix(f.Name, p.ending), Data: data}
		if !isTar(data) {
			return []File{f}, nil
		}
		inner = untar(data)
	}
	if inner == nil {
		if !bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) && !bytes.HasPrefix(f.Data, []byte("PK\x05\x06")) {
			return []File{f}, nil
		}
		r, err := openZip(f)
		if err != nil {
			return nil, err
		}
		if isNPZ(r) || isTorch(r) {
			return []File{f}, nil
		}
		if err := refuseArchive(f, r); err != nil {
			return nil, err
		}
		// Archives are opened at the outermost level only.
		if depth == 0 {
			if inner, err = unzip(f, r, left); err != nil {
				return nil, err
			}
		}
	}
	if depth > 0 {
		return nil, fault(f.Name, 0, "unpack it first", "an archive inside an archive")
	}
	return unpackAll(inner, depth+1, left)
}

// untar returns the regular files of a tar archive.
// A header of 512 bytes has the name, at 124 the size in octal and at 156 the type; the content follows in blocks of 512 bytes.
func untar(d []byte) (out []File) {
	text := func(b []byte) string { return string(b[:max(0, bytes.IndexByte(append(b[:len(b):len(b)], 0), 0))]) }
	for len(d) >= 512 && d[0] != 0 && len(out) < MaxArchive {
		size, err := strconv.ParseInt(strings.Trim(text(d[124:136]), " "), 8, 64)
		if err != nil || size < 0 || size > int64(len(d)-512) {
			break
		}
		name, kind := text(d[:100]), d[156]
		if (kind == '0' || kind == 0) && !isHiddenFile(name) {
			out = append(out, File{Name: name, Data: d[512 : 512+size]})
		}
		// Content is padded to blocks of 512 bytes.
		d = d[min(int64(len(d)), 512+(size+511)/512*512):]
	}
	return out
}

// isHiddenFile reports whether an entry of an archive is a folder, a hidden file or a file of the operating system.
func isHiddenFile(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__MACOSX/") || base == "Thumbs.db"
}

// documentNames are prefixes and suffixes of names of files that only describe a graph.
var documentNames = [2][]string{
	strings.Fields("readme license licence copying citation changelog manifest authors notice meta."),
	strings.Fields(".md .rst .html .htm .bib .pdf .png .jpg .jpeg .svg .doc .docx .py .r .m .ipynb .sh .css .js .yml .yaml .toml .log"),
}

// withoutDocuments returns the files without those that only describe a graph, and the names of the latter.
// Files of descriptions alone are returned unchanged.
func withoutDocuments(files []File) (out []File, left []string) {
	for _, f := range files {
		base := strings.ToLower(path.Base(f.Name))
		if slices.ContainsFunc(documentNames[0], func(s string) bool { return strings.HasPrefix(base, s) }) ||
			slices.ContainsFunc(documentNames[1], func(s string) bool { return strings.HasSuffix(base, s) }) {
			left = append(left, quote(cleanName(f.Name)))
		} else {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return files, nil
	}
	return out, left
}

// budget is the number of bytes that may still be inflated.
type budget int64

// allowance returns the number of bytes to which packed bytes may inflate.
func allowance(packed int) int64 { return min(MaxInflated, RatioFloor+MaxRatio*int64(packed)) }

// inflate returns a decompressed stream and subtracts its length from left.
// It reads the stream twice. The first pass measures, so that the second allocates exactly the size and a bomb allocates nothing.
func inflate(name string, packed int, open func() (io.ReadCloser, error), left *budget) ([]byte, error) {
	limit := min(allowance(packed), int64(*left))
	damaged := func(err error) error {
		return fault(name, 0, "fetch the file again", "the compressed file is damaged: %v", err)
	}
	r, err := open()
	if err != nil {
		return nil, damaged(err)
	}
	// The first pass decompresses without storing.
	size, err := io.Copy(io.Discard, io.LimitReader(r, limit+1))
	if err == nil && size <= limit {
		err = r.Close()
	}
	if size > limit {
		return nil, fault(name, 0, "unpack it first if you trust it",
			"the file inflates to more than %d MB, over %d times its size or over %d MB", limit>>20, MaxRatio, MaxInflated>>20)
	}
	if err != nil {
		return nil, damaged(err)
	}
	if r, err = open(); err != nil {
		return nil, damaged(err)
	}
	data := make([]byte, size)
	if _, err = io.ReadFull(r, data); err != nil {
		return nil, damaged(err)
	}
	*left -= budget(size)
	return data, nil
}

// openZip opens a zip archive with at most MaxArchive entries.
func openZip(f File) (*zip.Reader, error) {
	r, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
	if err != nil {
		return nil, fault(f.Name, 0, "fetch the file again", "the zip archive is damaged: %v", err)
	}
	if len(r.File) > MaxArchive {
		return nil, fault(f.Name, 0, "take fewer files", "the archive has %d entries, over the limit of %d", len(r.File), MaxArchive)
	}
	return r, nil
}

// isNPZ reports whether an archive holds .npy arrays only.
func isNPZ(r *zip.Reader) bool {
	return len(r.File) > 0 && !slices.ContainsFunc(r.File, func(e *zip.File) bool { return !strings.HasSuffix(e.Name, ".npy") })
}

// unzip returns the entries of an archive.
// All entries share one budget, so that overlapping entries cannot multiply the allowance.
func unzip(f File, r *zip.Reader, left *budget) ([]File, error) {
	var out []File
	for _, e := range r.File {
		if isHiddenFile(e.Name) {
			continue
		}
		data, err := inflate(f.Name+"/"+e.Name, len(f.Data), e.Open, left)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Name: e.Name, Data: data})
	}
	return out, nil
}

// ReadFolder reads a data set from a folder: the files of one graph directly in it, and masks in splits/*.npz in the
// order of their names.
// Hidden files and files such as README, manifest and LICENSE are skipped. The graph has the name of the folder.
func (r Reader) ReadFolder(dir string, c Correction) (*Found, error) {
	bad := func(path string, err error) (*Found, error) { return nil, fault(path, 0, "check the path", "%v", err) }
	entries, err := os.ReadDir(dir)
	if err != nil {
		return bad(dir, err)
	}
	var paths []string
	for _, e := range entries {
		_, document := withoutDocuments([]File{{Name: e.Name()}, {}})
		if !e.IsDir() && !isHiddenFile(e.Name()) && document == nil {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	var masks []string
	splits, _ := os.ReadDir(filepath.Join(dir, "splits")) // most data sets have none
	for _, e := range splits {
		if strings.HasSuffix(e.Name(), ".npz") {
			masks = append(masks, filepath.Join(dir, "splits", e.Name()))
		}
	}
	var files []File
	total := int64(0)
	for _, path := range append(paths, masks...) {
		info, err := os.Stat(path)
		if err != nil {
			return bad(path, err)
		}
		// A pipe or a device could block or never end.
		if !info.Mode().IsRegular() {
			return nil, fault(path, 0, "leave files alone in the folder", "this is no file")
		}
		if total += info.Size(); total > MaxInput {
			return nil, fault(path, 0, smallerRemedy, "the files hold more than %d MB", MaxInput>>20)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return bad(path, err)
		}
		files = append(files, File{Name: path, Data: data})
	}
	if len(files) == 0 {
		return nil, fault(dir, 0, "choose a folder with the files of a graph", "the folder is empty")
	}
	res, err := r.ReadAs(files, c)
	if err != nil {
		return nil, err
	}
	if abs, err := filepath.Abs(dir); err == nil {
		res.Graph.Name = cleanName(filepath.Base(abs))
	}
	return res, nil
}
