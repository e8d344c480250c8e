package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graphio/content"
)

// This file reads partitions and vectors of Pajek: numbers of the vertices of a network (pajek.go).

// pajekNumbers returns the numbers of a Pajek partition or vector, in lower case. It returns nil if the file is neither, or is cut short.
// The file has *Vertices n with n above 0, and then n lines of one number. *Partition or *Vector with a name may precede *Vertices.
// counting is true for the numbers 1 to n in order, without *Partition and *Vector. Such a file may be a network without edges.
func pajekNumbers(d []byte) (numbers []string, counting bool) {
	n := int64(-1) // -1 before *Vertices
	counting = true
	for _, s := range contentLines(d, "%") {
		words := bytes.Fields(bytes.ToLower(s))
		first := string(words[0])
		if n < 0 {
			if first == "*partition" || first == "*vector" {
				counting = false
				continue
			}
			// Any other first line is no partition. A second number after *Vertices belongs to a two-mode network.
			if first != "*vertices" || len(words) != 2 {
				return nil, false
			}
			count, why := parseID(words[1])
			if why != "" {
				return nil, false
			}
			n = count
			continue
		}
		isComplete := int64(len(numbers)) == n
		if isComplete || len(words) != 1 || !isNumber(first) {
			return nil, false
		}
		numbers = append(numbers, first)
		counting = counting && first == strconv.Itoa(len(numbers))
	}
	if int64(len(numbers)) != n || n == 0 {
		return nil, false
	}
	return numbers, counting
}

// isPartition detects a Pajek partition or vector. Numbers that may be the vertices of a network are excluded.
func isPartition(d []byte) bool {
	numbers, counting := pajekNumbers(d)
	return numbers != nil && !counting
}

// readPartition adds the attribute class from a partition, or an attribute with the name of the file (baseName) from a vector.
// The word vector follows a name of classes.
// A file is a vector if its name ends with .vec, in any case, or if one of its numbers is not written as an integer.
// A file with more or fewer numbers than vertices is an error, and so is a second file for one attribute.
func (r *pajekReader) readPartition(f File) error {
	numbers, _ := pajekNumbers(f.Data)
	key := "class"
	isFraction := func(s string) bool { return !isInteger(strings.TrimPrefix(s, "-")) }
	if strings.HasSuffix(strings.ToLower(f.Name), ".vec") || slices.ContainsFunc(numbers, isFraction) {
		key = baseName(f.Name)
		// A vector is no class, even if its file has the name of one.
		if content.ClassRank(content.NameClass, key) >= 0 {
			key += " vector"
		}
	}
	if len(numbers) != r.n {
		return fault(f.Name, 0, "choose a network and what belongs to it", "the file has %d numbers, the network %d vertices", len(numbers), r.n)
	}
	if r.a.byKey[key] != nil {
		return fault(f.Name, 0, "choose one of the files, or rename it", "the attribute %s is given twice", quote(key))
	}
	for i, s := range numbers {
		r.a.setAttribute(i, key, s)
	}
	return nil
}
