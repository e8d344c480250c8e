// Package record compares the results of a test, field by field, with the records in a text file beside the test.
// The command go test -update writes the file again.
// Records omit fields with zero values, except arrays, so a new field that is no array changes no record until it is set.
package record

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

const (
	// shortText is the largest length in bytes of a text that is recorded in full. A longer text is recorded as length and digest.
	shortText = 60
	// fewElements is the largest length of a list whose structs are recorded one by one.
	fewElements = 64
)

// Point is a step of a sequence of results, such as the state of a program after an operation.
type Point struct {
	Name   string            // name of the step
	Fields map[string]string // texts of the fields by path; see [Fields]
}

// Fields returns the fields of a value that are arrays or not zero, by paths such as "Config.Epochs".
//
// It follows structs, maps, pointers and interfaces, and omits functions, channels, unsafe pointers and unexported fields. The pointers
// must have no cycle, and the texts of keys no space. A pointer to a zero value is omitted, too. The text of a field is
//   - the value of a number, a truth value or a short text; floating-point numbers have all digits;
//   - the length and a digest of a text that is long or has several lines;
//   - the length and a digest of a list that is long, or whose elements are scalars, lists or maps;
//   - the length of a short list of structs. Each element is a further field with a digest, by a path such as "Rows.0".
//
// A digest has eight hexadecimal digits.
func Fields(v any) map[string]string {
	into := map[string]string{}
	collect(reflect.ValueOf(v), "", into)
	return into
}

// collect adds the fields of the value v to the map into. path is the path of v.
func collect(v reflect.Value, path string, into map[string]string) {
	switch v.Kind() {
	case reflect.Invalid, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		// A nil interface, or a value whose text would differ from run to run: no field.
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), path, into)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			f := v.Type().Field(k)
			if !f.IsExported() {
				continue
			}
			// Fields of an embedded struct have the path of the outer struct.
			name := f.Name
			if f.Anonymous {
				name = ""
			}
			collect(v.Field(k), join(path, name), into)
		}
	case reflect.Slice, reflect.Array:
		collectList(v, path, into)
	case reflect.Map:
		// Keys with equal texts, such as 1 and "1" in a map of interfaces, would share a path.
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			collect(v.MapIndex(key), join(path, fmt.Sprint(key)), into)
		}
	default:
		if text := scalar(v); text != "" { // not zero
			into[path] = text
		}
	}
}

// collectList adds the fields of the list v to the map into. path is the path of v. An empty list has no field.
func collectList(v reflect.Value, path string, into map[string]string) {
	if v.Len() == 0 {
		return
	}
	element := v.Type().Elem().Kind()
	// Lists of pointers and of interfaces count as lists of structs, which they usually hold.
	hasStructs := element == reflect.Struct || element == reflect.Pointer || element == reflect.Interface
	// A long list, or a list without structs, is one field: its length and a digest.
	if v.Len() > fewElements || !hasStructs {
		into[path] = fmt.Sprintf("%d %s", v.Len(), digest(listText(v)))
		return
	}
	into[path] = strconv.Itoa(v.Len())
	for k := range v.Len() {
		into[fmt.Sprintf("%s.%d", path, k)] = digest(flatText(v.Index(k)))
	}
}

// listText returns the text of a list, with a line for each element. The line of an element without fields, such as 0, is empty.
func listText(v reflect.Value) string {
	var b strings.Builder
	for k := range v.Len() {
		b.WriteString(flatText(v.Index(k)))
		b.WriteByte('\n')
	}
	return b.String()
}

// flatText returns the text of a value: its fields in the order of their paths, as in "A=1;B=2;".
// The path of a scalar is empty, so the text of the scalar 1 is "=1;".
func flatText(v reflect.Value) string {
	fields := map[string]string{}
	collect(v, "", fields)
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&b, "%s=%s;", path, fields[path])
	}
	return b.String()
}

// scalar returns the text of a number, a truth value or a string; for a long string or several lines, the length and a digest.
// It returns "" for a zero value.
func scalar(v reflect.Value) string {
	if v.IsZero() {
		return ""
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		// The format g would write 1000000 as 1e+06. Below 10¹⁵ all digits of a whole number are exact.
		isWhole := f == math.Trunc(f) && math.Abs(f) < 1e15
		if isWhole {
			return strconv.FormatFloat(f, 'f', 0, 64)
		}
		return strconv.FormatFloat(f, 'g', -1, 64)
	case reflect.String:
		text := v.String()
		hasLineEnd := strings.ContainsAny(text, "\n\r") // a record is one line
		if len(text) > shortText || hasLineEnd {
			return fmt.Sprintf("%d %s", len(text), digest(text))
		}
		return text
	default:
		return fmt.Sprint(v)
	}
}

// digest returns the first eight hexadecimal digits, that is four bytes, of the SHA-256 of a text.
func digest(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:4])
}

// join appends a name to a path, with a point between. The name "" of an embedded struct does not change the path.
func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}
