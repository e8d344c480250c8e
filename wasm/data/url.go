package data

// This file checks the addresses of graphs that the user gives, and fetches their files.

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"sheafscope/core/graphio/content"
)

// scheme is the beginning of every accepted address.
const scheme = "https://"

// maxURL is the largest length of an address in bytes.
const maxURL = 2000

// CheckURL returns an address without surrounding blanks and without its fragment, the part from "#" on. An address must have the scheme
// https, a host without user and password, and only printable ASCII that is allowed in a URL. Any other address, or an address longer than
// maxURL, is an error. CheckURL does not use package net/url, which would add 200 kB to the program.
func CheckURL(text string) (string, error) {
	url, _, _ := strings.Cut(strings.TrimSpace(text), "#") // a fragment is not sent to the host
	switch {
	case !strings.HasPrefix(url, scheme):
		return "", errors.New("the address of a graph must begin with https://")
	case len(url) > maxURL:
		return "", errors.New("the address is too long")
	}
	for _, c := range []byte(url) {
		isPrintable := ' ' < c && c <= '~'
		if !isPrintable || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return "", errors.New("the address has a character that no address has; copy it once more")
		}
	}
	host := Host(url)
	hasUser := strings.Contains(host, "@")
	hasNoName := host == "" || strings.HasPrefix(host, ":") || strings.HasPrefix(host, ".") // nothing, a port alone, or an empty label
	if hasUser || hasNoName {
		return "", errors.New("the address must have a host and no user name")
	}
	return url, nil
}

// Host returns the host of an address with the scheme https, with its port if the address has one.
func Host(url string) string {
	address := strings.TrimPrefix(url, scheme)
	end := strings.IndexAny(address, "/?") // the host ends before the path or the query
	if end < 0 {
		return address
	}
	return address[:end]
}

const (
	URLPrefix   = "url:"   // prefix of an address as the graph of a recipe
	MaxURLBytes = 64 << 20 // largest size, in bytes, of a file from an address
)

// URL fetches the file at an address that the user has agreed to. The file is not stored. Its name is the last part of the path, "graph"
// for a path that ends with a slash, and the host for an address without a path. An address that CheckURL refuses is an error. With Local
// no other host may receive a request: for a valid address URL then returns an ElsewhereError, which names the host.
func (f *Fetcher) URL(address string) ([]content.File, error) {
	clean, err := CheckURL(address)
	if err != nil {
		return nil, err
	}
	if f.Local {
		return nil, &ElsewhereError{Host(clean)}
	}
	path, _, _ := strings.Cut(clean, "?")
	name := cmp.Or(last(path), "graph")
	wanted := item{name: name}
	data, err := f.download(wanted, addressOf(clean), func(n int64) { f.progress("Fetching "+name, n, 0) }) // 0: unknown size
	// Without a response the connection is broken, or the host forbids reading. A page cannot distinguish the two.
	var failure *retryError
	if errors.As(err, &failure) && failure.unanswered {
		err = fmt.Errorf("%w. A host must allow other pages to read its files (CORS); if it does not, download the file and open it here", err)
	}
	if err != nil {
		return nil, err
	}
	return []content.File{{Name: name, Data: data}}, nil
}

// addressOf returns the address for a URL. The checksum of the file is unknown (""), and its largest allowed size is MaxURLBytes.
func addressOf(url string) address { return address{url, Sum{Bytes: MaxURLBytes}} }
