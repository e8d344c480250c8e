// This file has the functions and operators of formulas: their names for the parser, and their values for the evaluation.

package formula

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// functions lists the names of functions and operators. The index of a name is its code.
var functions = [...]string{"abs", "sign", "sqrt", "exp", "log", "sin", "cos", "tanh", "floor", "neg", "min", "max", "mod", "+", "-", "*",
	"/", "^", "<", ">", "<=", ">="}

// Codes of the functions and operators. The last operator, ">=", has no constant: it is the default of compute.
const (
	codeAbs = iota
	codeSign
	codeSqrt
	codeExp
	codeLog
	codeSin
	codeCos
	codeTanh
	codeFloor
	codeNegate
	codeMin
	codeMax
	codeMod
	codePlus
	codeMinus
	codeTimes
	codeDivide
	codePower
	codeLess
	codeGreater
	codeAtMost
)

// Boundaries between the codes. Functions and operators with a code of at least firstBinary have two arguments, and all others have one.
// A code of at least firstOperator belongs to an operator.
const (
	firstBinary   = codeMin
	firstOperator = codePlus
)

// Functions returns the names of the functions that a formula may call. "neg", the inner name of the sign “−”, is not among them.
func Functions() []string {
	return slices.Concat(functions[:codeNegate], functions[firstBinary:firstOperator])
}

// functionCode returns the code of a function that a formula may call, or −1 if there is no such function. "neg" and the operators give −1.
func functionCode(name string) int {
	code := slices.Index(functions[:], name)
	if code == codeNegate || code >= firstOperator {
		return -1
	}
	return code
}

// arity returns the number of arguments of a function or an operator.
func arity(code int) int {
	if code < firstBinary {
		return 1
	}
	return 2
}

// compute returns the value of a function or an operator. A function of one argument ignores b.
// The transcendental functions are from core/linalg, which computes the same bits on all machines.
func compute(code int, a, b float64) float64 {
	// Functions come first, then operators. A comparison is 1 if it is true, and 0 if it is false.
	switch code {
	case codeAbs:
		return math.Abs(a)
	case codeSign:
		return 1 - 2*indicator(a < 0) // the sign of 0 is 1
	case codeSqrt:
		return math.Sqrt(a)
	case codeExp:
		return linalg.Exp(a)
	case codeLog:
		return linalg.Log(a)
	case codeSin:
		sin, _ := linalg.LargeSincos(a)
		return sin
	case codeCos:
		_, cos := linalg.LargeSincos(a)
		return cos
	case codeTanh:
		return linalg.Tanh(a)
	case codeFloor:
		return math.Floor(a)
	case codeNegate:
		return -a
	case codeMin:
		return min(a, b)
	case codeMax:
		return max(a, b)
	case codeMod:
		return a - float64(b*math.Floor(a/b)) // up to rounding, 0 or a number with the sign of b; float64 forbids a fused multiply-add
	case codePlus:
		return a + b
	case codeMinus:
		return a - b
	case codeTimes:
		return a * b
	case codeDivide:
		return a / b
	case codePower:
		return power(a, b)
	case codeLess:
		return indicator(a < b)
	case codeGreater:
		return indicator(a > b)
	case codeAtMost:
		return indicator(a <= b)
	}
	return indicator(a >= b) // the remaining code, of ">="
}

// indicator returns 1 for a true condition and 0 for a false one.
func indicator(condition bool) float64 {
	if condition {
		return 1
	}
	return 0
}

// maxProducts is the largest absolute value of a whole exponent for which power multiplies repeatedly.
// It bounds the time of one power.
const maxProducts = 64

// power returns a^b, or NaN for a negative a and an exponent b that is not whole. linalg.Pow defines the result for infinite numbers.
func power(a, b float64) float64 {
	isSmallWhole := b == math.Trunc(b) && math.Abs(b) <= maxProducts
	if !isSmallWhole {
		return linalg.Pow(a, b)
	}
	product := 1.0
	for range int(math.Abs(b)) {
		product *= a
	}
	if b < 0 {
		return 1 / product
	}
	return product
}
