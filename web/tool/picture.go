package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
)

// smaller writes a screenshot with 256 of its colours, which takes a third of the
// room in the repository: first the most frequent one of each kind (4 bits a
// channel), so that small areas keep their hue, then the most frequent ones.
func smaller(picture []byte) ([]byte, error) {
	from, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	count := map[color.RGBA]int{}
	b := from.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[color.RGBAModel.Convert(from.At(x, y)).(color.RGBA)]++
		}
	}
	colors := make([]color.RGBA, 0, len(count))
	for c := range count {
		colors = append(colors, c)
	}
	slices.SortFunc(colors, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	kinds, taken := map[[3]uint8]bool{}, map[color.RGBA]bool{}
	for _, all := range []bool{false, true} {
		for _, c := range colors {
			kind := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}
			if len(palette) == 256 || taken[c] || kinds[kind] && !all {
				continue
			}
			kinds[kind], taken[c] = true, true
			palette = append(palette, c)
		}
	}
	to := image.NewPaletted(b, palette)
	draw.Draw(to, b, from, b.Min, draw.Src)
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, to)
	return out.Bytes(), err
}
