package main

// matcher finds earlier occurrences of the bytes at a position: chains of
// positions with the same hash of four bytes, and the last one of three.
type matcher struct {
	data  []byte
	head4 []int32 // position + 1 by hash
	head3 []int32
	chain []int32 // previous position + 1 of the same hash
	at    int     // positions before it are in the chains
}

const matcherBits = 18

func newMatcher(data []byte) *matcher {
	return &matcher{data: data, head4: make([]int32, 1<<matcherBits), head3: make([]int32, 1<<16), chain: make([]int32, len(data))}
}

func (m *matcher) hashes(i int) (h3, h4 uint32) {
	v := uint32(m.data[i]) | uint32(m.data[i+1])<<8 | uint32(m.data[i+2])<<16
	return v * 0x9E3779B1 >> 16, (v | uint32(m.data[i+3])<<24) * 0x9E3779B1 >> (32 - matcherBits)
}

// add puts the positions before i into the chains.
func (m *matcher) add(i int) {
	for ; m.at < i; m.at++ {
		if m.at+4 > len(m.data) {
			continue
		}
		h3, h4 := m.hashes(m.at)
		m.chain[m.at] = m.head4[h4]
		m.head4[h4], m.head3[h3] = int32(m.at+1), int32(m.at+1)
	}
}

// common is the length that the bytes at i and at j < i have in common.
func (m *matcher) common(i, j int) int {
	n, limit := 0, min(lzmaMaxLen, len(m.data)-i)
	for n < limit && m.data[i+n] == m.data[j+n] {
		n++
	}
	return n
}

// far reports whether a distance costs so much more than another that a match
// one byte shorter at the latter is better.
func far(near, dist int) bool { return near < dist>>7 }

// find returns the best match at i: its length (0 for none) and its distance less one.
func (m *matcher) find(i int) (n, dist int) {
	m.add(i)
	if i+4 > len(m.data) {
		return 0, 0
	}
	h3, h4 := m.hashes(i)
	if j := int(m.head3[h3]) - 1; j >= 0 && i-j < 1<<11 {
		if l := m.common(i, j); l >= 3 {
			n, dist = l, i-j-1
		}
	}
	for j, k := int(m.head4[h4])-1, 0; j >= 0 && k < lzmaDepth && n < lzmaMaxLen; j, k = int(m.chain[j])-1, k+1 {
		if i+n < len(m.data) && m.data[j+n] != m.data[i+n] {
			continue
		}
		l, d := m.common(i, j), i-j-1
		if l > n && (l > n+1 || n < 3 || !far(dist, d)) && l >= 4 {
			n, dist = l, d
		}
	}
	return n, dist
}

// packLZMA packs data as raw LZMA.
func packLZMA(data []byte) []byte {
	m, f := newLZMAModel(), newMatcher(data)
	rep := func(i int) (k, n int) {
		for c, d := range m.reps {
			if d < i {
				if l := f.common(i, i-d-1); l > n {
					k, n = c, l
				}
			}
		}
		return k, n
	}
	nextN, nextDist, known := 0, 0, false
	for i := 0; i < len(data); {
		n, dist := nextN, nextDist
		if !known {
			n, dist = f.find(i)
		}
		known = false
		k, r := rep(i)
		if r >= 2 && (r+1 >= n || r+2 >= n && dist >= 1<<9 || r+3 >= n && dist >= 1<<15) {
			m.writeRep(k, r)
			i += r
			continue
		}
		if n < 3 || n == 3 && dist >= 1<<11 {
			m.writeLiteral(data, i)
			i++
			continue
		}
		if i+1 < len(data) && n < lzmaMaxLen {
			// One byte of lookahead: a better match there is worth a literal here.
			nextN, nextDist = f.find(i + 1)
			known = true
			_, r := rep(i + 1)
			better := nextN >= n && nextDist < dist || nextN == n+1 && !far(dist, nextDist) || nextN > n+1 ||
				nextN+1 >= n && n >= 3 && nextN >= 3 && far(nextDist, dist)
			if better || r >= max(2, n-1) {
				m.writeLiteral(data, i)
				i++
				continue
			}
			known = false
		}
		m.writeMatch(dist, n)
		i += n
	}
	for range 5 {
		m.shift()
	}
	return m.out
}
