package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// unbounded is how long the last value of a table holds: longer than any function has places.
const unbounded = 1 << blockBits

// change is a value from a place on.
type change struct {
	from  int
	value int32
}

// changes reads a table.
func (t *tables) changes(offset uint32) (list []change) {
	if _, ok := t.end(offset); offset == 0 || !ok {
		return nil
	}
	value, at := int32(-1), 0
	for b := t.values[offset:]; len(list) == 0 || b[0] != 0; {
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

// appendChanges writes a table.
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

// valueAt is the value at a place.
func valueAt(list []change, place int) int32 {
	value := int32(-1)
	for _, c := range list {
		if c.from <= place {
			value = c.value
		}
	}
	return value
}

// writePlaces writes the tables of all functions anew, equal ones once.
func writePlaces(m *image, list []placing) error {
	t, ok := findTables(m.bytes)
	if !ok {
		return nil
	}
	known := map[string]uint32{}
	values := []byte{0}
	put := func(f []byte, field int, table []byte) {
		offset, there := known[string(table)]
		if !there {
			offset = uint32(len(values))
			known[string(table)] = offset
			values = append(values, table...)
		}
		binary.LittleEndian.PutUint32(f[field:], offset)
	}
	for _, p := range list {
		if word(p.entry, funcSP) != 0 {
			put(p.entry, funcSP, appendChanges(nil, p.moved))
		}
	}
	for _, p := range list { // behind the others, so that the places of each kind grow by little
		for k := range int(word(p.entry, funcNPC)) {
			field := funcPC + 4*k
			switch offset := word(p.entry, field); {
			case offset == 0:
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
