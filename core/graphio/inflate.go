package graphio

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
)

// expand replaces gzip files and zip archives by what they contain. An npz
// file is a zip archive of .npy arrays and stays whole. Archives may hold gzip
// and npz files, but no further archives of files.
func expand(files []File, depth int, left *budget) ([]File, error) {
	var out []File
	for _, f := range files {
		switch {
		case bytes.HasPrefix(f.Data, []byte{0x1f, 0x8b}):
			inner, err := gunzip(f, left)
			if err != nil {
				return nil, err
			}
			if bytes.HasPrefix(inner.Data, []byte{0x1f, 0x8b}) {
				return nil, fault(f.Name, 0, "unpack it once", "the file is compressed twice")
			}
			out = append(out, inner)
		case bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) || bytes.HasPrefix(f.Data, []byte("PK\x05\x06")):
			r, err := openZip(f)
			if err != nil {
				return nil, err
			}
			if isNPZ(r) {
				out = append(out, f)
				continue
			}
			if err := refuseArchive(f, r); err != nil {
				return nil, err
			}
			if depth > 0 {
				return nil, fault(f.Name, 0, "unpack it first", "an archive inside an archive")
			}
			inner, err := unzip(f, r, left)
			if err == nil {
				inner, err = expand(inner, depth+1, left)
			}
			if err != nil {
				return nil, err
			}
			out = append(out, inner...)
		default:
			out = append(out, f)
		}
	}
	return out, nil
}

func gunzip(f File, left *budget) (File, error) {
	data, err := inflate(f.Name, len(f.Data), func() (io.ReadCloser, error) {
		return gzip.NewReader(bytes.NewReader(f.Data))
	}, left)
	return File{Name: strings.TrimSuffix(f.Name, ".gz"), Data: data}, err
}

// budget is the number of bytes that may still be inflated.
type budget int64

// allowance returns the bytes that packed bytes may inflate to.
func allowance(packed int) int64 {
	return min(MaxInflated, RatioFloor+MaxRatio*int64(packed))
}

// inflate reads a compressed stream twice: first to measure it, so that the
// second time exactly the memory needed is taken and a bomb takes none.
func inflate(name string, packed int, open func() (io.ReadCloser, error), left *budget) ([]byte, error) {
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

// isNPZ reports whether an archive holds arrays only.
func isNPZ(r *zip.Reader) bool {
	return len(r.File) > 0 && !slices.ContainsFunc(r.File, func(e *zip.File) bool { return !strings.HasSuffix(e.Name, ".npy") })
}

// unzip returns the entries of an archive. All of them share the allowance, so
// that entries that overlap cannot multiply it.
func unzip(f File, r *zip.Reader, left *budget) ([]File, error) {
	var out []File
	for _, e := range r.File {
		base := e.Name[strings.LastIndexByte(e.Name, '/')+1:]
		if base == "" || strings.HasPrefix(base, ".") || strings.HasPrefix(e.Name, "__MACOSX/") {
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
