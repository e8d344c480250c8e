package web

// Root is the whole page.
type Root struct{ App *App }
