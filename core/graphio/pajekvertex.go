package graphio

import (
	"bytes"
	"slices"
	"strconv"
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

// pajekNumbers returns the numbers of a Pajek partition or vector: *Vertices n, perhaps
// behind *Partition or *Vector with a name, and then n numbers, one a line; nil for
// another file. The numbers 1 to n alone are a network without edges, unless it is
// known that they belong to one.
func pajekNumbers(d []byte, beside bool) (numbers []string) {
	n, counts := int64(-1), !beside
	for _, s := range filled(d, "%") {
		words := bytes.Fields(bytes.ToLower(s))
		switch {
		case n < 0 && (string(words[0]) == "*partition" || string(words[0]) == "*vector"):
			counts = false
		case n < 0:
			v, why := parseID(words[min(1, len(words)-1)])
			if string(words[0]) != "*vertices" || len(words) != 2 || why != "" {
				return nil
			}
			n = v
		case len(words) != 1 || !isNumber(string(words[0])) || int64(len(numbers)) == n:
			return nil
		default:
			numbers = append(numbers, string(words[0]))
			counts = counts && string(words[0]) == strconv.Itoa(len(numbers))
		}
	}
	if int64(len(numbers)) != n || n == 0 || counts {
		return nil
	}
	return numbers
}

// isPartition tells a Pajek partition or vector.
func isPartition(d []byte) bool { return pajekNumbers(d, false) != nil }

// partition gives the vertices the classes of a partition, or the feature of a vector,
// whose numbers are not all whole.
func (r *pajekReader) partition(f File) error {
	numbers, key := pajekNumbers(f.Data, true), "class"
	if strings.HasSuffix(f.Name, ".vec") || slices.ContainsFunc(numbers, func(s string) bool { return !isWhole(strings.TrimPrefix(s, "-")) }) {
		key = baseName(f.Name)
	}
	if len(numbers) != r.n {
		return fault(f.Name, 0, "choose a network and what belongs to it", "the file has %d numbers, the network %d vertices", len(numbers), r.n)
	}
	if r.a.byKey[key] != nil {
		return fault(f.Name, 0, "choose one of them", "there are two of one name")
	}
	for i, s := range numbers {
		if err := r.a.set(i, key, s); err != nil {
			return err
		}
	}
	return nil
}
