package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file prepares the files of a call of Read: it unpacks them and sorts them by kind. It adds masks, maps and weights to the graph.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// input is the state of a call of Read. It separates the files of the graph from the files that supplement the graph.
type input struct {
	reader     Reader
	correction Correction
	// files are the files of the user. The method unpack replaces archives and workbooks by their contents.
	files []File
	// left is the number of bytes that may still be unpacked from all archives together (inflate.go).
	left budget

	// byKind holds the files of the graph. graphs are the contents of the files of kindNPZ.
	byKind filesByKind
	graphs []*npz
	// masks are files that have only splits. maps are files that have restriction maps, but neither features nor labels.
	masks, maps []*npz
	// networks are the weights of trained networks, one element per file of weights.
	networks []*content.Weights

	// books are the names of the workbooks. unreadSheets are those of Recognition.Unread.
	books, unreadSheets []string
	// documents are the names of files without a graph, such as a licence.
	documents []string
	// notes and doubts are added to the notes and doubts of the reader of the graph.
	notes  []string
	doubts []Doubt
}

// totalSize returns the number of bytes of all files. A total of 0, or of more than MaxInput, is an error.
func totalSize(files []File) (total int, err error) {
	for _, f := range files {
		total += len(f.Data)
		// The error names the file that exceeds the limit.
		if total > MaxInput {
			return 0, fault(f.Name, 0, "take a part of the graph", "the files hold more than %d MB", MaxInput>>20)
		}
	}
	if total == 0 {
		// A message needs a name, even if there is no file.
		name := "input"
		if len(files) > 0 {
			name = files[0].Name
		}
		return 0, fault(name, 0, "choose the files of a graph", "there is nothing to read")
	}
	return total, nil
}

// unpack replaces workbooks by their sheets and other archives by their files, and removes documents.
func (in *input) unpack() (err error) {
	// A workbook is a zip archive, too: it must become tables before other archives are unpacked.
	for k := 0; k < len(in.files); k++ {
		book, err := openWorkbook(in.files[k], in.correction.Table, &in.left)
		if err != nil {
			return err
		}
		if book == nil { // no workbook: unpackAll below unpacks other archives
			continue
		}
		// If the workbook is the only file, correction.Table is the name of a sheet, which openWorkbook has found. From here on correction.Table
		// must be the name of a file: the file of the sheet with the edges. A single file needs no choice.
		if len(in.files) == 1 {
			in.correction.Table = ""
			if len(book.files) > 1 {
				in.correction.Table = book.edges
			}
		}
		in.files = slices.Concat(in.files[:k], book.files, in.files[k+1:])
		// k becomes the index of the last sheet, whose name has the form book/sheet. A workbook has at least one sheet.
		k += len(book.files) - 1
		sheetName := in.files[k].Name
		in.books = append(in.books, sheetName[:strings.LastIndexByte(sheetName, '/')])
		in.doubts = append(in.doubts, book.doubts...)
		in.unreadSheets = append(in.unreadSheets, book.others...)
		in.notes = appendNote(in.notes, book.note != "", book.note)
	}
	archive := in.files[0].Name                      // the name in the error of archives without files
	in.files, err = unpackAll(in.files, 0, &in.left) // 0: no archive is around these files
	if err != nil {
		return err
	}
	if len(in.files) == 0 {
		return fault(archive, 0, "choose the files of a graph", "the archive is empty")
	}
	in.files, in.documents = withoutDocuments(in.files)
	return nil
}

// add detects the kind of a file. It appends the file to the files of the graph, or to the masks, maps or networks beside the graph.
func (in *input) add(f File) error {
	detected, err := in.reader.detect(f)
	if err != nil {
		return err
	}
	// Weights supplement the graph. They may be in safetensors or in a zip archive.
	isWeightArchive := detected.kind == kindNPZ && in.reader.isWeights(f)
	if detected.kind == kindWeights || isWeightArchive {
		network, err := in.reader.weights(f, &in.left)
		if err != nil {
			return err
		}
		in.networks = append(in.networks, network)
		return nil
	}
	if detected.kind == kindNPZ {
		z, err := readNPZ(f, &in.left)
		if err != nil {
			return err
		}
		// An npz file without a graph has masks (see hasGraph).
		if !z.hasGraph() {
			in.masks = append(in.masks, z)
			in.notes = appendNote(in.notes, z.hasNodeData(), "Of "+quote(cleanName(z.file))+
				", only the sets of nodes were read: the file has no edges.")
			return nil
		}
		// Maps in one of several files belong to the graph of the other files.
		if z.bareMaps() && len(in.files) > 1 {
			in.maps = append(in.maps, z)
			return nil
		}
		in.graphs = append(in.graphs, z)
	}
	in.byKind[detected.kind] = append(in.byKind[detected.kind], detected.File)
	in.notes = appendNote(in.notes, detected.note != "", detected.note)
	if detected.guess {
		in.doubts = append(in.doubts, Doubt{Rule: "encoding", Text: detected.note})
	}
	if text := misnamedDoubt(detected); text != "" {
		in.doubts = append(in.doubts, Doubt{Rule: "name", Text: text})
	}
	return nil
}

// promoteMaps makes the first file of maps the file of the graph if no other file has a graph. The edges of the maps are then the graph.
func (in *input) promoteMaps() {
	if len(in.byKind) == 0 && len(in.maps) > 0 {
		// A File without Data suffices, because readKinds takes the contents of npz files from in.graphs.
		in.byKind[kindNPZ] = []File{{Name: in.maps[0].file}}
		in.graphs, in.maps = in.maps[:1], in.maps[1:]
	}
}

// selectGraph removes the files of other graphs and the prose. A note lists the removed files and the documents.
func (in *input) selectGraph() {
	in.documents = append(in.documents, in.byKind.selectGraph(in.correction.Table)...)
	in.graphs = slices.DeleteFunc(in.graphs, func(z *npz) bool {
		return !slices.ContainsFunc(in.byKind[kindNPZ], func(f File) bool { return f.Name == z.file })
	})
	in.notes = appendNote(in.notes, len(in.documents) > 0, leftOutNote(in.documents))
}

// complete adds notes, doubts, splits, restriction maps and the network to the graph in found, and checks the correction.
func (in *input) complete(found *Found) error {
	found.Files = in.files
	found.Graph.Notes = append(in.notes, found.Graph.Notes...)
	// The recognition of the tables is complete only after the graph has been read.
	found.setRecognition()
	// A graph with a single workbook has the name of the workbook. The reader has used the name of a file or a sheet.
	if len(in.books) == 1 {
		found.Graph.Name = baseName(in.books[0])
	}
	found.Recognition.Doubts = append(in.doubts, found.Recognition.Doubts...)
	found.Recognition.Unread = in.unreadSheets
	if err := checkCorrection(&in.correction, found.Recognition, in.files); err != nil {
		return err
	}
	if err := in.addSplits(found); err != nil {
		return err
	}
	if err := in.addMaps(found); err != nil {
		return err
	}
	if len(in.networks) > 0 {
		found.Weights = in.networks[0]
	}
	// Maps whose stalks differ in dimension are padded with zeros, which a note explains.
	if m := found.Maps; m != nil && m.Nodes != nil {
		found.Graph.Notes = appendNote(found.Graph.Notes, true, paddingNote(m, found.Graph.N))
	}
	return nil
}

// addSplits inserts the splits of separate files before the splits of the graph's files. The number of a split is its place in this order.
func (in *input) addSplits(found *Found) error {
	graphSplits := found.Splits
	found.Splits = nil
	for _, z := range in.masks {
		splits, err := z.splits(found.Graph.N)
		if err != nil {
			return err
		}
		found.Splits = append(found.Splits, splits...)
	}
	found.Splits = append(found.Splits, graphSplits...)
	return nil
}

// addMaps adds the restriction maps of a separate file. Maps in two files are an error, and so are maps on other edges than the graph's.
func (in *input) addMaps(found *Found) (err error) {
	for _, z := range in.maps {
		if found.Maps != nil {
			return fault(z.file, 0, "choose one of them", "there are restriction maps in two files")
		}
		found.Maps, err = z.mapsBeside(found.Graph)
		if err != nil {
			return err
		}
	}
	return nil
}
