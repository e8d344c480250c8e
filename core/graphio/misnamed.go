package graphio

import (
	"bytes"
	"path"
	"strings"
)

// signatures are the first bytes of binary formats by the endings of file names.
var signatures = []struct{ endings, starts string }{
	{".npz .zip .xlsx .xlsm .ods .docx .numbers .gephi .cys .kmz .pt .pth", "PK"}, {".gz .tgz .rds .rdata", "\x1f\x8b"}, {".bz2", "BZh"},
	{".xz", "\xfd7zXZ"}, {".zst", "\x28\xb5\x2f\xfd"}, {".7z", "7z\xbc\xaf"}, {".rar", "Rar!"}, {".npy", "\x93NUMPY"},
	{".pkl .pickle .gpickle", "\x80"}, {".parquet", "PAR1"}, {".feather .arrow", "ARROW1"}, {".h5 .hdf5", "\x89HDF"},
	{".mat", "MATLAB "}, {".sqlite .sqlite3", "SQLite format 3"}, {".xls .doc", "\xd0\xcf\x11\xe0"}, {".sav", "$FL2"}, {".pdf", "%PDF-"},
	{".png", "\x89PNG"}, {".jpg .jpeg", "\xff\xd8\xff"}, {".gif", "GIF8"}, {".gt", "\xe2\x9b\xbe gt"},
}

// misnamedDoubt returns the doubt about a text whose name has the ending of a binary format, "" for others.
func misnamedDoubt(in detectedFile) string {
	ending := strings.ToLower(path.Ext(in.Name))
	for _, m := range signatures {
		for _, e := range strings.Fields(m.endings) {
			if e == ending && !bytes.HasPrefix(in.Data, []byte(m.starts)) && in.kind != kindNPZ && in.kind != kindPickle {
				return "The file " + quote(cleanName(in.Name)) + " is called " + ending + ", but holds text: it may be another file than you meant."
			}
		}
	}
	return ""
}
