package graphio

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"sheafscope/core/order"
	"sheafscope/core/words"
)

// This file detects the formats of files, and calls the reader of each format.

// kind is the kind of a file: one of the constants below, or kindSingle + k.
// kindSingle + k means that the file has the format of entry k of texts. A graph in this format is a single file.
type kind int

const (
	// kindTable is a text in none of the other formats.
	kindTable kind = iota
	// kindGeomEdges and kindGeomNodes are the two files of a Geom-GCN set.
	kindGeomEdges
	kindGeomNodes
	// kindPickle is a file of a Planetoid set. kindNPZ is any zip archive: an npz file of a graph, of splits, maps or weights.
	kindPickle
	kindNPZ
	kindJSON
	// kindPajek is a network of Pajek. kindPartition is a partition or a vector of the vertices of a network.
	kindPajek
	kindPartition
	// kindIndex is a list of integers: the test nodes of a Planetoid set, or a table.
	kindIndex
	// kindWeights is a trained network in safetensors.
	kindWeights
	// kindSingle is the kind of entry 0 of texts.
	kindSingle
)

// texts are the text formats. The first entry that matches a text decides. A text that matches no entry is a table.
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

// textFormat is a format of texts.
type textFormat struct {
	// matches reports whether a text has the format. Its argument has no surrounding space.
	matches func(d []byte) bool
	// format is the name of the format in messages. It is "" if read is nil, because readKinds then names the format.
	format string
	// read is the reader of a graph in a single file. If a graph may have several files, read is nil, and kind is set instead.
	read func(f File, c *Correction) (*Found, error)
	kind kind
}

// detectedFile is a file with its kind. Texts are in UTF-8 with LF line ends.
type detectedFile struct {
	File
	kind kind
	// note is a sentence about the encoding of the file. It is "" if the file is in UTF-8.
	note string
	// guess reports that the encoding was guessed.
	guess bool
}

// Reader reads graphs with options.
type Reader struct {
	// Model is the name of the model of core/peer to which weights in the files must belong. "" permits weights of any model.
	Model string
	// Decode decodes a text in an encoding with two bytes a character. name is the name of the encoding in the Encoding Standard (WHATWG).
	// If Decode is nil, such texts are refused.
	Decode func(name string, text []byte) ([]byte, error)
}

// Read reads a graph from its files. Files of masks, restriction maps or weights may supplement the graph.
// Compressed files and archives are unpacked. If all files are weights, Found has no graph (see Found.RequireGraph).
// The error is an *Error.
func Read(files []File) (*Found, error) { return ReadAs(files, Correction{}) }

// ReadAs is Read with a correction: choices of the user, such as the columns of the two ends, in place of what Read recognises.
func ReadAs(files []File, c Correction) (*Found, error) { return Reader{}.ReadAs(files, c) }

// ReadAs is [ReadAs] with the options of r.
func (r Reader) ReadAs(files []File, c Correction) (*Found, error) {
	total, err := totalSize(files)
	if err != nil {
		return nil, err
	}
	// All files share one budget of inflated bytes (inflate.go), because archives inside an archive would multiply it.
	in := &input{reader: r, correction: c, files: files, left: budget(allowance(total)), byKind: filesByKind{}}
	if err := in.unpack(); err != nil {
		return nil, err
	}
	// The limits above apply to archives. Arrays may inflate at any ratio, up to MaxInflated with the bytes of the archives.
	in.left += budget(MaxInflated - allowance(total))
	for _, f := range in.files {
		if err := in.add(f); err != nil {
			return nil, err
		}
	}
	in.promoteMaps()
	if len(in.networks) > 1 {
		return nil, fault(in.networks[1].File, 0, "choose one of them", "there are weights of networks in two files")
	}
	if len(in.byKind) == 0 && len(in.masks) > 0 {
		return nil, fault(in.masks[0].file, 0, "add the files of the graph that the masks belong to",
			"there are only masks%s, no graph", words.Either(len(in.networks) > 0, " and weights", ""))
	}
	if len(in.byKind) == 0 {
		return &Found{Weights: in.networks[0], Format: "weights"}, nil
	}
	in.selectGraph()
	found, err := readKinds(in.byKind, in.graphs, &in.correction)
	if err != nil {
		return nil, err
	}
	if err := in.complete(found); err != nil {
		return nil, err
	}
	return found, nil
}

// filesByKind are files by their kind.
type filesByKind map[kind][]File

// selectGraph removes files that do not belong to the graph, and returns their quoted names.
//   - If tableName is the name of a file, without its folder, only this file is kept, and the files that it may need: beside a table other
//     tables, lists of integers and JSON, beside a pickle other pickles and lists of integers.
//   - Of several files, the tables that are prose are removed. If all files are prose, the first is kept.
func (by filesByKind) selectGraph(tableName string) (removed []string) {
	// keep removes the files of a kind that are not in list.
	keep := func(k kind, list []File) {
		for _, f := range by[k] {
			if !slices.ContainsFunc(list, func(kept File) bool { return kept.Name == f.Name }) {
				removed = append(removed, quote(cleanName(f.Name)))
			}
		}
		by[k] = list
		if len(list) == 0 {
			delete(by, k)
		}
	}
	isChosen := func(f File) bool { return path.Base(f.Name) == tableName }
	for _, k := range by.kinds() {
		chosen := slices.IndexFunc(by[k], isChosen)
		if tableName == "" || chosen < 0 {
			continue
		}
		// readTables selects among tables.
		needed := map[kind][]kind{kindTable: {kindTable, kindIndex, kindJSON}, kindPickle: {kindPickle, kindIndex}}[k]
		file := by[k][chosen]
		for _, other := range by.kinds() {
			if other == k && needed == nil {
				keep(k, []File{file})
			} else if !slices.Contains(needed, other) {
				keep(other, nil)
			}
		}
		order.Names(removed)
		break
	}
	var graphs []File
	for _, f := range by[kindTable] {
		if !isProse(f.Data) {
			graphs = append(graphs, f)
		}
	}
	// The reader of tables gives the error of prose, or reads a single file all the same.
	isOnlyProse := len(by) == 1 && len(graphs) == 0
	if isOnlyProse {
		graphs = by[kindTable][:min(1, len(by[kindTable]))]
	}
	keep(kindTable, graphs)
	return removed
}

// readKinds reads the files of a graph with the reader of their format. graphs are the contents of the npz files.
// Files of several graphs are an error, and so is a part of a graph without its other parts.
func readKinds(by filesByKind, graphs []*npz, c *Correction) (*Found, error) {
	// readSingle requires a single file and reads it.
	readSingle := func(k kind, format string, read func(File, *Correction) (*Found, error)) (*Found, error) {
		if len(by) > 1 || len(by[k]) > 1 {
			return nil, mixedFiles(by, format)
		}
		return read(by[k][0], c)
	}
	// The first case that applies decides about the format. Files of other kinds are then an error.
	switch {
	case by[kindGeomEdges] != nil || by[kindGeomNodes] != nil:
		edgeFiles, nodeFiles := by[kindGeomEdges], by[kindGeomNodes]
		if len(edgeFiles) == 0 {
			return nil, fault(nodeFiles[0].Name, 0, geomRemedy, "the edge file that belongs to this node file is missing")
		}
		if len(nodeFiles) == 0 {
			return nil, fault(edgeFiles[0].Name, 0, geomRemedy, "the node file that belongs to this edge file is missing")
		}
		if len(by) > 2 || len(edgeFiles) > 1 || len(nodeFiles) > 1 {
			return nil, mixedFiles(by, "Geom-GCN")
		}
		return readGeomGCN(edgeFiles[0], nodeFiles[0])
	case by[kindPickle] != nil:
		hasOtherKinds := by.hasOtherKinds(kindPickle, kindIndex)
		if hasOtherKinds || len(by[kindIndex]) > 1 {
			return nil, mixedFiles(by, "Planetoid")
		}
		return readPlanetoid(by[kindPickle], by[kindIndex])
	case by[kindNPZ] != nil:
		return readSingle(kindNPZ, "npz", func(File, *Correction) (*Found, error) { return readNPZGraph(graphs[0]) })
	case by[kindPajek] != nil:
		by.separatePartitions()
		hasOtherKinds := by.hasOtherKinds(kindPajek, kindPartition)
		if hasOtherKinds || len(by[kindPajek]) > 1 {
			return nil, mixedFiles(by, "Pajek")
		}
		return readPajek(by[kindPajek][0], by[kindPartition], c)
	case by[kindPartition] != nil:
		return nil, fault(by[kindPartition][0].Name, 0, "add the network (.net) that it belongs to",
			"this is a Pajek partition without its network")
	// JSON beside tables holds features, which readTables reads.
	case by[kindJSON] != nil && by[kindTable] == nil:
		return readSingle(kindJSON, "node-link JSON", readJSON)
	}
	// An entry with a kind instead of a reader has no files of the kind kindSingle + k (see detect).
	for k, t := range texts {
		single := kindSingle + kind(k)
		if by[single] != nil {
			return readSingle(single, t.format, t.read)
		}
	}
	// All other files are tables. Without a pickle, a list of integers (kindIndex) is a table, too.
	return readTables(append(by[kindTable], by[kindIndex]...), by[kindJSON], c)
}

// hasOtherKinds reports whether the files have another kind than first and second.
func (by filesByKind) hasOtherKinds(first, second kind) bool {
	for k := range by {
		if k != first && k != second {
			return true
		}
	}
	return false
}

// separatePartitions moves Pajek partitions from kindPajek to kindPartition, but leaves at least one file in kindPajek as the network.
// detect gives a partition the kind kindPajek if it looks like a network without edges.
func (by filesByKind) separatePartitions() {
	for k := 0; k < len(by[kindPajek]) && len(by[kindPajek]) > 1; k++ {
		f := by[kindPajek][k]
		if numbers, _ := pajekNumbers(f.Data); numbers != nil {
			by[kindPajek] = slices.Delete(by[kindPajek], k, k+1)
			by[kindPartition] = append(by[kindPartition], f)
			k-- // the next file now has the index k
		}
	}
}

// mixedFiles returns the error of files that are not one graph in the format. The error names the last file of the last kind.
func mixedFiles(by filesByKind, format string) error {
	name, total := "", 0
	for _, k := range by.kinds() {
		total += len(by[k])
		if len(by[k]) > 0 {
			name = by[k][len(by[k])-1].Name
		}
	}
	// Files of several kinds may be of several formats.
	graph := words.Either(len(by) == 1, format+" graph", "graph")
	return fault(name, 0, "choose the files of one graph, or say which one with -edge-file FILE",
		"the %d files look like more than one %s", total, graph)
}

// detect returns the file with its kind. It detects binary formats by their first bytes, and decodes any other file as a text.
// Empty files, files of white space, texts that cannot be decoded, and known formats without a reader are errors.
func (r Reader) detect(f File) (in detectedFile, err error) {
	in.File = f
	if len(f.Data) == 0 {
		return in, fault(f.Name, 0, "fetch the file again", "the file is empty")
	}
	if err := refuse(f, f.Data, unreadBytes, 0); err != nil {
		return in, err
	}
	// A pickle begins with the opcode PROTO and a protocol version up to 5.
	const opcodePROTO, maxProtocol = 0x80, 5
	switch {
	case len(f.Data) > 1 && f.Data[0] == opcodePROTO && f.Data[1] <= maxProtocol:
		in.kind = kindPickle
		return in, nil
	case isSafetensors(f.Data):
		in.kind = kindWeights
		return in, nil
	// A zip archive begins with PK, and so may a text. A text has no byte 0.
	case bytes.HasPrefix(f.Data, []byte("PK")) && bytes.IndexByte(f.Data, 0) >= 0:
		in.kind = kindNPZ
		return in, nil
	}
	in.Data, in.note, in.guess, err = r.toText(f)
	if err != nil {
		return in, err
	}
	d := bytes.TrimSpace(in.Data)
	if len(d) == 0 {
		return in, fault(f.Name, 0, "choose the files of a graph", "the file is blank")
	}
	if err := refuse(f, d, unreadTexts, 1); err != nil {
		return in, err
	}
	// Geom-GCN has priority over the formats in texts. A text in none of these formats keeps the zero kind, kindTable.
	k := slices.IndexFunc(texts, func(t textFormat) bool { return t.matches(d) })
	switch {
	case isGeomEdges(in.Data):
		in.kind = kindGeomEdges
	case isGeomNodes(in.Data):
		in.kind = kindGeomNodes
	case k >= 0:
		// kind is 0 in an entry with a reader. cmp.Or returns the first of its arguments that is not 0.
		in.kind = cmp.Or(texts[k].kind, kindSingle+kind(k))
	}
	return in, nil
}

// isIndex reports whether a text has only digits and line ends. Such a text may be the list of test nodes of a Planetoid set.
func isIndex(d []byte) bool {
	return !bytes.ContainsFunc(d, func(c rune) bool {
		isDigit := c >= '0' && c <= '9'
		return !isDigit && c != '\n'
	})
}

// splitName returns the name of split k, counted from 0, in a file with count splits: the name of the file without its folder.
// If the file has several splits, k follows, as in masks.npz #3.
func splitName(file string, k, count int) string {
	name := cleanName(file[strings.LastIndexAny(file, `/\`)+1:])
	if count == 1 {
		return name
	}
	return fmt.Sprintf("%s #%d", name, k)
}

// kinds returns the kinds of the files in ascending order.
func (by filesByKind) kinds() (list []kind) {
	for k := range by {
		list = append(list, k)
	}
	sort.Slice(list, func(i, j int) bool { return list[i] < list[j] })
	return list
}
