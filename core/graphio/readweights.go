package graphio

import (
	"archive/zip"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/weights"
)

// This file reads files of weights: the tensors of a trained network, in one of three formats.

// Weights reads a file of weights. It returns nil without an error if the file is no file of weights.
// A damaged file of weights, and the weights of an unknown network, are errors.
func (r Reader) Weights(f File) (*content.Weights, error) {
	if !isSafetensors(f.Data) && !r.isWeights(f) {
		return nil, nil
	}
	remaining := budget(allowance(len(f.Data)))
	return r.weights(f, &remaining)
}

// isWeights reports whether a file may have the tensors of a network: a file of torch.save, or an npz file. torch.save also writes graphs.
// The npz file must have a point in the name of an array, and neither a graph nor masks nor maps.
// For a damaged archive, isWeights returns false. The reader of graphs then reports the damage.
func (r Reader) isWeights(f File) bool {
	if !strings.HasPrefix(string(f.Data[:min(2, len(f.Data))]), "PK") {
		return false
	}
	archive, err := openZip(f)
	if err != nil {
		return false
	}
	if isTorch(archive) {
		return true
	}
	// The arrays of a network have names such as conv1.weight. The arrays of most graphs have no point in their names.
	hasDottedName := func(e *zip.File) bool { return strings.Contains(strings.TrimSuffix(e.Name, ".npy"), ".") }
	if !isNPZ(archive) || !slices.ContainsFunc(archive.File, hasDottedName) {
		return false
	}
	// nil: this test does not use the budget, because weights inflates the file again.
	z, err := readNPZ(f, nil)
	return err == nil && z.isStateDict()
}

// weights reads the tensors of a file and recognises the network. A network that is unknown, or that is not the model r.Model, is an error.
// If r.Model is "", any known network is accepted. remaining is the number of bytes that may still be unpacked.
func (r Reader) weights(f File, remaining *budget) (*content.Weights, error) {
	list, meta, err := r.tensors(f, remaining)
	if err != nil {
		return nil, err
	}
	network, err := weights.Read(cleanName(f.Name), list, meta, r.Model)
	if err != nil {
		// A file of torch.save may also hold a graph. torchLine is the Python code that converts such a graph.
		remedy := "the page on file formats lists the networks that are read"
		if archive, err := openZip(f); err == nil && isTorch(archive) {
			remedy += "; a graph: " + torchLine
		}
		return nil, fault(f.Name, 0, remedy, "%v", err)
	}
	return network, nil
}

// tensors reads the tensors of a file of safetensors, torch.save or NumPy, and the text meta that describes the network (weights.Meta).
// meta is "" if the file has no such text. remaining is the number of bytes that may still be unpacked.
func (r Reader) tensors(f File, remaining *budget) (list []content.Tensor, meta string, err error) {
	if isSafetensors(f.Data) {
		return readSafetensors(f, weights.MetaKey)
	}
	archive, err := openZip(f)
	if err != nil {
		return nil, "", err
	}
	if isTorch(archive) {
		return readTorch(f, weights.MetaKey, remaining)
	}
	z, err := readNPZ(f, remaining)
	if err != nil {
		return nil, "", err
	}
	// An export of results has the settings in the array result.settings.
	return z.tensors(weights.MetaKey, "result.settings")
}
