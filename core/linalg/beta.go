package linalg

import "math"

// LogGamma returns ln Γ(x) for x > 0 with a relative error of about 1e-15, or an absolute one near its zeros 1 and 2; NaN for others.
//
// Method: Γ(x) = Γ(x+k)/(x(x+1)…(x+k−1)) until x ≥ 10, then Stirling's series
// (x−½)·ln x − x + ½·ln 2π + Σ B₂ₖ/(2k(2k−1)x²ᵏ⁻¹) to k = 8, whose remainder is below 1e-16 there.
func LogGamma(x float64) float64 {
	if !(x > 0) {
		return math.NaN()
	}
	product := 1.0
	if x <= 20 && x == math.Trunc(x) {
		for ; x > 2; x-- {
			product *= x - 1 // the factorial, exactly
		}
		return Log(product)
	}
	for ; x < 10; x++ {
		product *= x
	}
	const halfLog2Pi = 0.918938533204672741780329736405617639861
	sum, square := 0.0, x*x
	for k := len(stirling) - 1; k >= 0; k-- {
		sum = stirling[k] + sum/square
	}
	return float64((x-0.5)*Log(x)) - x + halfLog2Pi + sum/x - Log(product)
}

var stirling = [8]float64{1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360, 1.0 / 156, -3617.0 / 122400}

// IncBeta returns the regularised incomplete beta function I_x(a, b) = ∫₀ˣ tᵃ⁻¹(1−t)ᵇ⁻¹ dt / B(a, b) for a, b > 0 and x in [0, 1], NaN for
// others. The bits are the same on every machine, as those of packages that use package math are not.
//
// Method: the continued fraction (DLMF 8.17.22) by Lentz's method, of x below the mean of the distribution, else of 1 − I₁₋ₓ(b, a).
func IncBeta(a, b, x float64) float64 {
	switch {
	case !(a > 0 && b > 0 && x >= 0 && x <= 1) || math.IsInf(a, 1) || math.IsInf(b, 1):
		return math.NaN()
	case x == 0 || x == 1:
		return x
	case x > (a+1)/(a+b+2):
		return 1 - lowerBeta(b, a, 1-x, x)
	}
	return lowerBeta(a, b, x, 1-x)
}

// maxFraction limits the terms of the continued fraction, of which about √max(a, b) count.
const maxFraction = 100_000

// lowerBeta is IncBeta below the mean; y = 1 − x.
func lowerBeta(a, b, x, y float64) float64 {
	const least = 1e-300 // in place of 0 in a denominator
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < least {
		d = least
	}
	d = 1 / d
	h := d
	for m := 1.0; m < maxFraction; m++ {
		for _, term := range [2]float64{m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m)),
			-(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))} {
			if d = 1 + float64(term*d); math.Abs(d) < least {
				d = least
			}
			if c = 1 + term/c; math.Abs(c) < least {
				c = least
			}
			d = 1 / d
			h *= float64(d * c)
		}
		if math.Abs(float64(d*c)-1) < 1e-16 {
			break
		}
	}
	return Exp(betaPower(a, b, x, y)) * h / a
}

// betaPower returns ln(xᵃyᵇ/B(a, b)).
func betaPower(a, b, x, y float64) float64 {
	return float64(a*Log(x)) + float64(b*Log(y)) - LogGamma(a) - LogGamma(b) + LogGamma(a+b)
}

// InvIncBeta returns the x with I_x(a, b) = p: by Newton's steps, and by halving where a step leaves what is known to hold x.
func InvIncBeta(a, b, p float64) float64 {
	switch {
	case !(a > 0 && b > 0 && p >= 0 && p <= 1) || math.IsInf(a, 1) || math.IsInf(b, 1):
		return math.NaN()
	case p == 0 || p == 1:
		return p
	}
	low, high, x := 0.0, 1.0, a/(a+b)
	for range 2000 {
		off := IncBeta(a, b, x) - p
		switch {
		case off == 0:
			return x
		case off < 0:
			low = x
		default:
			high = x
		}
		// The density is xᵃ⁻¹(1−x)ᵇ⁻¹/B(a, b).
		next := x - off*x*(1-x)/Exp(betaPower(a, b, x, 1-x))
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == x || math.Abs(next-x) <= 0x1p-53*x {
			return next
		}
		x = next
	}
	return x
}
