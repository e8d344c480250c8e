package graphio

func isPajek(d []byte) bool                { return false }
func isGraph6(d []byte) bool               { return false }
func (z *npz) hasGraph() bool              { return z.arrays["edges"] != nil }
func readNPZGraph(f File) (*Result, error) { return nil, fault(f.Name, 0, "", "unsupported") }
func readJSON(f File) (*Result, error)     { return nil, fault(f.Name, 0, "", "unsupported") }
func readXML(f File) (*Result, error)      { return nil, fault(f.Name, 0, "", "unsupported") }
func readPajek(f File) (*Result, error)    { return nil, fault(f.Name, 0, "", "unsupported") }
func readGraph6(f File) (*Result, error)   { return nil, fault(f.Name, 0, "", "unsupported") }
func readTables(f []File) (*Result, error) { return nil, fault(f[0].Name, 0, "", "unsupported") }
