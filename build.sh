#!/usr/bin/env bash
# The one entry point: checks the tools, installs the npm part when its lock
# file changed, and hands over to the build program in web/tool.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
	cat <<'EOT'
usage: ./build.sh COMMAND

  build    everything into dist/, ready for any static host under any path
           (--quick: compress less, for development;
           --datasets DIR: with a copy of the public data sets in DIR)
  single-file
           the laboratory in one file, dist/sheafscope.html, and the course in another,
           dist/sheafscope-learn.html, for file://
           (--graph FILE: with this graph in it; may be given several times)
  python   the Python package of assets/python as a wheel in dist/, with the first of them in it
  serve    build, then serve dist/ to this machine alone (PORT chooses the port, 8080 unless told;
           HOST=0.0.0.0 lets other machines in; --datasets DIR as for build;
           --cors lets pages of other sites read it)
  dev      serve, and after each change build what changed and reload the page
           (no first picture, nothing packed: not for publishing)
  test     format, vet, staticcheck, unit tests natively and in wasm, build, browser tests
           (--long: every test in its long form, which takes hours;
           --seed N: the random walk through the page takes this way; a long one prints which way it took)
           (--record: counts and seconds of a run without a failure go into BENCHMARKS.md)
           (--go VERSION: with that version of Go, such as 1.27.3, which Go fetches: the build, its size, first picture)
  fuzz     every fuzz target for 20 seconds (--time 10m: for so long)
  screens  what the documents have from runs, and screenshots of the page into .build/screens/
  film     a film of ninety seconds, light and dark, as WebM and as MP4, into .build/film/
  bench    benchmarks natively, in node, Chromium and PyTorch, into BENCHMARKS.md; --quick sees that they run,
           --start measures only the page and the transfer again,
           --against DIST compares how soon the page is there with another build of it
  releases the site of all releases, each under its own path: --from DIR with v1.2.3.tar.gz of each, --to a new DIR
  clean    remove dist/, .build/ and the generated Vugu code
EOT
}

fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }

# need NAME MAJOR MINOR HAVE HOW: stops unless HAVE ("1.26.8") is at least MAJOR.MINOR.
need() {
	local name=$1 major=$2 minor=$3 have=$4 how=$5 a b
	a=${have%%.*}; b=${have#*.}; b=${b%%[!0-9]*}
	case "$a" in ''|*[!0-9]*) fail "cannot read the version of $name ('$have'). $how";; esac
	if [ "$a" -lt "$major" ] || { [ "$a" -eq "$major" ] && [ "${b:-0}" -lt "$minor" ]; }; then
		fail "$name $have is too old: $major.$minor or newer is needed. $how"
	fi
}

check_tools() {
	local v
	case "${GO111MODULE:-}" in off) fail 'GO111MODULE=off switches off the modules of Go, which hold what this is built of. Unset it.' ;; esac
	command -v go >/dev/null || fail 'Go is missing. Install Go 1.26 or newer: https://go.dev/dl/'
	# Go fetches the version that go.mod or GOTOOLCHAIN names. Without network the installed one does, unless another is asked for.
	if ! v=$(go version 2>&1); then
		case "${GOTOOLCHAIN:-auto}" in auto) ;; *) fail "$v" ;; esac
		echo 'build.sh: the version of Go that go.mod names cannot be fetched; using the installed one' >&2
		export GOTOOLCHAIN=local
		v=$(go version)
	fi
	v=${v##*go version go}
	need Go 1 26 "${v%% *}" 'Install a newer one: https://go.dev/dl/'
	command -v node >/dev/null || fail 'Node is missing. Install Node 20 or newer: https://nodejs.org/'
	v=$(node --version)
	need Node 20 0 "${v#v}" 'Install a newer one: https://nodejs.org/'
	command -v npm >/dev/null || fail 'npm is missing. It comes with Node: https://nodejs.org/'
}

installed=node_modules/.sheafscope-lock.json

# npm_part installs node_modules, only when the lock file is not the one installed last. The copy of that lies in
# node_modules itself: a folder that is half installed, or installed by other means, has none.
npm_part() {
	if cmp -s package-lock.json "$installed"; then return; fi
	echo 'npm ci' >&2
	npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2 ||
		fail 'npm ci failed; its message is above. Is the network there, and does package-lock.json belong to package.json?'
	cp package-lock.json "$installed"
}

command=${1:-}
case "$command" in
	help|-h|--help) usage; exit 0 ;;
	'') usage >&2; exit 2 ;;
esac
# The commands are those of the usage.
case $'\n'"$(usage)" in
	*$'\n  '"$command"[[:space:]]*) shift ;;
	*) printf 'build.sh: no command "%s"\n\n' "$command" >&2; usage >&2; exit 2 ;;
esac

check_tools
case "$command" in serve|dev)
	case "${PORT:-8080}" in *[!0-9]*) fail "PORT=$PORT is no number. Give a whole number from 1 to 65535." ;; esac ;;
esac
mkdir -p .build 2>/dev/null && [ -w .build ] && [ -w . ] ||
	fail "$PWD cannot be written, and the build keeps its results there. Copy the sources to a folder of your own."
case "$command" in build|single-file|python|serve|dev|test|screens|film|bench) npm_part ;; esac

# Without paths in them, packages that another clone compiled serve here, too. Nothing that is built here needs the state
# of git, which refuses to report it to another user than the owner of the folder.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-trimpath -buildvcs=false"
# The program is built, not run with "go run", so that signals and the exit status reach it unchanged.
go build -o .build/tool ./web/tool
exec .build/tool "$command" "$@"
