package linalg

// avxTile adds alpha·A·panel to a tile of 4 rows and 8 columns of c. a points at
// the first of depth elements of each row of A, step numbers apart.
//
//go:noescape
func avxTile(depth int, alpha float64, a *[4]*float64, step int, panel, c *float64, ldc int)

func avxGemm(m, n, k int, alpha float64, a []float64, ari, acl int, b []float64, brl, bcj int, c []float64, ldc int) {
	if m < 4 {
		goGemm(m, n, k, alpha, a, ari, acl, b, brl, bcj, c, ldc)
		return
	}
	var panel [8 * gemmDepth]float64
	for l0 := 0; l0 < k; l0 += gemmDepth {
		depth := min(gemmDepth, k-l0)
		for i0 := 0; i0 < m; i0 += gemmRows {
			i2 := min(i0+gemmRows, m)
			for j := 0; j < n; j += 8 {
				w := min(8, n-j)
				packB(panel[:], 8, b, l0, depth, j, w, brl, bcj)
				for i := i0; i < i2; i += 4 {
					rows := min(4, i2-i)
					var from [4]*float64
					for r := range from { // missing rows are computed into a spare tile
						from[r] = &a[(i+min(r, rows-1))*ari+l0*acl]
					}
					if rows == 4 && w == 8 {
						avxTile(depth, alpha, &from, acl, &panel[0], &c[i*ldc+j : (i+3)*ldc+j+8][0], ldc)
						continue
					}
					var tile [4 * 8]float64
					for r := range rows {
						copy(tile[8*r:8*r+w], c[(i+r)*ldc+j:])
					}
					avxTile(depth, alpha, &from, acl, &panel[0], &tile[0], 8)
					for r := range rows {
						copy(c[(i+r)*ldc+j:][:w], tile[8*r:])
					}
				}
			}
		}
	}
}
