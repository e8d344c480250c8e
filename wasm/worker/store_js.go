package worker

// This file stores fetched files in the browser's cache, and computes their hashes.

import (
	"encoding/hex"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
)

const (
	cacheName   = "sheafscope-data-1"           // name of the browser's Cache
	cacheKey    = "https://sheafscope.invalid/" // prefix of keys, which must be URLs; the host cannot exist
	memoryLimit = 48 << 20                      // largest total size of several files in memory, in bytes
)

// subtleHash returns the browser's SHA-256 of b in hexadecimal. It returns "" if the page has no crypto.subtle, which needs a secure
// context, or if the browser fails to compute the hash.
func subtleHash(b []byte) string {
	subtle, err := script.Property(safejs.Global(), "crypto", "subtle")
	if err != nil || subtle.IsUndefined() {
		return ""
	}
	sum, err := script.Await(subtle.Call("digest", "SHA-256", script.FromBytes(b)))
	if err != nil {
		return ""
	}
	bytes, err := script.Buffer(sum)
	if err != nil {
		return ""
	}
	return hex.EncodeToString(bytes)
}

// store implements data.Store by the browser's Cache. It keeps the last files in memory, too, because pages from file:// and pages in some
// private windows have no Cache. The zero value is empty.
type store struct {
	memory map[string][]byte
	size   int // total size in bytes of the files put into memory; a deleted or replaced file still counts
}

// open opens the browser's cache. It returns an error if the page has no Cache.
func (*store) open() (safejs.Value, error) {
	caches, err := safejs.Global().Get("caches")
	if err != nil {
		return caches, err
	}
	return script.Await(caches.Call("open", cacheName))
}

// Get implements data.Store. An error of the cache counts as an absent file.
func (s *store) Get(key string) ([]byte, bool) {
	inMemory, found := s.memory[key]
	if found {
		return inMemory, true
	}
	b, err := s.cached(key)
	return b, err == nil && b != nil
}

// cached returns a file from the browser's cache. It returns nil without an error if the cache has no file of this key.
func (s *store) cached(key string) ([]byte, error) {
	cache, err := s.open()
	if err != nil {
		return nil, err
	}
	response, err := script.Await(cache.Call("match", cacheKey+key))
	if err != nil || response.IsUndefined() {
		return nil, err
	}
	buffer, err := script.Await(response.Call("arrayBuffer"))
	if err != nil {
		return nil, err
	}
	return script.Buffer(buffer)
}

// Put implements data.Store. If the memory would exceed memoryLimit, it drops its files first. An error means that only the memory has the
// file.
func (s *store) Put(key string, b []byte) error {
	if s.memory == nil || s.size+len(b) > memoryLimit {
		s.memory, s.size = map[string][]byte{}, 0
	}
	s.memory[key] = b
	s.size += len(b)
	cache, err := s.open()
	if err != nil {
		return err
	}
	class, err := safejs.Global().Get("Response")
	if err != nil {
		return err
	}
	response, err := class.New(script.FromBytes(b))
	if err != nil {
		return err
	}
	_, err = script.Await(cache.Call("put", cacheKey+key, response))
	return err
}

// Delete implements data.Store.
func (s *store) Delete(key string) {
	delete(s.memory, key)
	cache, err := s.open()
	if err == nil { // a page without a cache has nothing to delete
		_, _ = script.Await(cache.Call("delete", cacheKey+key)) // a file that stays is checked again at its next use
	}
}
