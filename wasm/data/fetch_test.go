package data

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// fakeTransport is a Transport with given results, the next of its address for each request; after them the network fails.
// log has the requests as "name@offset".
type fakeTransport struct {
	results map[string][]result
	log     []string
}

// result is the result of a request: an error, or a response. If cut is not 0, the body breaks off after cut bytes.
type result struct {
	fail   bool
	status int
	start  int64 // offset of the body in the file
	body   string
	cut    int
	rest   time.Duration // delay that the server requests
}

// Get implements Transport.
func (n *fakeTransport) Get(url string, from int64) (Response, error) {
	n.log = append(n.log, fmt.Sprintf("%s@%d", last(url), from))
	list := n.results[url]
	if len(list) == 0 {
		return nil, errors.New("no network")
	}
	next := list[0]
	n.results[url] = list[1:]
	if next.fail {
		return nil, errors.New("no network")
	}
	return &fakeResponse{result: next}, nil
}

// fakeResponse implements Response. It returns the body of a result byte by byte.
type fakeResponse struct {
	result
	returned int // number of returned bytes
}

func (r *fakeResponse) Status() int         { return r.status }
func (r *fakeResponse) Rest() time.Duration { return r.rest }
func (r *fakeResponse) Start() int64        { return r.start }
func (r *fakeResponse) Close()              {}

// Next implements Response.
func (r *fakeResponse) Next() ([]byte, error) {
	if r.returned == len(r.body) {
		return nil, io.EOF
	}
	if r.cut > 0 && r.returned >= r.cut {
		return nil, errors.New("connection reset")
	}
	b := r.body[r.returned : r.returned+1]
	r.returned++
	return []byte(b), nil
}

// memoryStore is a Store. If it is full, it refuses files.
type memoryStore struct {
	kept map[string][]byte
	full bool
}

func (m *memoryStore) Get(key string) ([]byte, bool) { b, ok := m.kept[key]; return b, ok }
func (m *memoryStore) Delete(key string)             { delete(m.kept, key) }

// Put implements Store.
func (m *memoryStore) Put(key string, b []byte) error {
	if m.full {
		return errors.New("quota exceeded")
	}
	m.kept[key] = bytes.Clone(b)
	return nil
}

// text is the content of the fetched file.
const text = "node_id\tnode_id\n0\t1\n"

// sumOf returns the length and the SHA-256 of a text.
func sumOf(s string) Sum {
	h := sha256.Sum256([]byte(s))
	return Sum{int64(len(s)), hex.EncodeToString(h[:])}
}

// fetchText downloads text from the address "u/x", whose requests have the given results. It returns the transport with its log, the
// file and the error.
func fetchText(store Store, results ...result) (*fakeTransport, []byte, error) {
	n := &fakeTransport{results: map[string][]result{"u/x": results}}
	f := &Fetcher{Hash: hexSum, Transport: n, Store: store, Sleep: func(time.Duration) {}}
	b, _, err := f.file(item{name: "x", addresses: []address{{"u/x", sumOf(text)}}}, func(int64) {})
	return n, b, err
}

// An interrupted response is resumed at its offset. The fetch starts again from 0 if the server refuses the part, sends another part, or
// if the parts together have a wrong checksum. A busy server and a missing network are tried again.
func TestInterruptedFetchIsResumed(t *testing.T) {
	for name, c := range map[string]struct {
		results []result
		log     []string
	}{
		"plain":           {[]result{{status: 200, body: text}}, []string{"x@0"}},
		"resumed":         {[]result{{status: 200, body: text, cut: 7}, {status: 206, start: 7, body: text[7:]}}, []string{"x@0", "x@7"}},
		"server restarts": {[]result{{status: 200, body: text, cut: 7}, {status: 200, body: text}}, []string{"x@0", "x@7"}},
		"resumed twice": {[]result{{status: 200, body: text, cut: 7}, {status: 206, start: 7, body: text[7:], cut: 2},
			{status: 206, start: 9, body: text[9:]}}, []string{"x@0", "x@7", "x@9"}},
		"resume refused": {[]result{{status: 200, body: text, cut: 7}, {fail: true}, {status: 200, body: text}}, []string{"x@0", "x@7", "x@0"}},
		"wrong part": {[]result{{status: 200, body: text, cut: 7}, {status: 206, start: 3, body: text[3:]}, {status: 200, body: text}},
			[]string{"x@0", "x@7", "x@0"}},
		"pieces of two": {[]result{{status: 200, body: strings.ToUpper(text), cut: 7}, {status: 206, start: 7, body: text[7:]},
			{status: 200, body: text}}, []string{"x@0", "x@7", "x@0"}},
		"server busy":      {[]result{{status: 503}, {status: 429}, {status: 200, body: text}}, []string{"x@0", "x@0", "x@0"}},
		"no network first": {[]result{{fail: true}, {status: 200, body: text}}, []string{"x@0", "x@0"}},
		"ends too early":   {[]result{{status: 200, body: text[:5]}, {status: 206, start: 5, body: text[5:]}}, []string{"x@0", "x@5"}},
	} {
		n, b, err := fetchText(nil, c.results...)
		if err != nil || string(b) != text || !reflect.DeepEqual(n.log, c.log) {
			t.Errorf("%s: file %q, error %v, requests %v, want %v", name, b, err, n.log, c.log)
		}
	}
}

// A file with a wrong checksum, a longer file and a 404 are errors after one request. A server that breaks off or cannot be reached is
// an error after four requests.
func TestWrongFilesAreRefused(t *testing.T) {
	wrong := strings.Replace(text, "1", "2", 1)
	for _, c := range []struct {
		results  []result
		want     string // in the error
		requests int    // their number
	}{
		{[]result{{status: 200, body: wrong}}, "checksum", 1},
		{[]result{{status: 200, body: text + "x"}}, "longer", 1},
		{[]result{{status: 404}}, "404", 1},
		{[]result{{status: 200, body: text, cut: 3}}, "could not be reached", 4},
		{nil, "Check the connection", 4},
	} {
		n, b, err := fetchText(nil, c.results...)
		if err == nil || !strings.Contains(err.Error(), c.want) || b != nil || len(n.log) != c.requests {
			t.Errorf("%+v: file %q, error %v, requests %v; want an error with %q, %d requests", c.results, b, err, n.log, c.want, c.requests)
		}
	}
}

// A stored file needs no request. A stored file with a wrong byte is fetched again.
func TestStoredFilesNeedNoRequest(t *testing.T) {
	m := &memoryStore{kept: map[string][]byte{}}
	if _, b, err := fetchText(m, result{status: 200, body: text}); err != nil || string(b) != text {
		t.Fatal(err)
	}
	n, b, err := fetchText(m) // offline
	if err != nil || string(b) != text || len(n.log) != 0 {
		t.Fatalf("a stored file: %q, %v, requests %v; want none", b, err, n.log)
	}
	for k := range m.kept {
		m.kept[k][3] ^= 1 // damaged on the disk
	}
	if n, b, err = fetchText(m, result{status: 200, body: text}); err != nil || string(b) != text || len(n.log) != 1 {
		t.Fatalf("a damaged stored file: %q, %v, requests %v; want one", b, err, n.log)
	}
}

// A full store does not stop the fetch of a set, but gives a note. A file that the mirror lacks comes from its source, and the progress
// never decreases. A file without a checksum is an error, and a fetch can be cancelled.
func TestSetSurvivesAFullStore(t *testing.T) {
	s, err := Find("data:texas")
	if err != nil {
		t.Fatal(err)
	}

	// Texas with short files, which the mirror has except the last one. The last one is at its source.
	files, sums := map[string]string{}, Sums{}
	small := *s
	small.Files = nil
	for _, f := range s.Files {
		files[f.Path] = "content of " + f.Path
		f.Sum = sumOf(files[f.Path])
		sums[f.Path] = f.SHA256
		small.Files = append(small.Files, f)
	}
	n := &fakeTransport{results: map[string][]result{}}
	for _, f := range small.Files {
		n.results["m/"+f.Path] = []result{{status: 200, body: files[f.Path]}}
	}
	last := small.Files[len(small.Files)-1]
	n.results["m/"+last.Path] = []result{{status: 404}} // the mirror lacks it
	base, path, _ := strings.Cut(last.At, ":")
	n.results[All().Bases[base]+path] = []result{{status: 200, body: files[last.Path]}}
	var progress []int64 // the fetched bytes of each report
	f := &Fetcher{Hash: hexSum, Transport: n, Store: &memoryStore{kept: map[string][]byte{}, full: true}, Mirror: "m/",
		Sleep: func(time.Duration) {}, Sums: func() (Sums, error) { return sums, nil },
		Progress: func(_ string, done, total int64) { progress = append(progress, done) }}
	got, notes, err := f.Set(&small, -1) // without a public split
	if err != nil || len(got) != len(small.Files) || len(notes) != 1 || !strings.Contains(notes[0], "storage") {
		t.Fatalf("%d files, want %d; notes %q, want one about the storage; error %v", len(got), len(small.Files), notes, err)
	}
	for i := 1; i < len(progress); i++ {
		if progress[i] < progress[i-1] {
			t.Fatalf("the progress decreases from %d to %d bytes", progress[i-1], progress[i])
		}
	}

	// A missing checksum, and a cancelled fetch.
	delete(sums, last.Path)
	if _, _, err := f.Set(&small, -1); err == nil || !strings.Contains(err.Error(), "there is no checksum of") {
		t.Fatalf("a file without a checksum gives %v, want an error", err)
	}
	sums[last.Path] = last.SHA256
	n.results["m/"+small.Files[0].Path] = []result{{status: 200, body: "x"}}
	f.Stopped = func() bool { return true }
	if _, _, err := f.Set(&small, -1); !errors.Is(err, ErrStopped) {
		t.Fatalf("a cancelled fetch gives %v, want ErrStopped", err)
	}
}

// The source replaces a mirror that fails or has another file. If both fail, the error has the faults of both.
func TestSourceReplacesAFailedMirror(t *testing.T) {
	const text = "content"
	good := sumOf(text)
	it := item{name: "f", addresses: []address{{"m/f", good}, {"s/f", good}}}
	for name, c := range map[string]struct {
		mirror, source []result // of the requests to the mirror, and then to the source; nil if the network fails
		want           []string // parts of the error; nil for a fetched file
	}{
		"mirror broken":   {nil, []result{{status: 200, body: text}}, nil},
		"mirror fails":    {[]result{{status: 500}, {status: 500}, {status: 500}, {status: 500}}, []result{{status: 200, body: text}}, nil},
		"mirror differs":  {[]result{{status: 200, body: "CONTENT"}}, []result{{status: 200, body: text}}, nil},
		"both broken":     {nil, nil, []string{"The server could not be reached", "From its source", "Check the connection"}},
		"source broken":   {[]result{{status: 404}}, nil, []string{"The server could not be reached"}},
		"both lack it":    {[]result{{status: 404}}, []result{{status: 404}}, []string{"answered 404"}},
		"source lacks it": {[]result{{status: 200, body: "CONTENT"}}, []result{{status: 404}}, []string{"checksum"}},
	} {
		n := &fakeTransport{results: map[string][]result{"m/f": c.mirror, "s/f": c.source}}
		f := &Fetcher{Hash: hexSum, Transport: n, Sleep: func(time.Duration) {}}
		data, _, err := f.file(it, func(int64) {})
		fails, wantsFailure := err != nil, c.want != nil
		if fails != wantsFailure {
			t.Errorf("%s: the error is %v, want one: %v", name, err, wantsFailure)
		}
		if !fails && string(data) != text {
			t.Errorf("%s: the file is %q, want %q", name, data, text)
		}
		for _, part := range c.want {
			if fails && !strings.Contains(err.Error(), part) {
				t.Errorf("%s: the error %v has no %q", name, err, part)
			}
		}
	}
}

// A local fetch uses only the store and the page's own host. If the file is missing or damaged there, the error names the other host,
// which receives no request. The error of URL for an address of another host names the host, too.
func TestLocalFetchRequestsNoOtherHost(t *testing.T) {
	it := item{name: "x", addresses: []address{{"mirror/x", sumOf(text)}, {"https://far.example/x", sumOf(text)}}}
	good := result{status: 200, body: text}
	for title, c := range map[string]struct {
		mirror  string
		results map[string][]result
		kept    bool
		host    string // the host that the error names; "" if the file is fetched
	}{
		"kept":               {"", nil, true, ""},
		"on the page's host": {"mirror/", map[string][]result{"mirror/x": {good}, "https://far.example/x": {good}}, false, ""},
		"not on the page's host": {"mirror/", map[string][]result{"mirror/x": {{status: 404}}, "https://far.example/x": {good}}, false,
			"far.example"},
		"damaged on the page's host": {"mirror/", map[string][]result{"mirror/x": {{status: 200, body: "?"}}, "https://far.example/x": {good}},
			false, "far.example"},
		"no copy on the page's host": {"", map[string][]result{"https://far.example/x": {good}}, false, "far.example"},
	} {
		n, m := &fakeTransport{results: c.results}, &memoryStore{kept: map[string][]byte{}}
		if c.kept {
			m.kept[sumOf(text).SHA256] = []byte(text)
		}
		it := it
		if c.mirror == "" { // the page's host has no copies: only the source is left
			it.addresses = it.addresses[1:]
		}
		f := &Fetcher{Hash: hexSum, Transport: n, Store: m, Mirror: c.mirror, Local: true, Sleep: func(time.Duration) {}}
		b, _, err := f.file(it, func(int64) {})
		var elsewhere *ElsewhereError
		if c.host == "" && (err != nil || string(b) != text) {
			t.Errorf("%s: file %q, error %v after the requests %v", title, b, err, n.log)
		}
		if c.host != "" && (!errors.As(err, &elsewhere) || elsewhere.Host != c.host) {
			t.Errorf("%s: the error is %v after the requests %v, want one that names %s", title, err, n.log, c.host)
		}
		// A request takes the result of its address away.
		if unused := c.results["https://far.example/x"]; unused != nil && len(unused) != 1 {
			t.Errorf("%s: the other host receives a request: %v", title, n.log)
		}
		if _, err := f.URL("https://far.example/g.csv"); !errors.As(err, &elsewhere) || elsewhere.Host != "far.example" {
			t.Errorf("an address of another host gives %v, want an error that names it", err)
		}
	}
}

// A busy server is tried again after the delay that it requests, which is waited second by second and can be cancelled. Without such a
// delay the fetch waits for growing times. A delay above a minute, and a server that stays busy, are errors.
func TestRetryAfterIsKept(t *testing.T) {
	const text = "0 1"
	it := item{name: "x"}
	for _, c := range []struct {
		name     string
		results  []result
		slept    time.Duration // 0.3, 1 and 3 s if the server requests no delay
		requests int
		want     string // in the error; "" if the file is fetched
	}{
		{"short delay", []result{{status: 429, rest: 7 * time.Second}, {status: 200, body: text}}, 7 * time.Second, 2, ""},
		{"no delay", []result{{status: 429}, {status: 200, body: text}}, 300 * time.Millisecond, 2, ""},
		{"long delay", []result{{status: 429, rest: 10 * time.Minute}, {status: 200, body: text}}, 0, 1, "alone for 10 minutes"},
		{"stays busy", []result{{status: 429}, {status: 429}, {status: 429}, {status: 429}, {status: 200, body: text}},
			4300 * time.Millisecond, 4, "the server answered 429"},
	} {
		n := &fakeTransport{results: map[string][]result{"s/x": c.results}}
		slept := time.Duration(0)
		f := &Fetcher{Hash: hexSum, Transport: n, Sleep: func(d time.Duration) { slept += d }}
		got, err := f.download(it, address{"s/x", Sum{Bytes: 100}}, func(int64) {})
		if c.want == "" && (err != nil || string(got) != text) {
			t.Errorf("%s: file %q, error %v", c.name, got, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: the error is %v, want %q in it", c.name, err, c.want)
		}
		if slept != c.slept || len(n.log) != c.requests {
			t.Errorf("%s: waits %v with %d requests, want %v, %d", c.name, slept, len(n.log), c.slept, c.requests)
		}
	}

	// The wait of a minute is cancelled after the third second.
	sleeps := 0
	f := &Fetcher{Hash: hexSum, Transport: &fakeTransport{results: map[string][]result{"s/x": {{status: 503, rest: time.Minute}}}}}
	f.Sleep, f.Stopped = func(time.Duration) { sleeps++ }, func() bool { return sleeps == 3 }
	if _, err := f.download(it, address{"s/x", Sum{Bytes: 100}}, func(int64) {}); !errors.Is(err, ErrStopped) || sleeps != 3 {
		t.Errorf("the cancelled wait ends after %d s with %v, want 3 s and ErrStopped", sleeps, err)
	}
	// A fetch that is cancelled during any of its requests without a response.
	for last := 1; last <= attempts; last++ {
		n := &fakeTransport{results: map[string][]result{"s/x": slices.Repeat([]result{{fail: true}}, attempts)}}
		f := &Fetcher{Hash: hexSum, Transport: n, Stopped: func() bool { return len(n.log) == last }}
		if _, err := f.download(it, address{"s/x", Sum{Bytes: 100}}, func(int64) {}); !errors.Is(err, ErrStopped) || len(n.log) != last {
			t.Errorf("a fetch cancelled in request %d sends %d requests and gives %v, want ErrStopped", last, len(n.log), err)
		}
	}
}

// ParseRest reads Retry-After as seconds, or as a date. For a date its function returns the remaining milliseconds, which are rounded up
// to seconds. The delay is limited to 2³¹ s. Other texts and past dates give 0.
func TestParseRestReadsSecondsAndDates(t *testing.T) {
	for _, c := range []struct {
		text      string
		untilDate float64 // milliseconds until the date; 0 for a number, and NaN for a text that is no date
		want      time.Duration
	}{{"7", 0, 7 * time.Second}, {"0", 0, 0}, {"99999999999999", 0, 1 << 31 * time.Second}, {"99999999999999999999999", math.NaN(), 0},
		{"-1", math.NaN(), 0}, {"1.5", math.NaN(), 0}, {"", math.NaN(), 0}, {"soon", math.NaN(), 0},
		{"Thu, 26 Nov 2026 05:00:09 GMT", 8001, 9 * time.Second}, {"Thu, 26 Nov 2020 05:00:09 GMT", -1e12, 0},
		{"Thu, 26 Nov 9999 05:00:09 GMT", 1e300, 1 << 31 * time.Second}} {
		if got := ParseRest(c.text, func() float64 { return c.untilDate }); got != c.want {
			t.Errorf("ParseRest(%q) = %v, want %v", c.text, got, c.want)
		}
	}
}
