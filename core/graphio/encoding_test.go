package graphio

import (
	"slices"
	"strings"
	"testing"
)

// TestDeclaredCharsetsOfDOT: an attribute charset declares the encoding, in any spelling of Graphviz and with any line ends.
// The word in a comment, a label or a name declares nothing, and neither does an encoding that the bytes refute.
func TestDeclaredCharsetsOfDOT(t *testing.T) {
	for text, want := range map[string]string{
		"graph { charset=\"CHARSET\"; \"M\xfcller\" -- b }":                      "latin1 Latin-1 l1 ISO-8859-1 iso_8859-1 ISO-IR-100",
		"graph { \"charset\"\t=\t\"CHARSET\"\n\"M\xfcller\" -- b }":              "latin1 l1",
		"graph { a [charset=CHARSET] \"M\xfcller\" -- b }":                       "latin1",
		"/* c */\ngraph {\n charset=CHARSET\n \"M\xfcller\" -- b\n}":             "latin1",
		"digraph\n{\n// c\n charset=CHARSET}\n digraph { \"M\xfcller\" -> b}":    "",
		"/* charset: CHARSET */ graph { \"M\xfcller\" -- b }":                    "koi8-r unknown",
		"graph { charset [label=CHARSET]; \"charset=CHARSET\" -- \"M\xfcller\"}": "koi8r unknown",
		"graph { charset=\"CHARSET\"; \"M\xfcller\" -- b}":                       "UTF-8 utf8 utf-16 us-ascii ASCII",
	} {
		for _, charset := range strings.Fields(want) {
			for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
				s := strings.ReplaceAll(strings.ReplaceAll(text, "CHARSET", charset), "\n", lineEnd)
				found, err := Read([]File{{Name: "g.dot", Data: []byte(s)}})
				if err != nil || !slices.Contains(found.Graph.NodeNames, "Müller") {
					t.Errorf("%q is not read with the name Müller (error %v)", s, err)
				}
			}
		}
	}
}

// TestDeclaredCharsetsOfXML: the header of XML declares the encoding. An encoding that the bytes refute is guessed.
func TestDeclaredCharsetsOfXML(t *testing.T) {
	for _, charset := range strings.Fields("latin1 ISO-8859-1 l1 utf-8 UTF8 utf-16 us-ascii") {
		for _, header := range []string{"<?xml version='1.0' encoding='#'?>\r\n", "<?xml version=\"1.0\" encoding = \"#\" ?>"} {
			s := strings.Replace(header, "#", charset, 1) + `<graphml><graph><node id="M` + "\xfc" +
				`ller"/><node id="b"/><edge source="M` + "\xfc" + `ller" target="b"/></graph></graphml>`
			found, err := Read([]File{{Name: "g.graphml", Data: []byte(s)}})
			if err != nil || !slices.Contains(found.Graph.NodeNames, "Müller") {
				t.Errorf("%q is not read with the name Müller (error %v)", s, err)
			}
		}
	}
}

// TestSymbolsDoNotCountAgainstKorean: an edge list of Korean names in EUC-KR, with or without symbols, is guessed as euc-kr.
// A text of symbols alone is not.
func TestSymbolsDoNotCountAgainstKorean(t *testing.T) {
	// The bytes of 대구, 경북, 서울, 부산 and the middle dot in EUC-KR.
	const daegu, gyeongbuk, seoul, busan, dot = "\xb4\xeb\xb1\xb8", "\xb0\xe6\xba\xcf", "\xbc\xad\xbf\xef", "\xba\xce\xbb\xea", "\xa1\xa4"
	for _, text := range []string{
		daegu + "," + seoul + "\n" + busan + "," + gyeongbuk + "\n",
		daegu + dot + gyeongbuk + "," + seoul + "\n" + busan + "," + seoul + "\n",
		"\xa1\xba" + daegu + "\xa1\xbb," + seoul + "\n",
	} {
		if got := guessCharset([]byte(text)); got != "euc-kr" {
			t.Errorf("%q is guessed as %s, want euc-kr", text, got)
		}
	}
	if got := pairCharset([]byte(dot + dot + "," + dot)); got == "euc-kr" {
		t.Error("symbols alone are guessed as euc-kr")
	}
}
