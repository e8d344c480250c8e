package data

// Addresses from the user.

import (
	"errors"
	"strings"
)

// maxURL is the largest length of an address in bytes.
const maxURL = 2000

// CheckURL returns an address without surrounding blanks and without fragment. It fails unless the address has the scheme https, a host
// without user and password, and only printable ASCII. Package net/url would add 200 kB to the program.
func CheckURL(text string) (string, error) {
	text = strings.TrimSpace(text)
	text, _, _ = strings.Cut(text, "#")
	rest, ok := strings.CutPrefix(text, "https://")
	switch {
	case !ok:
		return "", errors.New("the address of a graph must begin with https://")
	case len(text) > maxURL:
		return "", errors.New("the address is too long")
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c > '~' || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			return "", errors.New("the address has a character that no address has; copy it once more")
		}
	}
	host := rest
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		host = rest[:i]
	}
	if host == "" || strings.Contains(host, "@") || strings.HasPrefix(host, ":") || strings.HasPrefix(host, ".") {
		return "", errors.New("the address names no host")
	}
	return text, nil
}

// Host returns the host of an address that [CheckURL] has returned.
func Host(url string) string {
	host := strings.TrimPrefix(url, "https://")
	if i := strings.IndexAny(host, "/?"); i >= 0 {
		host = host[:i]
	}
	return host
}
