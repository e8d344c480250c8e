package graphio

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// This file finds texts with the name of a binary file. Such a text raises a doubt, a reason to ask the user.

// signatures are binary formats: the endings of their file names, and the first bytes of a file (start).
var signatures = []struct{ endings, start string }{
	{".npz .zip .xlsx .xlsm .ods .docx .numbers .gephi .cys .kmz .pt .pth", "PK"}, {".gz .tgz .rds .rdata", "\x1f\x8b"}, {".bz2", "BZh"},
	{".xz", "\xfd7zXZ"}, {".zst", "\x28\xb5\x2f\xfd"}, {".7z", "7z\xbc\xaf"}, {".rar", "Rar!"}, {".npy", "\x93NUMPY"},
	{".pkl .pickle .gpickle", "\x80"}, {".parquet", "PAR1"}, {".feather .arrow", "ARROW1"}, {".h5 .hdf5", "\x89HDF"},
	{".mat", "MATLAB "}, {".sqlite .sqlite3", "SQLite format 3"}, {".xls .doc", "\xd0\xcf\x11\xe0"}, {".sav", "$FL2"}, {".pdf", "%PDF-"},
	{".png", "\x89PNG"}, {".jpg .jpeg", "\xff\xd8\xff"}, {".gif", "GIF8"}, {".gt", "\xe2\x9b\xbe gt"},
}

// misnamedDoubt returns a sentence about a text if its name has the ending of a binary format, and the text begins with other bytes.
// It returns "" for any other file, and for zip archives, pickles and matrices of Pajek. in is the file with its recognised kind.
func misnamedDoubt(in detectedFile) string {
	ending := strings.ToLower(path.Ext(in.Name))
	// Zip archives and pickles are binary, so they hold no text. Pajek calls its matrices .mat, too.
	isPajekMatrix := in.kind == kindPajek && ending == ".mat"
	if in.kind == kindNPZ || in.kind == kindPickle || isPajekMatrix {
		return ""
	}
	for _, format := range signatures {
		hasEnding := slices.Contains(strings.Fields(format.endings), ending)
		if hasEnding && !bytes.HasPrefix(in.Data, []byte(format.start)) {
			return "The file " + quote(cleanName(in.Name)) + " is called " + ending + ", but holds text: it may be another file than you meant."
		}
	}
	return ""
}
