package proto_test

import (
	"math"
	"os"
	"reflect"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/spectral"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// bigReply returns a reply with a frame of the size of Texas: 183 nodes, 279 edges, 5 classes (915 = 183·5) and stalks of dimension 4
// (732 = 183·4). It has rare values: an infinite number, negative numbers, an integer above 32 bits, empty lists and texts, and a text that
// is not ASCII.
func bigReply() proto.Reply {
	floats := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Sqrt(float64(i))
		}
		return x
	}
	cfg := settings.Default()
	return proto.Reply{
		Answer: &proto.Answer{Bytes: []byte{}}, Status: &proto.Status{
			Goal: -4, Reached: true, Config: &cfg, Progress: &proto.Progress{Fraction: math.Inf(1)},
			Frame: &frame.Frame{
				Position: 1 << 40, N: 183, M: 279, Prob: floats(915), Calibrated: floats(915), Pred: make([]int, 183),
				NodeKappa: floats(183), Kappa: floats(279), MapNorm: floats(279), OffDiagonal: floats(279), EdgeEnergy: floats(279),
				Stalk: floats(732), Spectrum: &frame.SpectrumView{Of: "normalized", Values: floats(732), Complete: true},
				History: frame.History{CE: floats(300), KL: floats(300), Spec: floats(300), Train: floats(300)},
				Stages:  frame.Stages{Gap: frame.Gap{Mode: "sheaf", Trials: []spectral.Trial{{Step: 1, Armijo: true}, {}}}},
				Edge:    &frame.Edge{Index: 7, Mu: floats(4)},
			},
			Graph: &proto.GraphInfo{Name: "Τέξας", NodeNames: []string{"a", ""}, Edges: []int32{1, -2}},
		}}
}

// A decoded reply and a decoded message equal the encoded ones.
func TestRoundTrip(t *testing.T) {
	want := bigReply()
	var got proto.Reply
	if err := wire.Decode(wire.Append(nil, want), &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("the decoded reply is %+v\nwant %+v", got, want)
	}
	message := proto.Message{Goal: &proto.Goal{Load: true, Files: []content.File{{Name: "x", Data: []byte{0, 255}}},
		Run: recipe.Setup{Seed: math.MaxUint64, Settings: map[string]string{"d": "3", "": "é"}}, Focus: frame.Focus{}},
		Query: &proto.Query{Run: recipe.Setup{Settings: map[string]string{}}}}
	var back proto.Message
	if err := wire.Decode(wire.Append([]byte{}, &message), &back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back, message) {
		t.Fatalf("the decoded message is %+v\nwant %+v", back, message)
	}
}

// A truncated reply and a reply with an additional byte give an error. A reply with an inverted byte causes no panic. The test truncates at
// every third byte and inverts every third byte; with LONG=1 it does so at every byte.
func TestDamagedMessagesAreErrors(t *testing.T) {
	// A reply without its long lists, which would take most of the time.
	r := bigReply()
	r.Status.Frame.Prob, r.Status.Frame.Calibrated, r.Status.Frame.Stalk, r.Status.Frame.Spectrum = nil, nil, nil, nil
	r.Status.Frame.History = frame.History{}
	data := wire.Append(nil, r)
	step := 3
	if os.Getenv("LONG") != "" {
		step = 1
	}
	for n := 0; n < len(data); n += step {
		var got proto.Reply
		if wire.Decode(data[:n], &got) == nil {
			t.Fatalf("a reply of %d bytes that is cut to %d gives no error", len(data), n)
		}
	}
	for i := 0; i < len(data); i += step {
		bad := append([]byte(nil), data...)
		bad[i] ^= 0xff
		var got proto.Reply
		_ = wire.Decode(bad, &got) // an error or another reply; only a panic is a fault
	}
	if wire.Decode(append(data, 0), new(proto.Reply)) == nil {
		t.Fatal("a reply with an additional byte gives no error")
	}
}

// BenchmarkFrame measures encoding and decoding of a reply with a frame.
func BenchmarkFrame(b *testing.B) {
	r := bigReply()
	var buf []byte
	for b.Loop() {
		buf = wire.Append(buf[:0], &r)
		var got proto.Reply
		if err := wire.Decode(buf, &got); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(buf)))
}
