// Package record compares the results of a test, field by field, with recorded ones in a text file beside the test.
// go test -update writes the file again.
// Fields with zero values are omitted, so a new field changes no record until it is set.
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
	// shortText is the length in bytes up to which a text is recorded itself; a longer one is recorded as length and digest.
	shortText = 60
	// fewElements is the length up to which the structs of a list are recorded one by one.
	fewElements = 64
)

// Point is one step of a sequence: its name, and its fields by path.
type Point struct {
	Name   string
	Fields map[string]string
}

// Fields returns the fields of a value that are not zero, by path, such as "Config.Epochs".
// Scalars and short texts are recorded themselves; lists and maps of scalars as length and eight digits of a digest.
// An element of a short list of structs is recorded as a digest.
// It follows structs and pointers, and omits functions, channels and unexported fields.
// Floating-point numbers keep all digits.
func Fields(v any) map[string]string {
	into := map[string]string{}
	collect(reflect.ValueOf(v), "", into)
	return into
}

// collect adds the fields of v below a path.
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

// collectList adds a list below a path: structs of a short list one by one, anything else as one field.
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

// listText returns a list as text, element by element, zeros included.
func listText(v reflect.Value) string {
	var b strings.Builder
	for k := range v.Len() {
		b.WriteString(flat(v.Index(k)))
		b.WriteByte('\n')
	}
	return b.String()
}

// flat returns a value as one text: its fields in the order of their paths.
func flat(v reflect.Value) string {
	fields := map[string]string{}
	collect(v, "", fields)
	var b strings.Builder
	for _, path := range slices.Sorted(maps.Keys(fields)) {
		fmt.Fprintf(&b, "%s=%s;", path, fields[path])
	}
	return b.String()
}

// scalar returns a number, truth value or text, "" for a zero value.
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

// sum returns the first eight digits of the SHA-256 of a text.
func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:4])
}

// join returns a path with a name appended; embedded structs have no name.
func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}
