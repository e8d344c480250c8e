package graphio

import (
	"bytes"
	"path"
	"strings"
)

// The doubt about a text with the name of a binary file.

// signatures are the first bytes of binary formats, with the endings of their file names.
var signatures = []struct{ endings, starts string }{
	{".npz .zip .xlsx .xlsm .ods .docx .numbers .gephi .cys .kmz .pt .pth", "PK"}, {".gz .tgz .rds .rdata", "\x1f\x8b"}, {".bz2", "BZh"},
	{".xz", "\xfd7zXZ"}, {".zst", "\x28\xb5\x2f\xfd"}, {".7z", "7z\xbc\xaf"}, {".rar", "Rar!"}, {".npy", "\x93NUMPY"},
	{".pkl .pickle .gpickle", "\x80"}, {".parquet", "PAR1"}, {".feather .arrow", "ARROW1"}, {".h5 .hdf5", "\x89HDF"},
	{".mat", "MATLAB "}, {".sqlite .sqlite3", "SQLite format 3"}, {".xls .doc", "\xd0\xcf\x11\xe0"}, {".sav", "$FL2"}, {".pdf", "%PDF-"},
	{".png", "\x89PNG"}, {".jpg .jpeg", "\xff\xd8\xff"}, {".gif", "GIF8"}, {".gt", "\xe2\x9b\xbe gt"},
}

// misnamedDoubt returns a sentence if a text has the file name of a binary format, "" otherwise.
func misnamedDoubt(in detectedFile) string {
	ending := strings.ToLower(path.Ext(in.Name))
	// Binary files have other readers; the doubt is about texts.
	isBinary := in.kind == kindNPZ || in.kind == kindPickle
	for _, format := range signatures {
		for _, e := range strings.Fields(format.endings) {
			if e == ending && !bytes.HasPrefix(in.Data, []byte(format.starts)) && !isBinary {
				return "The file " + quote(cleanName(in.Name)) + " is called " + ending + ", but holds text: it may be another file than you meant."
			}
		}
	}
	return ""
}
