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

// What is wrong with a text that Pack did not write.
var (
	ErrChanged = errors.New("a character was changed or lost")
	ErrCut     = errors.New("a part of it is missing")
)

// packers are used again: a new one takes a megabyte.
var packers = sync.Pool{New: func() any {
	z, _ := flate.NewWriter(nil, flate.BestCompression) // the level is one of those that there are
	return z
}}

// Pack writes data for an address: in URL-safe base64, its CRC-32 and the data deflated.
func Pack(data []byte) (string, error) {
	var b bytes.Buffer
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)))
	z := packers.Get().(*flate.Writer)
	defer packers.Put(z)
	z.Reset(&b)
	_, err := z.Write(data)
	err = errors.Join(err, z.Close())
	return base64.RawURLEncoding.EncodeToString(b.Bytes()), err
}

// Unpack reads what Pack wrote, most bytes and one more of it at the most.
func Unpack(text string, most int64) ([]byte, error) {
	packed, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(packed) < 4 {
		return nil, ErrChanged
	}
	data, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed[4:])), most+1))
	if err != nil {
		return nil, ErrCut
	}
	if crc32.ChecksumIEEE(data) != binary.BigEndian.Uint32(packed) {
		return nil, ErrChanged
	}
	return data, nil
}
