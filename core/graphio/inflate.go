package graphio

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/gzip"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// This file decompresses files and unpacks archives, within limits that stop zip bombs.
// A zip bomb is a small file that inflates to more than the memory.
// It also finds files that are no part of a graph: hidden files and documents.

// packers are the compressions of a single file. ending is the suffix of its name. begins reports whether a file has the first bytes of a
// compressed file. open returns a reader of the decompressed file, which may be a tar archive.
var packers = []struct {
	ending string
	begins func(d []byte) bool
	open   func(r io.Reader) (io.Reader, error)
}{
	{".gz", func(d []byte) bool { return bytes.HasPrefix(d, []byte("\x1f\x8b")) },
		func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{".bz2", beginsBzip2, func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
}

// beginsBzip2 reports whether a file begins as bzip2: BZh, a digit, and the first byte of a block or of the end.
// A text may begin with BZh, too.
func beginsBzip2(d []byte) bool {
	const firstOfBlock, firstOfEnd = 0x31, 0x17
	after, hasMark := bytes.CutPrefix(d, []byte("BZh"))
	return hasMark && len(after) > 1 && after[0] >= '1' && after[0] <= '9' && (after[1] == firstOfBlock || after[1] == firstOfEnd)
}

// unpackAll replaces compressed files and archives by their content, as unpack does for one file.
// depth is the number of archives around the files. remaining is the budget of bytes that all files share.
func unpackAll(files []File, depth int, remaining *budget) ([]File, error) {
	var out []File
	for _, f := range files {
		inner, err := unpack(f, depth, remaining)
		if err != nil {
			return nil, err
		}
		out = append(out, inner...)
	}
	return out, nil
}

// packerOf returns the index in packers of the compression of a file, or -1 if the file is not compressed.
func packerOf(d []byte) int {
	for k, p := range packers {
		if p.begins(d) {
			return k
		}
	}
	return -1
}

// unpack returns the content of a file. depth is the number of archives around the file.
//   - A compressed file is decompressed. If the content is a tar archive, its files are returned, decompressed as well.
//   - An npz file (a zip archive of .npy arrays) and a file of PyTorch are returned whole. A document of another program, such as an Office
//     file, is an error. The files of any other zip archive are returned, decompressed as well.
//   - Any other file, also a tar archive that is not compressed, is returned unchanged.
//
// If depth is above 0, an archive whose files would be returned is an error.
func unpack(f File, depth int, remaining *budget) ([]File, error) {
	var inner []File
	if k := packerOf(f.Data); k >= 0 {
		single, err := decompress(f, k, remaining)
		if err != nil {
			return nil, err
		}
		if !isTar(single.Data) {
			return []File{single}, nil
		}
		f = single
		inner, err = untar(single)
		if err != nil {
			return nil, err
		}
	}
	// inner is nil for a file that is no tar archive.
	if inner == nil {
		// The two marks begin a zip archive with entries and an empty zip archive.
		isZip := bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) || bytes.HasPrefix(f.Data, []byte("PK\x05\x06"))
		if !isZip {
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
		// An archive inside an archive is refused below, so it is not unpacked here.
		if depth == 0 {
			inner, err = unzip(f, r, remaining)
			if err != nil {
				return nil, err
			}
		}
	}
	if depth > 0 {
		return nil, fault(f.Name, 0, "unpack it first", "an archive inside an archive")
	}
	return unpackAll(inner, depth+1, remaining)
}

// decompress returns the content of a file that is compressed by packers[k].
// A damaged file, a file that inflates beyond its limit, and a file that is compressed twice are errors.
func decompress(f File, k int, remaining *budget) (File, error) {
	p := packers[k]
	open := func() (io.ReadCloser, error) {
		r, err := p.open(bytes.NewReader(f.Data))
		return io.NopCloser(r), err
	}
	data, err := inflate(f.Name, len(f.Data), open, remaining)
	if err != nil {
		return File{}, err
	}
	// Repeated compression is typical of zip bombs.
	if packerOf(data) >= 0 {
		return File{}, fault(f.Name, 0, "unpack it once", "the file is compressed twice")
	}
	return File{Name: strings.TrimSuffix(f.Name, p.ending), Data: data}, nil
}

// tarBlock is the size of the blocks of a tar archive, in bytes.
const tarBlock = 512

// untar returns the regular files of a tar archive, without hidden files. An archive without such files is an error, and so are more than
// MaxArchive files, a header with a damaged size, and a size beyond the archive.
//
// A header is one block. The name is at byte 0 (100 bytes), the size in octal digits at byte 124 (12 bytes), and the type at byte 156.
// POSIX archives have the start of a long name at byte 345 (155 bytes). The content of the file follows the header and fills whole blocks.
func untar(f File) (out []File, err error) {
	// A text ends at its first zero byte, or fills its field.
	text := func(field []byte) string {
		before, _, _ := bytes.Cut(field, []byte{0})
		return string(before)
	}
	// longName is the name of the next entry from an entry of its own, "" if the header has the name.
	longName := ""
	// A block that begins with a zero byte ends the archive.
	for d := f.Data; len(d) > 0 && d[0] != 0; {
		size := int64(-1)
		if len(d) >= tarBlock {
			// An empty size is 0.
			digits := strings.Trim(text(d[124:136]), " ")
			size, err = strconv.ParseInt(cmp.Or(digits, "0"), 8, 64)
		}
		// The content must end within the archive.
		if err != nil || size < 0 || size > int64(len(d)-tarBlock) {
			return nil, fault(f.Name, 0, "fetch the file again", "the tar archive is damaged or cut short")
		}
		name, kind, data := text(d[:100]), d[156], d[tarBlock:tarBlock+size]
		isPOSIX := string(d[257:263]) == "ustar\x00"
		if prefix := text(d[345:500]); isPOSIX && prefix != "" {
			name = prefix + "/" + name
		}
		name = cmp.Or(longName, name)
		switch kind {
		// The name of the next entry is a text in GNU archives, and a record such as "18 path=out1.txt" in POSIX archives.
		case 'L':
			longName = text(data)
		case 'x':
			longName = ""
			for _, record := range strings.Split(string(data), "\n") {
				_, member, _ := strings.Cut(record, " ")
				if s, isPath := strings.CutPrefix(member, "path="); isPath {
					longName = s
				}
			}
		case 'K', 'g': // other properties of the next entries
		default:
			longName = ""
		}
		// Old programs write the type of a regular file as a zero byte.
		isRegular := kind == '0' || kind == 0
		if isRegular && !isHiddenFile(name) {
			out = append(out, File{Name: name, Data: data})
		}
		if len(out) > MaxArchive {
			return nil, fault(f.Name, 0, "take fewer files", "the archive has more than %d files", MaxArchive)
		}
		blocks := (size + tarBlock - 1) / tarBlock
		d = d[min(int64(len(d)), tarBlock+blocks*tarBlock):]
	}
	if out == nil {
		return nil, fault(f.Name, 0, "pack the files of the graph", "the tar archive has no files")
	}
	return out, nil
}

// isHiddenFile reports whether an entry of an archive or folder is itself a folder, a hidden file or a file of the operating system.
func isHiddenFile(name string) bool {
	base := path.Base(name)
	isFolder := strings.HasSuffix(name, "/")
	isSystemFile := strings.HasPrefix(name, "__MACOSX/") || base == "Thumbs.db"
	return isFolder || isSystemFile || strings.HasPrefix(base, ".")
}

// documentPrefixes and documentSuffixes are usual beginnings and endings of the names of documents about a graph, in lower case.
var (
	documentPrefixes = strings.Fields("readme license licence copying changelog manifest notice meta.")
	documentSuffixes = strings.Fields(
		".md .rst .html .htm .bib .pdf .png .jpg .jpeg .svg .doc .docx .py .r .m .ipynb .sh .css .js .yml .yaml .toml .log")
)

// creditPrefixes are further beginnings of names of documents. A table with such a name, such as authors.csv, may be part of a graph.
var creditPrefixes = strings.Fields("citation authors")

// isDocument reports whether a file has the name of a document that only describes a graph, such as README.md.
func isDocument(name string) bool {
	base := strings.ToLower(path.Base(name))
	isTable := strings.HasSuffix(base, ".csv") || strings.HasSuffix(base, ".tsv")
	isCredit := slices.ContainsFunc(creditPrefixes, func(s string) bool { return strings.HasPrefix(base, s) })
	return isCredit && !isTable || slices.ContainsFunc(documentPrefixes, func(s string) bool { return strings.HasPrefix(base, s) }) ||
		slices.ContainsFunc(documentSuffixes, func(s string) bool { return strings.HasSuffix(base, s) })
}

// leftOutNote is the note about files beside a graph. names are their quoted names.
func leftOutNote(names []string) string {
	return "Files beside the graph were left out: " + strings.Join(names, ", ") + "."
}

// withoutDocuments separates the files of a graph from documents that only describe the graph.
// documents are the quoted names of the documents. If all files have names of documents, all are returned as files of the graph.
func withoutDocuments(files []File) (graphFiles []File, documents []string) {
	for _, f := range files {
		if isDocument(f.Name) {
			documents = append(documents, quote(cleanName(f.Name)))
		} else {
			graphFiles = append(graphFiles, f)
		}
	}
	// The only file of a graph may have the name of a document.
	if len(graphFiles) == 0 {
		return files, nil
	}
	return graphFiles, documents
}

// budget is the number of bytes to which all files together may still inflate. Every inflated file reduces it.
type budget int64

// allowance returns the limit of the inflated size of a file, in bytes: RatioFloor bytes and MaxRatio bytes per compressed byte,
// but at most MaxInflated. packed is the compressed size in bytes.
func allowance(packed int) int64 { return min(MaxInflated, RatioFloor+MaxRatio*int64(packed)) }

// inflate returns a decompressed stream and subtracts its length from remaining. packed is the compressed size in bytes.
// open returns the stream from its start. A damaged stream is an error, and so is a stream beyond its allowance or beyond remaining.
// inflate reads the stream twice. The first pass measures the size without storing the content, so that a zip bomb allocates no memory.
func inflate(name string, packed int, open func() (io.ReadCloser, error), remaining *budget) ([]byte, error) {
	limit := min(allowance(packed), int64(*remaining))
	damaged := func(err error) error {
		return fault(name, 0, "fetch the file again", "the compressed file is damaged: %v", err)
	}
	r, err := open()
	if err != nil {
		return nil, damaged(err)
	}
	// One byte beyond the limit shows that the stream is too long. A stream within the limit is closed, because Close may report damage.
	size, err := io.Copy(io.Discard, io.LimitReader(r, limit+1))
	if err == nil && size <= limit {
		err = r.Close()
	}
	if size > limit && limit < allowance(packed) {
		return nil, fault(name, 0, "unpack it first if you trust it",
			"all files together inflate to over %d times their size or over %d MB", MaxRatio, MaxInflated>>20)
	}
	if size > limit {
		return nil, fault(name, 0, "unpack it first if you trust it",
			"the file inflates to more than %d MB, over %d times its size or over %d MB", limit>>20, MaxRatio, MaxInflated>>20)
	}
	if err != nil {
		return nil, damaged(err)
	}
	// The stream of the second pass reads from memory, so it needs no Close.
	r, err = open()
	if err != nil {
		return nil, damaged(err)
	}
	data := make([]byte, size)
	_, err = io.ReadFull(r, data)
	if err != nil {
		return nil, damaged(err)
	}
	*remaining -= budget(size)
	return data, nil
}

// openZip opens a zip archive. A damaged archive is an error, and so is an archive with more than MaxArchive entries.
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

// isNPZ reports whether an archive has entries and all of them have names that end in .npy.
func isNPZ(r *zip.Reader) bool {
	return len(r.File) > 0 && !slices.ContainsFunc(r.File, func(e *zip.File) bool { return !strings.HasSuffix(e.Name, ".npy") })
}

// unzip returns the inflated entries of an archive, without folders and hidden files.
// A damaged or encrypted entry, and one of another compression than Deflate, is an error.
// So is an entry beyond the allowance of the archive or beyond the remaining budget.
func unzip(f File, r *zip.Reader, remaining *budget) ([]File, error) {
	var out []File
	for _, e := range r.File {
		if isHiddenFile(e.Name) {
			continue
		}
		name := f.Name + "/" + e.Name
		isEncrypted := e.Flags&1 != 0
		switch {
		case isEncrypted:
			return nil, fault(name, 0, "unpack it first", "the entry has a password")
		case e.Method != zip.Store && e.Method != zip.Deflate:
			return nil, fault(name, 0, "unpack it first", "the compression %d of zip is not read here", e.Method)
		}
		// Every entry has the allowance of the whole archive. The entries may overlap in the archive, so remaining limits their sum.
		data, err := inflate(name, len(f.Data), e.Open, remaining)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Name: e.Name, Data: data})
	}
	return out, nil
}
