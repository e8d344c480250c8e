// This file packs data as texts for addresses.

package json

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"
)

// ErrDamaged is the error of Unpack. Damaged data do not show whether a character was changed or lost.
var ErrDamaged = errors.New("a part of it was changed or is missing")

// packers are reused, since a new packer allocates a megabyte.
var packers = sync.Pool{New: func() any {
	// NewWriter fails only for an unknown level.
	z, _ := flate.NewWriter(nil, flate.BestCompression)
	return z
}}

// Pack returns data as text for an address: the CRC-32 of data in four bytes and the deflated data, in URL-safe base64 without padding.
// The error is an error of the compression.
func Pack(data []byte) (string, error) {
	var b bytes.Buffer
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)))
	z := packers.Get().(*flate.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	// Close writes the rest of the deflated data, so its error counts, too.
	_, err := z.Write(data)
	err = errors.Join(err, z.Close())
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), err
}

// Unpack returns the data of a text that Pack wrote. The data may have up to limit+1 bytes.
// Its error is ErrDamaged.
// A short text may inflate to very long data, so Unpack stops after limit+1 bytes. The checksum of still longer data fails.
func Unpack(text string, limit int64) ([]byte, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < 4 { // the checksum has four bytes
		return nil, ErrDamaged
	}
	inflated := flate.NewReader(bytes.NewReader(packed[4:]))
	data, err := io.ReadAll(io.LimitReader(inflated, limit+1))
	if err != nil {
		return nil, ErrDamaged
	}
	if crc32.ChecksumIEEE(data) != binary.BigEndian.Uint32(packed) {
		return nil, ErrDamaged
	}
	return data, nil
}
