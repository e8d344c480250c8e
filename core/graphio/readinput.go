package graphio

import (
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// The input of Read: unpacked, sorted by kind, and applied to the graph after the reader of its format.

// input is the state of Read. It separates the files of the graph from the files that supplement the graph.
type input struct {
	reader     Reader
	correction Correction
	// files are the files as given; unpack replaces archives and workbooks by their contents.
	files []File
	// left is the number of bytes that all archives together may still give.
	left budget

	// byKind holds the files of the graph. graphs are the contents of its files of kindNPZ.
	byKind filesByKind
	graphs []*npz
	// masks have splits only, maps have restriction maps without features and labels.
	masks, maps []*npz
	networks    []*content.Weights

	// books are the names of the workbooks, unreadSheets those of their sheets that are not read.
	books, unreadSheets []string
	// documents are the names of files without a graph, such as a licence.
	documents []string
	notes     []string
	doubts    []Doubt
}

// totalSize returns the number of bytes of all files. No bytes, and more than MaxInput, are errors.
func totalSize(files []File) (total int, err error) {
	for _, f := range files {
		if total += len(f.Data); total > MaxInput {
			return 0, fault(f.Name, 0, "take a part of the graph", "the files hold more than %d MB", MaxInput>>20)
		}
	}
	if total == 0 {
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
		// Another file is left to unpackAll.
		if book == nil {
			continue
		}
		// The correction names a sheet of the only workbook. The tables read from it have other names.
		if len(in.files) == 1 && len(book.files) > 1 {
			in.correction.Table = book.edges
		} else if len(in.files) == 1 {
			in.correction.Table = ""
		}
		in.files = slices.Concat(in.files[:k], book.files, in.files[k+1:])
		k += len(book.files) - 1
		// A sheet has the name book/sheet.
		sheetName := in.files[k].Name
		in.books = append(in.books, sheetName[:strings.LastIndexByte(sheetName, '/')])
		in.doubts, in.unreadSheets = append(in.doubts, book.doubts...), append(in.unreadSheets, book.others...)
		in.notes = appendNote(in.notes, book.note != "", book.note)
	}
	if in.files, err = unpackAll(in.files, 0, &in.left); err != nil {
		return err
	}
	in.files, in.documents = withoutDocuments(in.files)
	return nil
}

// add detects the kind of a file and appends the file to the files of the graph, or to those that supplement the graph.
func (in *input) add(f File) error {
	detected, err := in.reader.detect(f)
	if err != nil {
		return err
	}
	// A network supplements the graph.
	if detected.kind == kindWeights || detected.kind == kindNPZ && in.reader.isWeights(f) {
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
		// A file of splits supplements the graph, too.
		if !z.hasGraph() {
			in.masks = append(in.masks, z)
			return nil
		}
		// Maps beside other files belong to the graph of those files.
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

// promoteMaps makes the first file of maps the graph where no other file has a graph: the edges of the maps define one.
func (in *input) promoteMaps() {
	if len(in.byKind) == 0 && len(in.maps) > 0 {
		in.byKind[kindNPZ] = []File{{Name: in.maps[0].file}}
		in.graphs, in.maps = in.maps[:1], in.maps[1:]
	}
}

// selectGraph removes the files of other graphs and prose. A note lists all removed files.
func (in *input) selectGraph() {
	in.documents = append(in.documents, in.byKind.selectGraph(in.correction.Table)...)
	in.notes = appendNote(in.notes, len(in.documents) > 0, "Files beside the graph were left out: "+strings.Join(in.documents, ", ")+".")
}

// complete adds notes, doubts, splits, restriction maps and the network to a graph that was read, and checks the correction.
func (in *input) complete(found *Found) error {
	found.Files, found.Graph.Notes = in.files, append(in.notes, found.Graph.Notes...)
	// The recognition of the tables is complete only after the graph.
	found.setRecognition()
	// The name of the workbook is better than that of a sheet.
	if len(in.books) == 1 {
		found.Graph.Name = baseName(in.books[0])
	}
	found.Recognition.Doubts = append(in.doubts, found.Recognition.Doubts...)
	found.Recognition.Unread = in.unreadSheets
	if err := checkCorrection(&in.correction, found.Recognition, in.files[0].Name); err != nil {
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
	if m := found.Maps; m != nil && m.Nodes != nil {
		found.Graph.Notes = appendNote(found.Graph.Notes, true, paddingNote(m, found.Graph.N))
	}
	return nil
}

// addSplits adds the splits of separate files before the splits of the graph's files: the order gives their numbers.
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

// addMaps adds the restriction maps of a separate file. Maps in two files are an error.
func (in *input) addMaps(found *Found) (err error) {
	for _, z := range in.maps {
		if found.Maps != nil {
			return fault(z.file, 0, "choose one of them", "there are restriction maps in two files")
		}
		if found.Maps, err = z.mapsBeside(found.Graph); err != nil {
			return err
		}
	}
	return nil
}
