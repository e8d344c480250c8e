package data

// Addresses from the user.

import (
	"errors"
	"strings"
)

// scheme is the beginning of every accepted address.
const scheme = "https://"

// maxURL is the largest length of an address in bytes.
const maxURL = 2000

// CheckURL returns an address without surrounding blanks and without fragment. It returns an error unless the address has the scheme https,
// a host without user and password, and only printable ASCII that is allowed in a URL. Package net/url would add 200 kB to the program.
func CheckURL(text string) (string, error) {
	url, _, _ := strings.Cut(strings.TrimSpace(text), "#")
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
		return "", errors.New("the address names no host")
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
