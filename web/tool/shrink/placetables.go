package shrink

import (
	"encoding/binary"
	"errors"
	"slices"
)

// unbounded is the number of places for which the last value of a table holds. No function has more places.
const unbounded = 1 << blockBits

// change is a value of a table from a place on.
type change struct {
	from  int
	value int32
}

// changes returns the table at an offset, nil for the offset 0 and for a damaged table. A table is a sequence of pairs: the change of the
// value, starting from −1, as a zigzag varint, and the number of places for which the value holds.
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

// appendChanges appends a table; it inverts changes.
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

// writePlaces rewrites the tables of all functions, equal ones once. It fails if they need more room than before.
func writePlaces(m *image, list []placeTables) error {
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
	for _, p := range list { // after all tables of stack pointers, so that offsets of one kind differ by little
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
