package graphio

import (
	"bytes"
	"strings"
)

// vertexLine reads a vertex with its label, which may be in quotes, the place and
// shape of its drawing, and pairs of keys and values.
func (r *pajekReader) vertexLine(text string) error {
	words, err := r.words(text)
	if err != nil {
		return err
	}
	id, err := r.vertex(words[0])
	if err != nil {
		return err
	}
	i := int(r.a.index[id])
	if len(words) > 1 && words[1] != "" {
		r.label[i] = words[1]
	}
	r.names = r.names || r.label[i] != id
	rest := words[min(2, len(words)):]
	for k := 0; k < 3 && len(rest) > 0 && isNumber(rest[0]); k++ {
		rest = rest[1:]
	}
	if len(rest)%2 == 1 {
		rest = rest[1:] // the shape
	}
	for ; len(rest) > 1; rest = rest[2:] {
		if rest[0] == "" || !isLetter(rest[0][0]) && rest[0][0] < 0x80 {
			break
		}
		if pajekDrawing[strings.ToLower(rest[0])] {
			continue
		}
		if err := r.a.set(i, rest[0], rest[1]); err != nil {
			return err
		}
	}
	return nil
}

// pajekDrawing are the keys of a vertex that only say how it is drawn.
var pajekDrawing = map[string]bool{"x_fact": true, "y_fact": true, "phi": true, "r": true, "q": true, "ic": true, "bc": true, "bw": true,
	"lc": true, "la": true, "lr": true, "lphi": true, "fos": true, "font": true, "hooks": true, "s_size": true, "url": true, "shape": true}

// words divides a line at white space that is not in quotes.
func (r *pajekReader) words(text string) ([]string, error) {
	var out []string
	for text != "" {
		if text[0] == '"' {
			name, rest, ok := strings.Cut(text[1:], `"`)
			if !ok {
				return nil, r.bad("the name %s has no closing quote", quote(text))
			}
			out, text = append(out, strings.TrimSpace(name)), strings.TrimLeft(rest, " \t")
			continue
		}
		end := strings.IndexAny(text, " \t")
		if end < 0 {
			end = len(text)
		}
		out, text = append(out, text[:end]), strings.TrimLeft(text[end:], " \t")
	}
	return out, nil
}

// isPartition tells a Pajek partition: *Vertices n and then n numbers, the
// classes of the vertices, one a line.
func isPartition(d []byte) bool {
	head, rest := firstLine(d)
	words := bytes.Fields(head)
	if len(words) != 2 || !bytes.EqualFold(words[0], []byte("*vertices")) {
		return false
	}
	n, why := parseID(words[1])
	counts, k := true, int64(0)
	for _, s := range filled(rest, "") {
		v, why := parseID(s)
		if why != "" {
			return false
		}
		k++
		counts = counts && v == k
	}
	return why == "" && k == n && k > 0 && !counts
}

// partition gives the vertices the classes of a partition.
func (r *pajekReader) partition(f File) error {
	_, rest := firstLine(bytes.TrimSpace(f.Data))
	i := 0
	for _, s := range filled(rest, "") {
		if i < r.n {
			if err := r.a.set(i, "class", string(s)); err != nil {
				return err
			}
		}
		i++
	}
	if i != r.n {
		return fault(f.Name, 0, "choose a network and a partition of it", "the partition has %d vertices, the network %d", i, r.n)
	}
	return nil
}
