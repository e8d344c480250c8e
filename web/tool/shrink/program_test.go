package shrink

// program is the source of a test program that uses the tables which package shrink must keep. It recovers panics in several ways, collects
// garbage on deep stacks, distinguishes types, searches names in a stack trace, and ends with the status 3. Its other code uses many
// instructions.
const program = `package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

func inlined(i int, list []int) int { return list[i] }

func try(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.Join(err, fmt.Errorf("%v", p))
		}
	}()
	f()
	return nil
}

func deep(n int) []byte {
	b := make([]byte, 1000)
	if n > 0 {
		copy(b, deep(n-1))
	}
	if n%10 == 0 {
		runtime.GC()
	}
	return b
}

// hurt panics with pointers in its frame, in another way for each form from 0 to 8. Form 9 returns.
// A collection of garbage then reads the frame while the stack is moved.
func hurt(form int, list []*int) (sum int, err error) {
	own := new(int)
	*own = form
	defer func() {
		sum += *own + len(deep(40))
	}()
	defer func() {
		runtime.GC()
		if p := recover(); p != nil {
			err = errors.Join(fmt.Errorf("%d: %v", *own, p), err)
		}
	}()
	more := make([]*int, 0, form)
	for k := range 3 {
		v := k + form
		more = append(more, &v, own)
	}
	switch form {
	case 0:
		return *list[0], nil
	case 1:
		return *list[len(more)], nil
	case 2:
		more = more[form : form+len(more)+len(list)]
	case 3:
		more = more[:form-4]
	case 4:
		panic(fmt.Sprint("four", *more[1]))
	case 5:
		return 1 / len(list[1:]), nil
	case 6:
		return any(list).(shape).(*square).mark(more), nil
	case 7:
		var s *square
		return s.mark(more), nil
	case 8:
		return any(own).(interface{ none() int }).none(), nil
	}
	return *more[1] + *more[len(more)-1], nil
}

func (s *square) mark(list []*int) int {
	s.a++
	return *list[1] + int(s.a)
}

type shape interface{ area(k int) float64 }
type square struct{ a, b, c float64 }
type circle []float32

func (s *square) area(k int) float64 { return s.a*s.b - float64(int8(k))*s.c }
func (c circle) area(k int) float64 {
	sum := float64(c[0])
	for i := k; i > 0; i -= 3 {
		switch {
		case i%7 == 0:
			continue
		case i&1 == 0 && uint32(i)<<30 != 0:
			sum -= float64(c[i%len(c)])
		default:
			sum += float64(uint8(i) >> 2)
		}
	}
	return sum
}

// mixed uses numbers, tables, closures, interfaces and goroutines that wait.
// It returns their results as a text.
func mixed(n int) string {
	shapes := []shape{&square{2, 3, 0.5}, circle{1, 2.25, -3}, &square{c: 1}}
	found := map[string]float64{}
	in, out, stop := make(chan int), make(chan float64), make(chan bool)
	for w := range 3 {
		go func() {
			for {
				select {
				case k := <-in:
					out <- shapes[k%len(shapes)].area(k+w) - float64(w)*shapes[k%len(shapes)].area(k)
				case <-stop:
					return
				}
			}
		}()
	}
	go func() {
		for k := range n {
			in <- k
		}
	}()
	count := 0
	for range n {
		if v := <-out; v == v && v != 1e300 {
			count++
		}
	}
	close(stop)
	for k := range n {
		found[fmt.Sprintf("%03x", k*k%97)] += shapes[k%len(shapes)].area(k)
	}
	return fmt.Sprint(count, found, []rune("Grüße")[2], bytes.Compare([]byte("abc"), []byte("abd")), int32(n)<<28>>27, ` +
	`strconv.FormatFloat(1/float64(n), 'g', -1, 64))
}

type named1 struct {
	Text string ` +
	"`json:\"text\"`" + `
	inner *[]int
	Next *[]int
	Of map[string][]int
}
type number int

func (n number) String() string { return strconv.Itoa(int(n) + 1) }
func (n number) unused(k [3]int) [5]int { return [5]int{k[0]} }
func (*named1) Write(b []byte) (int, error) { return len(b), nil }

// kind distinguishes types by their hashes, by tables of methods and by both.
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, int8, []int:
		return "int"
	case map[string]int:
		return "map"
	case func(int) string:
		return v(3)
	case struct{ A, B int }:
		return "struct"
	case fmt.Stringer:
		switch v.(type) {
		case number:
			return "number " + v.String()
		case *strings.Builder:
			return "builder"
		}
		return "Stringer"
	case io.Writer:
		return "Writer"
	case error:
		return "error " + v.Error()
	}
	return "other"
}

func types() string {
	var b strings.Builder
	keys := map[any]int{}
	list := []any{nil, 1, int8(2), []int{}, map[string]int{}, func(n int) string { return fmt.Sprint(n) }, struct{ A, B int }{1, 2},
		struct{ B, A int }{1, 2}, number(4), &b, &bytes.Buffer{}, &named1{}, errors.New("e"), 1.5, "text", [2]int{3, 4}, [3]int{}}
	for _, v := range list {
		b.WriteString(kind(v) + " ")
		if v == nil || reflect.TypeOf(v).Comparable() {
			keys[v]++
		}
	}
	x := reflect.New(reflect.TypeOf(named1{})).Elem()
	x.Field(2).Set(reflect.New(x.Field(2).Type().Elem()))
	x.Field(2).Elem().Set(reflect.Append(x.Field(2).Elem(), reflect.ValueOf(7)))
	x.Field(3).Set(reflect.MakeMap(x.Field(3).Type()))
	x.Field(3).SetMapIndex(reflect.ValueOf("k"), reflect.ValueOf([]int{8}))
	got := x.Interface().(named1)
	for k := range x.NumField() {
		f := x.Type().Field(k)
		fmt.Fprint(&b, f.Name, f.Tag.Get("json"), f.Type.Kind(), f.IsExported(), " ")
	}
	return fmt.Sprint(b.String(), len(keys), keys[[2]int{3, 4}], keys[number(4)], *got.Next, got.Of, fmt.Sprintf("%v %+v", got.Of, list[6]),
		reflect.TypeOf(got), reflect.TypeOf(got).NumMethod(), try(func() { _ = list[1].(fmt.Stringer) }), try(func() { _ = list[12].(number) }))
}

//go:noinline
func named() string { return string(debug.Stack()) }

func main() {
	fmt.Println(try(func() { inlined(7, []int{1}) }))
	fmt.Println(try(func() { panic("twice") }), len(deep(200)))
	done := make(chan error)
	go func() { done <- try(func() { var m map[string]int; m["a"] = 1 }) }()
	fmt.Println(<-done)
	for form := range 10 {
		sum, err := hurt(form, make([]*int, 1, 3))
		fmt.Println(form, sum, err)
	}
	fmt.Println(mixed(200))
	fmt.Println(types())
	trace := named()
	fmt.Println(strings.Contains(trace, "main.named"), strings.Contains(trace, "main.go:"))
	os.Exit(3)
}
`
