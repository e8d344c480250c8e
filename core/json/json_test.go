package json

import (
	"bytes"
	std "encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// inner is a struct within others, with a field that is left out when empty and one that is never written.
type inner struct {
	A int     `json:"a"`
	B string  `json:"b,omitempty"`
	C float32 `json:"-"`
	D []bool
}

// hidden is embedded in record. Its field Outer is hidden by a field of record with the same key.
type hidden struct {
	Deep  *inner `json:"deep"`
	Name  string `json:"name"`
	Same  int
	Outer string `json:"outer"`
}

// twice writes itself as twice its value, with its own methods.
type twice float64

func (t twice) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, 2*float64(t), 'f', 1, 64), nil
}
func (t *twice) UnmarshalJSON(b []byte) error {
	x, err := strconv.ParseFloat(string(b), 64)
	*t = twice(x / 2)
	return err
}

// record has fields of every kind that Marshal writes.
type record struct {
	hidden
	inner   `json:"named"`
	Outer   string            `json:"outer"`
	Int     int8              `json:"int"`
	Uint    uint64            `json:"uint,omitempty"`
	Float   float64           `json:"float"`
	Small   float32           `json:"small,omitempty"`
	Flag    bool              `json:"flag,omitempty"`
	Text    string            `json:"text"`
	Bytes   []byte            `json:"bytes"`
	List    []inner           `json:"list"`
	Table   [][]float64       `json:"table,omitempty"`
	Map     map[string]string `json:"map,omitempty"`
	Any     any               `json:"any"`
	Pair    [2]int            `json:"pair"`
	Pointer **int             `json:"pointer"`
	Zero    inner             `json:"zero,omitzero"`
	Empty   inner             `json:"empty,omitempty"`
	Own     twice             `json:"own"`
	Owns    map[string]*twice
	//lint:ignore U1000 it must be left out
	private int
}

// setRandom sets a value and its parts to random values of their types. depth counts the values around v.
// From depth 4 on, slices, pointers and interfaces stay empty.
func setRandom(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8:
		v.SetInt(int64(r.IntN(256) - 128))
	case reflect.Uint64:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(math.Ldexp(r.NormFloat64(), r.IntN(200)-100))
	case reflect.String:
		letters := []rune("abc\"\\/<>&\b\f\n\r\t\x00\x1f\x7fäß€\u2028\u2029\ufffd😀")
		var b strings.Builder
		for range r.IntN(8) {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		if r.IntN(9) == 0 {
			b.WriteByte(0xc3) // This byte alone is no UTF-8.
		}
		v.SetString(b.String())
	case reflect.Slice:
		if r.IntN(4) > 0 && depth < 4 {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(4), 5))
			for i := range v.Len() {
				if v.Type().Elem().Kind() == reflect.Uint8 {
					v.Index(i).SetUint(uint64(r.IntN(256)))
				} else {
					setRandom(r, v.Index(i), depth+1)
				}
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			setRandom(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		if r.IntN(4) > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range r.IntN(4) {
				k, x := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				setRandom(r, k, depth+1)
				setRandom(r, x, depth+1)
				v.SetMapIndex(k, x)
			}
		}
	case reflect.Pointer:
		if r.IntN(3) > 0 && depth < 4 {
			v.Set(reflect.New(v.Type().Elem()))
			setRandom(r, v.Elem(), depth+1)
		}
	case reflect.Interface:
		kinds := []any{true, "", 0.0, map[string]any{}, []any{}, inner{}}
		if k := r.IntN(len(kinds) + 1); k < len(kinds) && depth < 4 {
			x := reflect.New(reflect.TypeOf(kinds[k])).Elem()
			setRandom(r, x, depth+1)
			v.Set(x)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				setRandom(r, v.Field(i), depth+1)
			}
		}
	}
}

// TestSameAsStandard: Marshal writes 600 random values of record with the bytes of encoding/json, and with LONG=1 3000 values.
// A pointer to a value is written with the same bytes. Unmarshal reads these bytes as encoding/json does.
func TestSameAsStandard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := 600
	if os.Getenv("LONG") != "" {
		values = 3000
	}
	for n := range values {
		var x record
		v := reflect.ValueOf(&x).Elem()
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				setRandom(r, v.Field(i), 0)
			}
		}
		// The embedded structs are not exported, so that the loop leaves them out.
		setRandom(r, reflect.ValueOf(&x.hidden).Elem(), 0)
		setRandom(r, reflect.ValueOf(&x.inner).Elem(), 0)
		want, err := std.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Marshal(x)
		// Go 1.26 escapes the sign that stands for bytes that are no UTF-8, Go 1.27 writes it.
		plain := func(text []byte) []byte { return bytes.ReplaceAll(text, []byte(`\ufffd`), []byte("\ufffd")) }
		if err != nil || !bytes.Equal(plain(got), plain(want)) {
			t.Fatalf("value %d, error %v, is written as\n%s\nwant\n%s", n, err, got, want)
		}
		if again, err := Marshal(&x); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("value %d is written behind a pointer as\n%s\nwant\n%s\n%v", n, again, got, err)
		}
		checkReading(t, got)
	}
}

// checkReading reads a text with both packages, into a zero value and into a filled value.
// It fails if only one of them returns an error, or if the results differ. A text behind the value is an error.
// The Decoder of encoding/json stops behind the value, so that std.Valid must find this error.
func checkReading(t *testing.T, text []byte) {
	t.Helper()
	for _, start := range []func() *record{func() *record { return &record{} }, full} {
		byStandard, byOurs := start(), start()
		dec := std.NewDecoder(bytes.NewReader(text))
		wantErr := dec.Decode(byStandard)
		if wantErr == nil && !std.Valid(text) {
			wantErr = fmt.Errorf("more behind the value")
		}
		err := Unmarshal(text, byOurs)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q: the error is %v, want %v", text, err, wantErr)
		}
		if err != nil {
			continue
		}
		want, _ := std.Marshal(byStandard)
		got, _ := std.Marshal(byOurs)
		if !bytes.Equal(want, got) {
			t.Fatalf("%q is read as\n%s\nwant\n%s", text, got, want)
		}
	}
}

// full returns a record with set fields. A text that is read into the record must replace or keep each field as encoding/json does.
func full() *record {
	n := 7
	p := &n
	return &record{hidden: hidden{Deep: &inner{A: 1, D: []bool{true}}}, Text: "old", Bytes: []byte{1},
		Map: map[string]string{"k": "v"}, Any: 3.5, Pair: [2]int{8, 9}, Pointer: &p, Table: [][]float64{{1}, nil}}
}

// texts are objects with right and wrong values of the fields of record, and texts that are no JSON.
var texts = []string{
	`{}`, ` { "int" : 1 , "INT":2 } `, `{"Int":5,"int":6}`,
	`{"int":null,"text":null,"list":null,"map":null,"any":null,"pair":null,"pointer":null,"deep":null,"own":null}`,
	`{"int":300}`, `{"int":1.5}`, `{"int":"1"}`, `{"uint":-1}`, `{"uint":18446744073709551615}`, `{"float":1e400}`, `{"float":-0.0e-5}`,
	`{"text":5}`, `{"flag":0}`,
	`{"pair":[1]}`, `{"pair":[1,2,3]}`, `{"bytes":"AQI="}`, `{"bytes":"?"}`, `{"bytes":[1,2]}`,
	`{"any":{"a":[1,"x",null,true,{"b":1e5}]}}`, `{"own":3}`, `{"Owns":{"a":null,"b":4}}`,
	`{"text":"\u00e4\ud83d\ude00\ud83d\u0041\ude00\/\b"}`, `{"text":"` + "\x01" + `"}`, `{"text":"\x"}`, `{"text":"\u12"}`,
	`{"text":"` + "\xff" + `"}`, `{"text":"abc`,
	`[1]`, `"x"`, `5`, `tru`, `true`, `null`, ``, ` `, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{a:1}`, `[1,]`, `{} {}`,
	`01`, `-`, `1.`, `1e`, `+1`, `nulL`,
	`{"unknown":{"deep":[{}]},"named":{"a":4,"B":"y","D":[true,false]}}`, `{"list":[{"a":1},{}, {"b":"z"}]}`, `{"map":{"n":1}}`,
	`{"table":[[1,2],[],null]}`,
}

// TestTextsReadAsStandard: hand-written texts and values have the results of encoding/json.
// Three things differ. 2000 lists in each other, more than maxDepth, are refused. Numbers that are not finite become null.
// A map with integers as keys cannot be written.
// Channels and functions cannot be written either, and nothing is read into a value that is no pointer.
func TestTextsReadAsStandard(t *testing.T) {
	for _, text := range texts {
		checkReading(t, []byte(text))
	}
	var x []any
	if err := Unmarshal([]byte(strings.Repeat("[", 2000)+strings.Repeat("]", 2000)), &x); err == nil {
		t.Error("2000 lists in each other were read, want an error")
	}
	for _, bad := range []any{make(chan int), map[int]int{1: 2}, map[string]any{"f": func() {}}} {
		if b, err := Marshal(bad); err == nil {
			t.Errorf("%v was written as %s, want an error", bad, b)
		}
	}
	if b, err := Marshal([]any{math.Inf(1), []float64{1, math.NaN()}, float32(math.Inf(-1)), math.MaxFloat64}); err != nil ||
		string(b) != "[null,[1,null],null,1.7976931348623157e+308]" {
		t.Errorf("numbers that are not finite were written as %s, error %v; want null", b, err)
	}
	if err := Unmarshal([]byte("1"), 5); err == nil {
		t.Error("a text was read into a value that is no pointer, want an error")
	}
	// Forms of numbers, and a sign that HTML needs escaped.
	for _, x := range []any{nil, 1e20, 1e21, 1e-6, 9.9e-7, 1e-10, -1e100, float32(1e-7), float32(3.4e38), float32(0.1),
		math.Copysign(0, -1), int64(math.MinInt64), "a<b"} {
		got, err := Marshal(x)
		want, _ := std.Marshal(x)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%v was written as %s, error %v; want %s", x, got, err, want)
		}
	}
}

// FuzzUnmarshal: any text is read as encoding/json reads it.
func FuzzUnmarshal(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkReading(t, text) })
}
