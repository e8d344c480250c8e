package graphio

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file has the opcodes of pickles that construct and change objects, for the stack machine in pickle.go.

// executeObject runs an opcode that constructs or changes an object. It reports whether the opcode is known.
// After u.fail, the caller reads no further opcode. What is pushed after the failure has no effect.
func (u *unpickler) executeObject(op byte) bool {
	switch op {
	case 'a', 'e': // APPEND, APPENDS
		var items []any
		if op == 'a' {
			items = []any{u.pop()}
		} else {
			items = u.popMark()
		}
		// The list itself is below the items.
		list, ok := u.pop().(*pyList)
		if !ok {
			u.fail("byte %d appends to something that is no list", u.start)
			return true
		}
		list.items = append(list.items, items...)
		u.push(list)
	case 'Q': // BINPERSID: a name for a value outside the pickle
		v := u.pop()
		// Only files of torch.save have persistent names.
		if u.persistent != nil {
			v = u.persistent(v)
		}
		if v == nil || u.persistent == nil {
			u.fail("byte %d is a persistent name, which these files do not need", u.start)
		}
		u.push(v)
	case 's', 'u': // SETITEM, SETITEMS
		var items []any
		if op == 'u' {
			items = u.popMark()
		} else {
			value := u.pop()
			key := u.pop()
			items = []any{key, value}
		}
		// Keys and values alternate. The dictionary is below the items on the stack.
		dict, ok := u.pop().(*pyDict)
		if !ok || len(items)%2 != 0 {
			u.fail("byte %d does not set items of a dictionary", u.start)
			return true
		}
		for k := 0; k < len(items); k += 2 {
			dict.keys, dict.values = append(dict.keys, items[k]), append(dict.values, items[k+1])
		}
		u.push(dict)
	case 'c': // GLOBAL
		// The module and the name are lines of text in the pickle.
		u.pushGlobal(u.readLine() + " " + u.readLine())
	case 0x93: // STACK_GLOBAL
		// The module and the name are texts on the stack. The name is the top.
		name, isText := u.pop().(string)
		module, isModule := u.pop().(string)
		if !isText || !isModule {
			u.fail("byte %d names something that is no text", u.start)
		}
		u.pushGlobal(module + " " + name)
	case 'R', 0x81: // REDUCE, NEWOBJ
		args, isTuple := u.pop().(pyTuple)
		name, isName := u.pop().(pyGlobal)
		if !isTuple || !isName {
			u.fail("byte %d makes an object of something else than a name", u.start)
			return true
		}
		// The objects of the dialect have priority. A pickle constructs them only by REDUCE.
		if u.dialect.construct != nil && op == 'R' {
			if v := u.dialect.construct(name, args); v != nil {
				u.push(v)
				return true
			}
		}
		// u.construct is the method below, not the function of the dialect.
		u.push(u.construct(op, name, args))
	case 'b': // BUILD
		// BUILD leaves the object on the stack.
		state := u.pop()
		object := u.pop()
		u.setState(object, state)
		u.push(object)
	default:
		return false
	}
	return true
}

// pushGlobal pushes the name of a class or a function in the form of pyGlobal. A name that is not allowed is an error.
func (u *unpickler) pushGlobal(name string) {
	isAllowed := pyGlobals[name]
	if u.names != nil {
		isAllowed = isAllowed || u.names(name)
	}
	// After an earlier error, the name may be incomplete.
	if u.err == nil && !isAllowed {
		u.fail("it names %s", quote(name))
	}
	u.push(pyGlobal(name))
}

// construct returns a new object of the class name. The opcode BUILD sets its attributes or elements later (setState).
// op is the opcode of the call: REDUCE ('R') or NEWOBJ (0x81). An unknown name and unusual arguments are errors and return nil.
func (u *unpickler) construct(op byte, name pyGlobal, args pyTuple) any {
	// firstIs reports whether the first argument is the name of a class.
	firstIs := func(class pyGlobal) bool { return args[0] == any(class) }
	switch {
	case op == 0x81 && name == "scipy.sparse.csr csr_matrix" && len(args) == 0:
		return &pySparse{}
	// A Planetoid graph is a dictionary with lists as default values.
	case op == 'R' && name == "collections defaultdict" && len(args) == 1 && firstIs("__builtin__ list"):
		return &pyDict{}
	case op == 'R' && strings.HasSuffix(string(name), "core.multiarray _reconstruct") && len(args) == 3 && firstIs("numpy ndarray"):
		return &pyArray{}
	// The accepted files have only elements of these types: integers and floats of four bytes, and objects.
	case op == 'R' && name == "numpy dtype" && len(args) == 3:
		switch args[0] {
		case any("i4"):
			return &pyType{'i'}
		case any("f4"):
			return &pyType{'f'}
		case any("O8"), any("O4"), any("O"):
			return &pyType{'O'}
		}
	}
	u.fail("byte %d makes a %s with unusual arguments", u.start, quote(string(name)))
	return nil
}

// setState sets the state of an object, as BUILD does. A case that does not return has an unusual state, which is an error.
func (u *unpickler) setState(object, state any) {
	tuple, _ := state.(pyTuple)
	switch o := object.(type) {
	case *pyDict:
		// In a file of torch.save (u.persistent is set), the state of a dictionary is its attributes, which are not needed.
		if _, ok := state.(*pyDict); ok && u.persistent != nil {
			return
		}
	case *pyType:
		// The second element is the byte order: "<" for little-endian numbers, "|" for objects, which have no order.
		byteOrder := words.Either(o.kind == 'O', "|", "<")
		if len(tuple) >= 2 && tuple[1] == any(byteOrder) {
			return
		}
	case *pySparse:
		// The method rows (planetoid.go) checks the attributes of the matrix later.
		if dict, ok := state.(*pyDict); ok {
			o.state = dict
			return
		}
	case *pyArray:
		if len(tuple) != 5 {
			break
		}
		// The state is (version, shape, dtype, is_fortran, data); data are bytes, or a list of objects.
		shape, _ := tuple[1].(pyTuple)
		kind, _ := tuple[2].(*pyType)
		data, isData := tuple[4].(string)
		list, isList := tuple[4].(*pyList)
		// Planetoid files have only vectors and matrices.
		if kind == nil || len(shape) < 1 || len(shape) > 2 {
			break
		}
		// Objects are in a list, which NumPy always writes row by row. Numbers are in bytes, which are accepted only row by row (C order).
		hasItems := kind.kind == 'O' && isList
		hasNumbers := kind.kind != 'O' && isData && tuple[3] == any(false)
		if !hasItems && !hasNumbers {
			break
		}
		// present is the number of elements in the file.
		const numberSize = 4 // bytes
		present := len(data) / numberSize
		if isList {
			present, o.items = len(list.items), list.items
		}
		// elements is the product of the dimensions. Each dimension is at most present, so that the product cannot overflow.
		elements := int64(1)
		var dims []int
		for _, v := range shape {
			n, ok := v.(int64)
			if !ok || n < 0 || n > int64(present) {
				u.fail("an array claims the length %s with %d elements", describe(v), present)
				return
			}
			elements *= n
			dims = append(dims, int(n))
		}
		if elements != int64(present) || len(data)%numberSize != 0 {
			u.fail("an array of shape %v has %d elements", dims, present)
			return
		}
		o.shape, o.kind, o.data = dims, kind.kind, data
		return
	}
	u.fail("byte %d gives an object an unusual state", u.start)
}

// describe returns an integer, a text or a name as text for a message. All other values give the same text, because the text of a
// collection that contains itself would have no end.
func describe(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case string:
		return quote(v)
	case pyGlobal:
		return quote(string(v))
	}
	return "a value that is no integer"
}
