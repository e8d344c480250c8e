package view

// This file fills the two certificates: a binomial bound on the risk, and prediction sets.

import (
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/frame"
)

// conformal returns the conformal prediction sets for class probabilities (n×C), calibrated
// on the certifying nodes.
func (r *viewer) conformal(probabilities []float64) *pacbayes.Conformal {
	cert := r.Certificate()
	return pacbayes.NewConformal(probabilities, r.Graph.Classes, r.Graph.Labels, cert.Nodes, cert.Level)
}

// predictionSet returns the classes in the prediction set of a node. row has the class
// probabilities of the node.
func (r *viewer) predictionSet(row []float64) []int {
	return r.conformal(r.Predicted()).Set([]int{}, row)
}

// fillCertificate sets the binomial bound on the risk, coverage and mean size of the
// prediction sets on the test nodes, and whether bound and sets are valid, with the reason.
// The caller must have set Pred and Calibrated of f.
func (r *viewer) fillCertificate(f *frame.Frame) {
	g, v, cert := r.Graph, &f.Bound, r.Certificate()
	v.Certify, v.CertifyMethod = r.cfg.Certify, cert.Method
	v.CertifyNodes = append([]int{}, cert.Nodes...)
	v.CertifyErrors = 0
	for _, i := range cert.Nodes {
		if f.Pred[i] != g.Labels[i] {
			v.CertifyErrors++
		}
	}
	v.Valid, v.Reason = cert.Valid, cert.Reason
	v.ClopperPearson = pacbayes.ClopperPearson(v.CertifyErrors, len(cert.Nodes), cert.Level)
	// A set contains the true label with probability at least 1 − δ. For certify=union this holds
	// over all epochs together: the levels of the epochs have a sum of at most δ.
	v.ConformalLevel = 1 - r.cfg.Delta
	v.ConformalCover, v.ConformalSize = r.conformal(f.Calibrated).Evaluate(f.Calibrated, g.Classes, g.Labels, r.Split.Test)
}
