package graphio

import (
	"archive/zip"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
	"sheafscope/core/weights"
)

// Weights reads a file of weights alone, for a graph that is not in a file. It returns nil for another file.
func (r Reader) Weights(f File) (*content.Weights, error) {
	left := budget(allowance(len(f.Data)))
	if !isSafetensors(f.Data) && !r.isWeights(f) {
		return nil, nil
	}
	return r.weights(f, &left)
}

// isWeights reports whether a zip archive holds the tensors of a network: it is one of torch.save, or an npz file whose arrays have such
// names. A damaged archive is reported as another file.
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

// weights reads the tensors of a file and finds the network that has them.
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
