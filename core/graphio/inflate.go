package graphio

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Decompression and unpacking of files, within limits that stop zip bombs.

// packers are the compressions of a single file: the first bytes, the suffix of the name, and the reader.
// The decompressed file may be a tar archive.
var packers = []struct {
	mark, ending string
	open         func(r io.Reader) (io.Reader, error)
}{
	{"\x1f\x8b", ".gz", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"BZh", ".bz2", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
}

// unpackAll replaces compressed files and archives by their content. depth counts the archives around the files.
// An npz file is a zip archive of .npy arrays and stays whole.
// An archive may hold compressed files and npz files, but no other archives.
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

// unpack returns the content of a file. A file that is neither compressed nor an archive is returned unchanged.
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
		// Repeated compression is typical of bombs.
		for _, q := range packers {
			if bytes.HasPrefix(data, []byte(q.mark)) {
				return nil, fault(f.Name, 0, "unpack it once", "the file is compressed twice")
			}
		}
		// The inner file has the name without the suffix of the compression.
		f = File{Name: strings.TrimSuffix(f.Name, p.ending), Data: data}
		if !isTar(data) {
			return []File{f}, nil
		}
		inner = untar(data)
	}
	if inner == nil {
		// The two marks open a zip archive with entries and an empty one.
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
		// An inner archive is an error below, so that only outer archives are unpacked.
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

// tarBlock is the size of the blocks of a tar archive, in bytes.
const tarBlock = 512

// untar returns the regular files of a tar archive. It stops at a damaged header and at MaxArchive files.
// A header is one block: the name is at byte 0, the size in octal digits at 124 and the type at 156. The content follows in blocks.
func untar(d []byte) (out []File) {
	// A text ends at its first zero byte, or fills its field.
	text := func(field []byte) string {
		if end := bytes.IndexByte(field, 0); end >= 0 {
			field = field[:end]
		}
		return string(field)
	}
	for len(d) >= tarBlock && d[0] != 0 && len(out) < MaxArchive {
		size, err := strconv.ParseInt(strings.Trim(text(d[124:136]), " "), 8, 64)
		if err != nil || size < 0 || size > int64(len(d)-tarBlock) {
			break
		}
		name, kind := text(d[:100]), d[156]
		isRegular := kind == '0' || kind == 0
		if isRegular && !isHiddenFile(name) {
			out = append(out, File{Name: name, Data: d[tarBlock : tarBlock+size]})
		}
		blocks := (size + tarBlock - 1) / tarBlock
		d = d[min(int64(len(d)), tarBlock+blocks*tarBlock):]
	}
	return out
}

// isHiddenFile reports whether an entry of an archive is a folder, a hidden file or a file of the operating system.
func isHiddenFile(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(name, "__MACOSX/") || base == "Thumbs.db"
}

// Names of files that only describe a graph, in lower case: documentPrefixes start them, documentSuffixes end them.
var (
	documentPrefixes = strings.Fields("readme license licence copying citation changelog manifest authors notice meta.")
	documentSuffixes = strings.Fields(
		".md .rst .html .htm .bib .pdf .png .jpg .jpeg .svg .doc .docx .py .r .m .ipynb .sh .css .js .yml .yaml .toml .log")
)

// isDocument reports whether the name of a file is one of a description of a graph, such as README.md.
func isDocument(name string) bool {
	base := strings.ToLower(path.Base(name))
	return slices.ContainsFunc(documentPrefixes, func(s string) bool { return strings.HasPrefix(base, s) }) ||
		slices.ContainsFunc(documentSuffixes, func(s string) bool { return strings.HasSuffix(base, s) })
}

// withoutDocuments separates the files from documents that only describe a graph. left are the quoted names of the documents.
// If all files are documents, they are returned unchanged.
func withoutDocuments(files []File) (out []File, left []string) {
	for _, f := range files {
		if isDocument(f.Name) {
			left = append(left, quote(cleanName(f.Name)))
		} else {
			out = append(out, f)
		}
	}
	// Perhaps the only file has an unusual name.
	if len(out) == 0 {
		return files, nil
	}
	return out, left
}

// budget is the number of bytes that all files together may still inflate to.
type budget int64

// allowance returns the limit of the inflated size of a file with packed bytes, by MaxRatio and MaxInflated.
func allowance(packed int) int64 { return min(MaxInflated, RatioFloor+MaxRatio*int64(packed)) }

// inflate returns a decompressed stream and subtracts its length from left. packed is the compressed size in bytes.
// It reads the stream twice. The first pass measures the size without storing, so that a bomb allocates no memory.
func inflate(name string, packed int, open func() (io.ReadCloser, error), left *budget) ([]byte, error) {
	// The limit is that of the file or the rest of the common budget.
	limit := min(allowance(packed), int64(*left))
	damaged := func(err error) error {
		return fault(name, 0, "fetch the file again", "the compressed file is damaged: %v", err)
	}
	r, err := open()
	if err != nil {
		return nil, damaged(err)
	}
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
	// The second pass fills a buffer of exactly the size.
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

// isNPZ reports whether an archive has entries and all of them are .npy arrays.
func isNPZ(r *zip.Reader) bool {
	return len(r.File) > 0 && !slices.ContainsFunc(r.File, func(e *zip.File) bool { return !strings.HasSuffix(e.Name, ".npy") })
}

// unzip returns the entries of an archive, without hidden files.
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
