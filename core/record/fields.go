// Package record compares results of a test with results of before, field by field, in a text file beside the test.
// go test -update writes the file anew. A field with its zero value is left out: a field that is added changes no record until it is set.
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
	// shortText is the number of bytes of the longest text that a field holds as it is; a longer one becomes a length and a sum.
	shortText = 60
	// fewElements is the length of the longest list whose structs have one field each.
	fewElements = 64
)

// Point is one moment of a sequence: its name and what was seen, by the path of the field.
type Point struct {
	Name   string
	Fields map[string]string
}

// Fields returns the fields of a value that are not zero, by path ("Config.Epochs"): scalars and short texts as they are, lists and maps
// of scalars as a length and the first eight digits of a sum, an element of a short list of structs as a sum. Structs and pointers are
// followed; functions, channels and fields that are not exported are left out. Floating-point numbers keep all their digits.
func Fields(v any) map[string]string {
	into := map[string]string{}
	collect(reflect.ValueOf(v), "", into)
	return into
}

// collect puts the fields of v below a path into a map.
func collect(v reflect.Value, path string, into map[string]string) {
	switch v.Kind() {
	case reflect.Invalid, reflect.Func, reflect.Chan, reflect.UnsafePointer:
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			collect(v.Elem(), path, into)
		}
	case reflect.Struct:
		for k := range v.NumField() {
			if f := v.Type().Field(k); f.IsExported() {
				name := f.Name
				if f.Anonymous {
					name = ""
				}
				collect(v.Field(k), join(path, name), into)
			}
		}
	case reflect.Slice, reflect.Array:
		collectList(v, path, into)
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, key := range keys {
			collect(v.MapIndex(key), join(path, fmt.Sprint(key)), into)
		}
	default:
		if text := scalar(v); text != "" {
			into[path] = text
		}
	}
}

// collectList puts a list below a path into a map: structs of a short list one by one, anything else as one field.
func collectList(v reflect.Value, path string, into map[string]string) {
	if v.Len() == 0 {
		return
	}
	element := v.Type().Elem().Kind()
	if v.Len() > fewElements || element != reflect.Struct && element != reflect.Pointer && element != reflect.Interface {
		into[path] = fmt.Sprintf("%d %s", v.Len(), sum(listText(v)))
		return
	}
	into[path] = strconv.Itoa(v.Len())
	for k := range v.Len() {
		into[fmt.Sprintf("%s.%d", path, k)] = sum(flat(v.Index(k)))
	}
}

// listText is a list as text, element by element; zero values of numbers stand.
func listText(v reflect.Value) string {
	var b strings.Builder
	for k := range v.Len() {
		b.WriteString(flat(v.Index(k)))
		b.WriteByte('\n')
	}
	return b.String()
}

// flat is a value as one text: its fields in the order of their paths.
func flat(v reflect.Value) string {
	fields := map[string]string{}
	collect(v, "", fields)
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&b, "%s=%s;", path, fields[path])
	}
	return b.String()
}

// scalar is a number, truth value or text, "" for a zero value.
func scalar(v reflect.Value) string {
	if v.IsZero() {
		return ""
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); f == math.Trunc(f) && math.Abs(f) < 1e15 {
			return strconv.FormatFloat(f, 'f', 0, 64)
		}
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case reflect.String:
		if text := v.String(); len(text) > shortText || strings.ContainsAny(text, "\n\r") {
			return fmt.Sprintf("%d %s", len(text), sum(text))
		}
		return v.String()
	default:
		return fmt.Sprint(v)
	}
}

// sum is the beginning of the SHA-256 of a text.
func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:4])
}

func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}
