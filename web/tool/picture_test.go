package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// A picture of many colours keeps the most frequent one, and one of another hue however small.
func TestSmaller(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for k := range 64 * 64 {
		c := color.RGBA{R: 255, G: 255, B: 255, A: 255}
		if k >= 32*64 { // 2048 colours, each once
			c = color.RGBA{R: uint8(k), G: uint8(k >> 8), B: 7, A: 255}
		}
		img.Set(k%64, k/64, c)
	}
	img.Set(0, 0, color.RGBA{B: 255, A: 255})
	var in bytes.Buffer
	if err := png.Encode(&in, img); err != nil {
		t.Fatal(err)
	}
	data, err := smaller(in.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	out, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := out.(*image.Paletted); !ok || len(p.Palette) != 256 {
		t.Fatalf("%T with another number of colours", out)
	}
	if r, g, b, _ := out.At(0, 0).RGBA(); r != 0 || g != 0 || b != 0xffff {
		t.Errorf("the only blue became %x %x %x", r, g, b)
	}
	for k := 1; k < 32*64; k++ {
		if r, g, b, _ := out.At(k%64, k/64).RGBA(); r != 0xffff || g != 0xffff || b != 0xffff {
			t.Fatalf("the most frequent colour became %x %x %x", r, g, b)
		}
	}
	if _, err := smaller([]byte("no picture")); err == nil {
		t.Error("what is no picture is taken")
	}
}
