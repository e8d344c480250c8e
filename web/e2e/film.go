// This file has the script by which TestFilm records the film of the page.

package e2e

// FilmPart is a part of the film with its captions. TestFilm performs the actions of the part with the same name.
type FilmPart struct {
	Name     string
	Captions []Caption // in the order of their display
}

// Caption is a line below the picture of the page.
type Caption struct {
	Seconds int // duration of the display
	Text    string
}

// Film lists the parts of the film in their order. A part lasts as long as all its captions together.
var Film = []FilmPart{
	{"Dial", []Caption{
		{5, "Everyone guesses a camp. Rings mark wrong guesses: blended rivals cancel out."},
		{6, "The dial turns one network from a graph to a sheaf. First everyone keeps an arrow."},
		{6, "Then an edge may turn a message round, and fewer guesses are wrong."},
	}},
	{"One edge", []Caption{
		{4, "An edge compares what its two ends carry, each through its own map."},
		{6, "Turn a map by hand: the energy falls to zero as both images meet."},
		{5, "Or let the signals diffuse until the edge sees no difference."},
	}},
	{"JKO step", []Caption{
		{5, "Training goes stage by stage. Each edge has a transport plan, which becomes its maps."},
		{6, "The JKO step cools the plans: less of their mass stays off the diagonal."},
		{4, "Go back and step again: the numbers are the same to the last bit."},
	}},
	{"Spectrum", []Caption{
		{5, "The maps make the sheaf Laplacian, shown as blocks, with its whole spectrum below the graph."},
		{6, "The eigenvector of λ₂, the smallest eigenvalue above the kernel, colours the nodes."},
	}},
	{"Gap ascent", []Caption{
		{5, "At the end of an epoch, gap ascent moves the maps to raise λ₂."},
		{9, "Every inner step is a line search. The page shows what it tried, and what it gained."},
	}},
	{"WebKB", []Caption{
		{5, "Texas (WebKB): pages of a university. Most links join pages of different kinds."},
		{7, "Thirty epochs of training: classes, loss and accuracy after each six."},
		{6, "Choose a page and ask why it has its class. Files of your own stay on your machine."},
	}},
}

// Size and rate of the film. The captions are in the lowest CaptionHeight rows of a frame.
const (
	FilmWidth, FilmHeight, CaptionHeight = 1280, 720, 64 // in pixels
	FilmRate                             = 15            // in frames per second
)

// FilmThemes are the themes of the page. There is a film for each theme. FilmEnds are the extensions of the files of a film.
var FilmThemes, FilmEnds = []string{"light", "dark"}, []string{"webm", "mp4"}

// FilmFile returns the name of the file of a film. theme is an element of FilmThemes, and extension is an element of FilmEnds.
func FilmFile(theme, extension string) string { return "sheafscope-film-" + theme + "." + extension }
