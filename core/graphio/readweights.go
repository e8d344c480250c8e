package graphio

import (
	"archive/zip"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/weights"
)

// Weights reads a file of weights without a graph. It returns nil for other files.
func (r Reader) Weights(f File) (*content.Weights, error) {
	left := budget(allowance(len(f.Data)))
	if !isSafetensors(f.Data) && !r.isWeights(f) {
		return nil, nil
	}
	return r.weights(f, &left)
}

// isWeights reports whether a zip archive holds the tensors of a network: a file of torch.save, or an npz file with such names.
// It is false for a damaged archive, which another reader then reports.
func (r Reader) isWeights(f File) bool {
	if !strings.HasPrefix(string(f.Data[:min(2, len(f.Data))]), "PK") {
		return false
	}
	archive, err := openZip(f)
	if err != nil || isTorch(archive) {
		return err == nil
	}
	dotted := func(e *zip.File) bool { return strings.Contains(strings.TrimSuffix(e.Name, ".npy"), ".") }
	if !isNPZ(archive) || !slices.ContainsFunc(archive.File, dotted) {
		return false
	}
	z, err := readNPZ(f, nil)
	return err == nil && z.isStateDict()
}

// weights reads the tensors of a file and identifies the network.
func (r Reader) weights(f File, left *budget) (*content.Weights, error) {
	list, meta, err := r.tensors(f, left)
	if err != nil {
		return nil, err
	}
	net, err := weights.Read(cleanName(f.Name), list, meta, r.Model)
	if err != nil {
		remedy := "the page on file formats lists the networks that are read"
		if archive, err := openZip(f); err == nil && isTorch(archive) {
			remedy += "; a graph: " + torchLine
		}
		return nil, fault(f.Name, 0, remedy, "%v", err)
	}
	return net, nil
}

// tensors reads the tensors and the metadata of a file in any of the three formats.
func (r Reader) tensors(f File, left *budget) (list []content.Tensor, meta string, err error) {
	if isSafetensors(f.Data) {
		return readSafetensors(f, weights.MetaKey)
	}
	archive, err := openZip(f)
	if err != nil {
		return nil, "", err
	}
	if isTorch(archive) {
		return readTorch(f, weights.MetaKey, left)
	}
	z, err := readNPZ(f, left)
	if err != nil {
		return nil, "", err
	}
	return z.tensors(weights.MetaKey, "result.settings")
}
