package build

import "testing"

// pixelsToRem divides lengths in pixels by 16 and writes them in rem, or in em in a condition of @media. The line of 1px, the text sizes in
// an SVG and the name --t-13px stay as they are. Comments are removed.
func TestPixelsToRem(t *testing.T) {
	for css, want := range map[string]string{
		"a{margin:-8px auto 12px;border:1px solid}":                 "a{margin:-.5rem auto .75rem;border:1px solid}",
		"a{font:400 13px/20px x}":                                   "a{font:400 .8125rem/1.25rem x}",
		"a{width:calc(100% - 9.5px);b:var(--t-13px)}":               "a{width:calc(100% - .59375rem);b:var(--t-13px)}",
		"@media (max-width:599px) and (min-height:2px){b{top:4px}}": "@media (max-width:37.4375em) and (min-height:.125em){b{top:.25rem}}",
		"svg text{font-size:11px}a{top:16px}":                       "svg text{font-size:11px}a{top:1rem}",
		".x{fill:none;font-size:11px}":                              ".x{fill:none;font-size:11px}",
		".x{fill:none;width:20px;font-size:11px;height:8px}":        ".x{fill:none;width:1.25rem;font-size:11px;height:.5rem}",
		"/* text */a{top:16px}":                                     "a{top:1rem}",
		"@container g (max-width:660px){b{top:4px}}":                "@container g (max-width:41.25rem){b{top:.25rem}}",
		"@keyframes k{to{left:40px}}":                               "@keyframes k{to{left:2.5rem}}",
	} {
		if got := pixelsToRem(css); got != want {
			t.Errorf("%s becomes %s, want %s", css, got, want)
		}
	}
}
