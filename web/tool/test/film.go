// This file makes the film of the page: a browser records its pictures, and ffmpeg encodes them.

package test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/shell"
)

// filmLargest is the largest allowed size of a file of the film in bytes.
const filmLargest = 6 << 20

// filmCoders has the encoding options of ffmpeg by the extension of the file. Both encoders have a constant quality (-crf), on scales of
// their own.
var filmCoders = map[string]string{
	"webm": "-c:v libvpx-vp9 -crf 36 -b:v 0 -row-mt 1 -cpu-used 5",
	"mp4":  "-c:v libx264 -crf 26 -movflags +faststart",
}

// Film records the page (web/e2e, TestFilm) and writes the files of the film to .build/film: a file for each theme and format. First it
// installs Chrome, a font and ffmpeg if they are missing. It ends without a film if an installation fails, and later at the first error.
func Film(ctx context.Context) error {
	if err := errors.Join(installChrome(ctx), installFont(ctx), installFFmpeg(ctx)); err != nil {
		return err
	}
	err := shell.Command(ctx, nil, "go", "test", "-tags=e2e screens", "-count=1", "-timeout=45m", "-run=^TestFilm$", "-v", "./web/e2e")
	if err != nil {
		return err
	}
	for _, theme := range e2e.FilmThemes {
		for _, extension := range e2e.FilmEnds {
			if err := filmFile(ctx, theme, extension); err != nil {
				return err
			}
		}
	}
	return nil
}

// filmFile encodes the pictures of a theme into a file with the given extension, and prints the duration and the size of the file. It
// returns an error if the file has more than filmLargest bytes.
func filmFile(ctx context.Context, theme, extension string) error {
	dir := filepath.Join(shell.Work, "film")
	file := filepath.Join(dir, e2e.FilmFile(theme, extension))
	rate := strconv.Itoa(e2e.FilmRate) // in pictures per second
	// The filter stacks a picture of the page on a picture of its caption. Players expect brightness in the limited range (16 to
	// 235) and 4:2:0 chroma subsampling.
	const stack = "[0]scale=out_range=tv,format=yuv420p[a];[1]scale=out_range=tv,format=yuv420p[b];[a][b]vstack"
	args := []string{"-y", "-loglevel", "error", "-framerate", rate, "-i", filepath.Join(dir, theme, "page-%05d.jpg"),
		"-framerate", rate, "-i", filepath.Join(dir, theme, "caption-%05d.png"), "-filter_complex", stack}
	args = append(args, strings.Fields(filmCoders[extension])...)
	args = append(args, file)
	if err := shell.Command(ctx, nil, "ffmpeg", args...); err != nil {
		return err
	}
	out, err := exec.CommandContext(ctx, "ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file).Output()
	if err != nil {
		return fmt.Errorf("ffprobe %s: %w", file, err)
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %s s, %d bytes\n", file, strings.TrimSpace(string(out)), info.Size())
	if info.Size() > filmLargest {
		return fmt.Errorf("%s has more than %d bytes", file, filmLargest)
	}
	return nil
}
