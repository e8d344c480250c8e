// This file decodes and encodes tables from places to values, for example to pointer maps. It belongs to the part "places", which rewrites
// the tables.

package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// unbounded is the number of places that appendChanges writes for the last value of a table. No function has more places.
const unbounded = 1 << blockBits

// change is a value of a table. The value holds from the place from to the next change.
type change struct {
	from  int
	value int32
}

// changes returns the table at an offset. It returns nil for the offset 0, which means no table, and for a table without an end.
//
// A table is a sequence of pairs of varints: the difference from the previous value in zigzag form, and the number of places with the
// value. The value before the first pair is −1. A difference of 0 ends the table, except in the first pair.
func (t *tables) changes(offset uint32) (list []change) {
	_, hasEnd := t.end(offset)
	if offset == 0 || !hasEnd {
		return nil
	}
	value, place := int32(-1), 0
	for b := t.values[offset:]; len(list) == 0 || b[0] != 0; {
		zigzag, zigzagBytes := binary.Uvarint(b)
		length, lengthBytes := binary.Uvarint(b[max(zigzagBytes, 0):])
		if zigzagBytes <= 0 || lengthBytes <= 0 { // a varint of more than 64 bits, which Go does not write, ends the table
			break
		}
		b = b[zigzagBytes+lengthBytes:]
		value += int32(zigzag>>1) ^ -int32(zigzag&1)
		list = append(list, change{place, value})
		place += int(length)
	}
	return list
}

// appendChanges appends the encoding of a table to dst. changes decodes it.
func appendChanges(dst []byte, list []change) []byte {
	value := int32(-1)
	for k, c := range list {
		length := unbounded
		if k+1 < len(list) {
			length = list[k+1].from - c.from
		}
		dst = binary.AppendVarint(dst, int64(c.value-value))
		dst = binary.AppendUvarint(dst, uint64(length))
		value = c.value
	}
	return append(dst, 0)
}

// valueAt returns the value of a table at a place. It returns −1 for a place before the first change.
func valueAt(list []change, place int) int32 {
	value := int32(-1)
	for _, c := range list {
		if c.from <= place {
			value = c.value
		}
	}
	return value
}

// writePlaces rewrites the tables of all functions in the image. list has the tables by function. Equal tables share memory. writePlaces
// returns an error if the tables need more memory than before; the image is then unusable. Without function tables in the image it
// does nothing.
func writePlaces(m *image, list []placeTables) error {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	known := map[string]uint32{} // offset by encoded table
	values := []byte{0}          // all tables; the offset 0 means no table
	// put sets a field of a function to the offset of an encoded table, and appends a new table to values.
	put := func(f []byte, field int, table []byte) {
		offset, exists := known[string(table)]
		if !exists {
			offset = uint32(len(values))
			known[string(table)] = offset
			values = append(values, table...)
		}
		binary.LittleEndian.PutUint32(f[field:], offset)
	}
	// The tables of stack pointers precede all other tables. Then the offsets of tables of one kind differ by little, and compress well.
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
			default: // any other table is copied
				end, _ := t.end(offset) // dropLines has found the ends of all tables
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
