package graphio

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// kind is the kind of a single file: one of these, or kindAlone + k for entry k of texts.
type kind int

const (
	kindTable kind = iota
	kindGeomEdges
	kindGeomNodes
	kindPickle
	kindNPZ
	kindJSON
	kindPajek
	kindPartition
	kindIndex
	kindWeights
	kindAlone
)

// texts are the text formats, tested in this order on the text without surrounding space. A text of no format is a table.
// A format whose graph is one file has its reader here. The others have a kind.
var texts = []textFormat{
	{startsWith("<"), "XML", readXML, 0},
	{isBracketed, "matrix in brackets", readBracketed, 0},
	{isLiteral, "Python literal", readLiteral, 0},
	{isFormula, "igraph formula", readFormula, 0},
	{isCallList, "list of calls", readCallList, 0},
	{startsWith("{", "["), "", nil, kindJSON},
	{isMarket, "Matrix Market", readMarket, 0},
	{isPartition, "", nil, kindPartition},
	{isPajek, "", nil, kindPajek},
	{isGraph6, "graph6", readGraph6, 0},
	{isIndex, "", nil, kindIndex},
	{isGML, "GML", readGML, 0},
	{isDOT, "DOT", readDOT, 0},
	{isDIMACS, "DIMACS", readDIMACS, 0},
}

// textFormat is a format of texts. read is nil where several files make a graph.
type textFormat struct {
	matches func(d []byte) bool
	format  string
	read    func(f File, c *Correction) (*Found, error)
	kind    kind
}

// detectedFile is a file with its kind. Texts are in UTF-8 with LF line ends.
type detectedFile struct {
	File
	kind kind
	// note names another encoding of the file, "" for UTF-8.
	note string
	// guess reports that the encoding was guessed.
	guess bool
}

// Reader reads graphs with options.
type Reader struct {
	// Model is the model of core/peer that weights in the files are for, "" for any.
	Model string
	// Decode decodes texts in encodings with two bytes a character, by their name in the Encoding Standard (WHATWG).
	// Without it such texts are refused.
	Decode func(name string, text []byte) ([]byte, error)
}

// Read reads a graph from its files, with mask files beside them. Compressed files and archives are unpacked.
// Weights alone give no graph (Found.RequireGraph). The error is an *Error.
func Read(files []File) (*Found, error) { return ReadAs(files, Correction{}) }

// ReadAs is Read with a correction of the recognition.
func ReadAs(files []File, c Correction) (*Found, error) { return Reader{}.ReadAs(files, c) }

// ReadAs is [ReadAs] with the options of r.
func (r Reader) ReadAs(files []File, c Correction) (*Found, error) {
	total := 0
	for _, f := range files {
		if total += len(f.Data); total > MaxInput {
			return nil, fault(f.Name, 0, "take a part of the graph", "the files hold more than %d MB", MaxInput>>20)
		}
	}
	if total == 0 {
		name := "input"
		if len(files) > 0 {
			name = files[0].Name
		}
		return nil, fault(name, 0, "choose the files of a graph", "there is nothing to read")
	}
	// One budget for all files: otherwise archives inside an archive would multiply the allowance.
	left := budget(allowance(total))
	var doubts []Doubt
	var notes []string
	var sheets, books []string
	// Workbooks become tables before other archives are unpacked.
	for k := 0; k < len(files); k++ {
		book, err := openWorkbook(files[k], c.Table, &left)
		if err != nil {
			return nil, err
		}
		if book == nil {
			continue
		}
		if len(files) == 1 && len(book.files) > 1 {
			c.Table = book.edges
		} else if len(files) == 1 {
			c.Table = ""
		}
		files = slices.Concat(files[:k], book.files, files[k+1:])
		k += len(book.files) - 1
		books = append(books, files[k].Name[:strings.LastIndexByte(files[k].Name, '/')])
		doubts, sheets = append(doubts, book.doubts...), append(sheets, book.others...)
		notes = appendNote(notes, book.note != "", book.note)
	}
	files, err := unpackAll(files, 0, &left)
	if err != nil {
		return nil, err
	}
	var masks, maps, graphs []*npz
	var nets []*content.Weights
	files, documents := withoutDocuments(files)
	byKind := filesByKind{}
	for _, f := range files {
		in, err := r.detect(f)
		if err != nil {
			return nil, err
		}
		// Weights, masks and restriction maps supplement the graph and are applied after it.
		if in.kind == kindWeights || in.kind == kindNPZ && r.isWeights(f) {
			net, err := r.weights(f, &left)
			if err != nil {
				return nil, err
			}
			nets = append(nets, net)
			continue
		}
		if in.kind == kindNPZ {
			z, err := readNPZ(f, &left)
			if err != nil {
				return nil, err
			}
			if !z.hasGraph() {
				masks = append(masks, z)
				continue
			}
			if z.bareMaps() && len(files) > 1 {
				maps = append(maps, z)
				continue
			}
			graphs = append(graphs, z)
		}
		byKind[in.kind] = append(byKind[in.kind], in.File)
		notes = appendNote(notes, in.note != "", in.note)
		if in.guess {
			doubts = append(doubts, Doubt{Rule: "encoding", Text: in.note})
		}
		if text := misnamedDoubt(in); text != "" {
			doubts = append(doubts, Doubt{Rule: "name", Text: text})
		}
	}
	// Maps without another graph define their graph themselves.
	if len(byKind) == 0 && len(maps) > 0 {
		byKind[kindNPZ], graphs, maps = []File{{Name: maps[0].file}}, maps[:1], maps[1:]
	}
	if len(nets) > 1 {
		return nil, fault(nets[1].File, 0, "choose one of them", "there are weights of networks in two files")
	}
	if len(byKind) == 0 && len(nets) > 0 {
		return &Found{Weights: nets[0], Format: "weights"}, nil
	}
	documents = append(documents, byKind.selectGraph(c.Table)...)
	notes = appendNote(notes, len(documents) > 0, "Files beside the graph were left out: "+strings.Join(documents, ", ")+".")
	res, err := readKinds(byKind, graphs, &c)
	if err != nil {
		return nil, err
	}
	res.Files, res.Graph.Notes = files, append(notes, res.Graph.Notes...)
	res.setRecognition()
	if len(books) == 1 {
		res.Graph.Name = baseName(books[0])
	}
	res.Recognition.Doubts, res.Recognition.Unread = append(doubts, res.Recognition.Doubts...), sheets
	if err := checkCorrection(&c, res.Recognition, files[0].Name); err != nil {
		return nil, err
	}
	// Splits of separate files come first, so that their numbers are those of the files.
	own := res.Splits
	res.Splits = nil
	for _, z := range masks {
		splits, err := z.splits(res.Graph.N)
		if err != nil {
			return nil, err
		}
		res.Splits = append(res.Splits, splits...)
	}
	res.Splits = append(res.Splits, own...)
	for _, z := range maps {
		if res.Maps != nil {
			return nil, fault(z.file, 0, "choose one of them", "there are restriction maps in two files")
		}
		if res.Maps, err = z.mapsBeside(res.Graph); err != nil {
			return nil, err
		}
	}
	if len(nets) > 0 {
		res.Weights = nets[0]
	}
	if m := res.Maps; m != nil && m.Nodes != nil {
		res.Graph.Notes = appendNote(res.Graph.Notes, true, paddingNote(m, res.Graph.N))
	}
	return res, nil
}

// filesByKind are files by their kind.
type filesByKind map[kind][]File

// selectGraph removes prose beside tables, and all files but the one named by the user. It returns the names of the removed files.
func (by filesByKind) selectGraph(said string) (left []string) {
	for _, k := range by.kinds() {
		chosen := slices.IndexFunc(by[k], func(f File) bool { return path.Base(f.Name) == said })
		// The user's choice among tables is applied by readTables.
		if k == kindTable || said == "" || chosen < 0 || k == kindNPZ || k == kindPickle {
			continue
		}
		for q, list := range by {
			for i, f := range list {
				if q != k || i != chosen {
					left = append(left, quote(cleanName(f.Name)))
				}
			}
		}
		file := by[k][chosen]
		clear(by)
		by[k] = []File{file}
		slices.Sort(left)
		return left
	}
	if len(by) > 1 || len(by[kindTable]) > 1 {
		by[kindTable] = slices.DeleteFunc(by[kindTable], func(f File) bool {
			prose := isProse(f.Data)
			if prose {
				left = append(left, quote(cleanName(f.Name)))
			}
			return prose
		})
		if len(by[kindTable]) == 0 {
			delete(by, kindTable)
		}
	}
	return left
}

// readKinds reads files with the reader of their format.
func readKinds(by filesByKind, graphs []*npz, c *Correction) (*Found, error) {
	// one reads the single file of a kind.
	one := func(k kind, format string, read func(File, *Correction) (*Found, error)) (*Found, error) {
		if len(by) > 1 || len(by[k]) > 1 {
			return nil, mixedFiles(by, format)
		}
		return read(by[k][0], c)
	}
	switch {
	case len(by) == 0:
		return nil, fault("input", 0, "add the files of the graph that the masks belong to", "there are only masks, no graph")
	case by[kindGeomEdges] != nil || by[kindGeomNodes] != nil:
		e, n := by[kindGeomEdges], by[kindGeomNodes]
		if len(e) == 0 {
			return nil, fault(n[0].Name, 0, geomRemedy, "the edge file that belongs to this node file is missing")
		}
		if len(n) == 0 {
			return nil, fault(e[0].Name, 0, geomRemedy, "the node file that belongs to this edge file is missing")
		}
		if len(by) > 2 || len(e) > 1 || len(n) > 1 {
			return nil, mixedFiles(by, "Geom-GCN")
		}
		return readGeomGCN(e[0], n[0])
	case by[kindPickle] != nil:
		if len(by) > 2 || len(by) == 2 && by[kindIndex] == nil || len(by[kindIndex]) > 1 {
			return nil, mixedFiles(by, "Planetoid")
		}
		return readPlanetoid(by[kindPickle], by[kindIndex])
	case by[kindNPZ] != nil:
		return one(kindNPZ, "npz", func(File, *Correction) (*Found, error) { return readNPZGraph(graphs[0]) })
	// A partition without its own section is detected only beside a network.
	case by[kindPajek] != nil:
		for k := 0; k < len(by[kindPajek]) && len(by[kindPajek]) > 1; k++ {
			f := by[kindPajek][k]
			if numbers, _ := pajekNumbers(f.Data); numbers != nil {
				by[kindPajek], by[kindPartition] = slices.Delete(by[kindPajek], k, k+1), append(by[kindPartition], f)
				k--
			}
		}
		if len(by[kindPajek]) > 1 || len(by) > 2 || len(by) == 2 && by[kindPartition] == nil {
			return nil, mixedFiles(by, "Pajek")
		}
		return readPajek(by[kindPajek][0], by[kindPartition], c)
	case by[kindPartition] != nil:
		return nil, fault(by[kindPartition][0].Name, 0, "add the network (.net) that it belongs to",
			"this is a Pajek partition without its network")
	case by[kindJSON] != nil && by[kindTable] == nil:
		return one(kindJSON, "node-link JSON", readJSON)
	}
	for k, t := range texts {
		if own := kindAlone + kind(k); by[own] != nil {
			return one(own, t.format, t.read)
		}
	}
	return readTables(append(by[kindTable], by[kindIndex]...), by[kindJSON], c)
}

// mixedFiles returns the error of files of several graphs.
func mixedFiles(by filesByKind, format string) error {
	name, total := "", 0
	for _, k := range by.kinds() {
		if total += len(by[k]); len(by[k]) > 0 {
			name = by[k][len(by[k])-1].Name
		}
	}
	return fault(name, 0, "choose the files of one graph, or say which one with -edge-file FILE",
		"the %d files look like more than one %s graph", total, format)
}

// detect returns the kind of a file by its content: first by its first bytes, then by its text.
func (r Reader) detect(f File) (in detectedFile, err error) {
	if in.File = f; len(f.Data) == 0 {
		return in, fault(f.Name, 0, "fetch the file again", "the file is empty")
	}
	// Binary formats without a reader are refused before decoding.
	if err := refuse(f, f.Data, unreadBytes, 0); err != nil {
		return in, err
	}
	switch {
	case f.Data[0] == 0x80 && len(f.Data) > 1 && f.Data[1] <= 5:
		in.kind = kindPickle
		return in, nil
	case isSafetensors(f.Data):
		in.kind = kindWeights
		return in, nil
	case bytes.HasPrefix(f.Data, []byte("PK")) && bytes.IndexByte(f.Data, 0) >= 0:
		in.kind = kindNPZ
		return in, nil
	}
	if in.Data, in.note, in.guess, err = r.toText(f); err != nil {
		return in, err
	}
	d := bytes.TrimSpace(in.Data)
	if len(d) == 0 {
		return in, fault(f.Name, 0, "choose the files of a graph", "the file is blank")
	}
	if err := refuse(f, d, unreadTexts, 1); err != nil {
		return in, err
	}
	switch k := slices.IndexFunc(texts, func(t textFormat) bool { return t.matches(d) }); {
	case isGeomEdges(in.Data):
		in.kind = kindGeomEdges
	case isGeomNodes(in.Data):
		in.kind = kindGeomNodes
	case k >= 0:
		in.kind = cmp.Or(texts[k].kind, kindAlone+kind(k))
	}
	return in, nil
}

// isIndex reports whether a text has digits and line ends only: a list of node ids, one a line.
func isIndex(d []byte) bool {
	return !bytes.ContainsFunc(d, func(c rune) bool { return (c < '0' || c > '9') && c != '\n' })
}

// splitName returns the name of split k of a file with so many splits.
func splitName(file string, k, of int) string {
	file = cleanName(file[strings.LastIndexAny(file, `/\`)+1:])
	if of == 1 {
		return file
	}
	return fmt.Sprintf("%s #%d", file, k)
}

// kinds returns the kinds of the files in ascending order.
func (by filesByKind) kinds() []kind { return slices.Sorted(maps.Keys(by)) }
