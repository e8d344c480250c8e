package script

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"

	"sheafscope/core/graphio/content"
)

// This file reads values of any type from a caller of the page. safejs returns an error if a value has an unexpected type; syscall/js would
// panic.

// Files copies a list of objects {name, data}, in which data is a string, an ArrayBuffer or a Uint8Array. It returns nil for an empty list,
// and an error for an object of another form.
func Files(list safejs.Value) ([]content.File, error) {
	n, err := list.Length()
	if err != nil {
		return nil, err
	}
	var files []content.File
	for i := range n {
		f, err := file(list, i)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// file copies element i of a list, counted from 0. It returns an error if the name is no string, or if dataOf refuses the data.
func file(list safejs.Value, i int) (f content.File, err error) {
	v, err := list.Index(i)
	if err != nil {
		return f, err
	}
	name, err := v.Get("name")
	if err != nil {
		return f, err
	}
	f.Name, err = name.String()
	if err != nil {
		return f, err
	}
	data, err := v.Get("data")
	if err != nil {
		return f, err
	}
	f.Data, err = dataOf(data)
	if err != nil {
		return f, fmt.Errorf("data of %s: %w", f.Name, err)
	}
	return f, nil
}

// dataOf copies the data of a file: a string as UTF-8, or the bytes of a Uint8Array or an ArrayBuffer. Any other value is an error, unless
// its property byteLength is a number.
func dataOf(v safejs.Value) ([]byte, error) {
	if v.Type() == safejs.TypeString {
		text, err := v.String()
		return []byte(text), err
	}
	size, err := v.Get("byteLength") // an error for a value without properties, such as null or a number
	if err != nil || size.Type() != safejs.TypeNumber {
		return nil, errors.New("it must be text, a Uint8Array or an ArrayBuffer")
	}
	return Buffer(v)
}
