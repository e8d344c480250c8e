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

// kind is what a single file turned out to be: one of these, or kindAlone + k, the k-th of texts.
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

// texts distinguishes text files by their text without space around it; the first that fits is taken, and a table when none does. A format
// whose graph is one file has its reader here; the others have a kind.
var texts = []textFormat{
	{starts("<"), "XML", readXML, 0},
	{isBracketed, "matrix in brackets", readBracketed, 0},
	{isLiteral, "Python literal", readLiteral, 0},
	{isFormula, "igraph formula", readFormula, 0},
	{isFacts, "list of calls", readFacts, 0},
	{starts("{", "["), "", nil, kindJSON},
	{isMarket, "Matrix Market", readMarket, 0},
	{isPartition, "", nil, kindPartition},
	{isPajek, "", nil, kindPajek},
	{isGraph6, "graph6", readGraph6, 0},
	{isIndex, "", nil, kindIndex},
	{isGML, "GML", readGML, 0},
	{isDOT, "DOT", readDOT, 0},
	{isDIMACS, "DIMACS", readDIMACS, 0},
}

type textFormat struct {
	is     func(d []byte) bool
	format string
	read   func(f File, c *Correction) (*Found, error)
	kind   kind
}

// input is a file that has been recognised; text kinds are normalised.
type input struct {
	File
	kind kind
	note string // note says how it was decoded, "" for UTF-8.
	// guess reports whether the encoding is a guess.
	guess bool
}

// Reader reads graphs. Decode decodes texts in the encodings of two bytes a character, which have a name in the Encoding Standard (WHATWG);
// without it they are refused.
type Reader struct {
	// Model is the model of core/peer that weights in the files are for, "" for any.
	Model  string
	Decode func(name string, text []byte) ([]byte, error)
}

// Read recognises and reads a graph from the files that make it up, with any mask files beside them. Of weights alone there is no graph
// (Found.Alone). Compressed files and archives are
// unpacked. The error is an *Error.
func Read(files []File) (*Found, error) { return ReadAs(files, Correction{}) }

// ReadAs is Read for files of which the user says what a guess would miss.
func ReadAs(files []File, c Correction) (*Found, error) { return Reader{}.ReadAs(files, c) }

// ReadAs is the function of that name with the decoder of r.
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
	// One allowance for everything that is inflated, or archives inside an archive would multiply it.
	left := budget(allowance(total))
	var doubts []Doubt
	var notes []string
	var sheets, books []string
	for k := 0; k < len(files); k++ {
		book, err := openBook(files[k], c.Table, &left)
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
		note(&notes, book.note != "", book.note)
	}
	files, err := expand(files, 0, &left)
	if err != nil {
		return nil, err
	}
	var masks, maps, graphs []*npz
	var nets []*content.Weights
	files, documents := withoutDocuments(files)
	byKind := kinds{}
	for _, f := range files {
		in, err := r.recognise(f)
		if err != nil {
			return nil, err
		}
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
		note(&notes, in.note != "", in.note)
		if in.guess {
			doubts = append(doubts, Doubt{Rule: "encoding", Text: in.note})
		}
		if text := misnamed(in); text != "" {
			doubts = append(doubts, Doubt{Rule: "name", Text: text})
		}
	}
	if len(byKind) == 0 && len(maps) > 0 { // with masks alone beside it
		byKind[kindNPZ], graphs, maps = []File{{Name: maps[0].file}}, maps[:1], maps[1:]
	}
	if len(nets) > 1 {
		return nil, fault(nets[1].File, 0, "choose one of them", "there are weights of networks in two files")
	}
	if len(byKind) == 0 && len(nets) > 0 {
		return &Found{Weights: nets[0], Format: "weights"}, nil
	}
	documents = append(documents, byKind.choose(c.Table)...)
	note(&notes, len(documents) > 0, "Files beside the graph were left out: "+strings.Join(documents, ", ")+".")
	res, err := readKinds(byKind, graphs, &c)
	if err != nil {
		return nil, err
	}
	res.Files, res.Graph.Notes = files, append(notes, res.Graph.Notes...)
	res.recognise()
	if len(books) == 1 {
		res.Graph.Name = baseName(books[0])
	}
	res.Recognition.Doubts, res.Recognition.Unread = append(doubts, res.Recognition.Doubts...), sheets
	if err := correctable(&c, res.Recognition, files[0].Name); err != nil {
		return nil, err
	}
	// Splits of their own files come first, so that their numbers are those of the files.
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
		if res.Maps, err = z.beside(res.Graph); err != nil {
			return nil, err
		}
	}
	if len(nets) > 0 {
		res.Weights = nets[0]
	}
	if m := res.Maps; m != nil && m.Nodes != nil {
		note(&res.Graph.Notes, true, filledNote(m, res.Graph.N))
	}
	return res, nil
}

// kinds are files by their kind.
type kinds map[kind][]File

// choose leaves out what is no part of a graph in a format of its own: prose, and other graphs than the user named. It returns the names.
func (by kinds) choose(said string) (left []string) {
	for _, k := range by.all() {
		chosen := slices.IndexFunc(by[k], func(f File) bool { return path.Base(f.Name) == said })
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

// readKinds hands the files to the reader of their format.
func readKinds(by kinds, graphs []*npz, c *Correction) (*Found, error) {
	one := func(k kind, format string, read func(File, *Correction) (*Found, error)) (*Found, error) {
		if len(by) > 1 || len(by[k]) > 1 {
			return nil, mixed(by, format)
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
			return nil, mixed(by, "Geom-GCN")
		}
		return readGeomGCN(e[0], n[0])
	case by[kindPickle] != nil:
		if len(by) > 2 || len(by) == 2 && by[kindIndex] == nil || len(by[kindIndex]) > 1 {
			return nil, mixed(by, "Planetoid")
		}
		return readPlanetoid(by[kindPickle], by[kindIndex])
	case by[kindNPZ] != nil:
		return one(kindNPZ, "npz", func(File, *Correction) (*Found, error) { return readNPZGraph(graphs[0]) })
	case by[kindPajek] != nil:
		for k := 0; k < len(by[kindPajek]) && len(by[kindPajek]) > 1; k++ {
			if f := by[kindPajek][k]; pajekNumbers(f.Data, true) != nil {
				by[kindPajek], by[kindPartition] = slices.Delete(by[kindPajek], k, k+1), append(by[kindPartition], f)
				k--
			}
		}
		if len(by[kindPajek]) > 1 || len(by) > 2 || len(by) == 2 && by[kindPartition] == nil {
			return nil, mixed(by, "Pajek")
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

// mixed reports files that do not belong together.
func mixed(by kinds, format string) error {
	name, total := "", 0
	for _, k := range by.all() {
		if total += len(by[k]); len(by[k]) > 0 {
			name = by[k][len(by[k])-1].Name
		}
	}
	return fault(name, 0, "choose the files of one graph, or say which one with -edge-file FILE",
		"the %d files look like more than one %s graph", total, format)
}

// recognise detects the kind of one file from its content.
func (r Reader) recognise(f File) (in input, err error) {
	if in.File = f; len(f.Data) == 0 {
		return in, fault(f.Name, 0, "fetch the file again", "the file is empty")
	}
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
	switch k := slices.IndexFunc(texts, func(t textFormat) bool { return t.is(d) }); {
	case isGeomEdges(in.Data):
		in.kind = kindGeomEdges
	case isGeomNodes(in.Data):
		in.kind = kindGeomNodes
	case k >= 0:
		in.kind = cmp.Or(texts[k].kind, kindAlone+kind(k))
	}
	return in, nil
}

// isIndex reports whether a text is a list of node ids, one a line.
func isIndex(d []byte) bool {
	return !bytes.ContainsFunc(d, func(c rune) bool { return (c < '0' || c > '9') && c != '\n' })
}

// splitName names the k-th of several splits of one file.
func splitName(file string, k, of int) string {
	file = cleanName(file[strings.LastIndexAny(file, `/\`)+1:])
	if of == 1 {
		return file
	}
	return fmt.Sprintf("%s #%d", file, k)
}

// all returns the kinds of files that there are, in their order.
func (by kinds) all() []kind { return slices.Sorted(maps.Keys(by)) }
