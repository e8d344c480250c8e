package build

import "testing"

// TestCheckShell: checkShell accepts a page with a policy, scripts in files and no style. It refuses a page without the policy, and pages
// with an inline script, style or handler, or with an address outside of the folder.
func TestCheckShell(t *testing.T) {
	const policy = `<meta http-equiv="Content-Security-Policy" content="x">`
	good := policy + `<script src="boot.js" defer></script> <script src="a.js"></script><p class="style">a = b</p>`
	if err := checkShell([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		good[len(policy):],
		policy + `<script>let a</script>`,
		policy + `<script type="module"> let a</script>`,
		policy + `<style>p{}</style>`,
		policy + `<p style="x">`,
		policy + `<p onclick="x">`,
		policy + `<script src="/boot.js"></script>`,
		policy + `<link href='https://example.org/a.css'>`,
	} {
		if checkShell([]byte(bad)) == nil {
			t.Errorf("checkShell accepts %s", bad)
		}
	}
}

// TestStampLinks: links to local scripts, style sheets and programs get the version, and no other link does.
func TestStampLinks(t *testing.T) {
	got := string(stampLinks([]byte(`<script src="boot.js"></script><link href="./a/b.css"><link href="a.wasm"><a href="#x"><img `+
		`src="i.svg">`), "1f"))
	want := `<script src="boot.js?v=1f"></script><link href="./a/b.css?v=1f"><link href="a.wasm?v=1f"><a href="#x"><img src="i.svg">`
	if got != want {
		t.Fatalf("got  %s\nwant %s", got, want)
	}
}
