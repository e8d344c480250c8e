package data

import (
	"errors"
	"strings"
)

// maxURL limits the length of an address.
const maxURL = 2000

// CheckURL accepts an address of a graph: https, a host name, no user or
// password, printable ASCII. (Package net/url would add 200 kB to the program.)
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

// Host is the host of an address that [CheckURL] accepted.
func Host(url string) string {
	host := strings.TrimPrefix(url, "https://")
	if i := strings.IndexAny(host, "/?"); i >= 0 {
		host = host[:i]
	}
	return host
}
