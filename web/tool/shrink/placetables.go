package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// unbounded is the number of places of the last value of a table. No function has more places.
const unbounded = 1 << blockBits

// change is a value of a table from a place on. The value holds up to the next change.
type change struct {
	from  int
	value int32
}

// changes returns the table at an offset. For the offset 0, which means no table, and for a damaged table it returns nil. A table is a
// sequence of pairs: the difference from the previous value, at first from −1, as a zigzag varint, and the number of places of the value.
func (t *tables) changes(offset uint32) (list []change) {
	_, hasEnd := t.end(offset)
	if offset == 0 || !hasEnd {
		return nil
	}
	value, at := int32(-1), 0
	b := t.values[offset:]
	for len(list) == 0 || b[0] != 0 { // a 0 after the first pair ends the table
		delta, n := binary.Uvarint(b)
		length, k := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || k <= 0 {
			break
		}
		b = b[n+k:]
		value += int32(delta>>1) ^ -int32(delta&1)
		list = append(list, change{at, value})
		at += int(length)
	}
	return list
}

// appendChanges appends the encoding of a table to dst. It is the inverse of changes.
func appendChanges(dst []byte, list []change) []byte {
	value := int32(-1)
	for k, c := range list {
		length := unbounded
		if k+1 < len(list) {
			length = list[k+1].from - c.from
		}
		dst = binary.AppendUvarint(binary.AppendVarint(dst, int64(c.value-value)), uint64(length))
		value = c.value
	}
	return append(dst, 0)
}

// valueAt returns the value of a table at a place, −1 before the first change.
func valueAt(list []change, place int) int32 {
	value := int32(-1)
	for _, c := range list {
		if c.from <= place {
			value = c.value
		}
	}
	return value
}

// writePlaces rewrites the tables of all functions. Equal tables share memory. It returns an error if the tables need more memory than
// before.
func writePlaces(m *image, list []placeTables) error {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	known := map[string]uint32{} // offset by encoded table
	values := []byte{0}
	put := func(f []byte, field int, table []byte) {
		offset, exists := known[string(table)]
		if !exists {
			offset = uint32(len(values))
			known[string(table)] = offset
			values = append(values, table...)
		}
		binary.LittleEndian.PutUint32(f[field:], offset)
	}
	// All tables of stack pointers come first: the offsets of one kind then differ by little.
	for _, p := range list {
		if word(p.entry, funcSP) != 0 {
			put(p.entry, funcSP, appendChanges(nil, p.moved))
		}
	}
	for _, p := range list {
		for k := range int(word(p.entry, funcNPC)) {
			field := funcPC + 4*k
			offset := word(p.entry, field)
			switch {
			case offset == 0: // no table
			case k == pcStackMap:
				put(p.entry, field, appendChanges(nil, p.maps))
			default:
				end, _ := t.end(offset)
				put(p.entry, field, slices.Clone(t.values[offset:end]))
			}
		}
	}
	if len(values) > len(t.values) {
		return errors.New("shrink: the tables of places have become larger")
	}
	clear(t.values[copy(t.values, values):])
	return nil
}
