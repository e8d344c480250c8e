package sgpc

import (
	"fmt"
	"slices"

	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// A certificate is the statement P(risk of the network > bound) ≤ δ over the draw
// of the certifying nodes. It holds only when these nodes had no part in choosing
// the network: neither the epoch, nor the length of the run, nor a setting. The
// setting certify selects how the epoch is kept independent of them:
//
//	split  half of the validation nodes choose the epoch, the other half certify it
//	fixed  all validation nodes certify the last epoch of the settings
//	union  all validation nodes certify every epoch, at δ/K for K epochs, or at δ/(t(t+1)) for epoch t of a run with
//	       an open number of epochs
//
// The accuracy tables and BestEpoch use all validation nodes in any case. The run
// cannot detect two violations: settings that were chosen on the same nodes, and a
// run that was stopped because of them (split and fixed).

// validationParts holds the labelled validation nodes: the choosing and the
// certifying ones (all of them are both unless certify=split), and the halves of
// [Run.Crossed].
type validationParts struct {
	choosing, certifying []int
	halves               [2][]int
}

// divideValidation draws the choosing and the certifying half; of an odd number the
// additional node chooses.
func (r *Run) divideValidation() validationParts {
	var known []int
	for _, i := range r.Split.Val {
		if r.Graph.Labels[i] >= 0 {
			known = append(known, i)
		}
	}
	halves := alternate(known)
	if r.cfg.Certify != settings.CertifySplit {
		return validationParts{known, known, halves}
	}
	order := rng.New(r.cfg.Seed, "certify").Perm(len(known))
	half := (len(known) + 1) / 2
	p := validationParts{[]int{}, []int{}, halves}
	for k, q := range order {
		if k < half {
			p.choosing = append(p.choosing, known[q])
		} else {
			p.certifying = append(p.certifying, known[q])
		}
	}
	slices.Sort(p.choosing)
	slices.Sort(p.certifying)
	return p
}

// offerEpoch offers the present epoch to both choices and reports whether it is the
// best by all validation nodes. Each choice has its own patience: the choice of the
// choosing half must not depend on the length of the run, which the certifying half
// influences.
func (r *Run) offerEpoch() (better bool) {
	offer := func(b *train.Best, nodes []int) bool {
		q := r.score(nodes)
		if q.accuracy < 0 { // no nodes: every epoch is better than the last
			q.loss = -float64(r.epoch)
		}
		return !b.Exhausted(r.epoch, r.cfg.Patience) && b.Offer(r.epoch+1, q.accuracy, q.loss)
	}
	better = offer(&r.best, r.Split.Val)
	offer(&r.choice, r.parts.choosing)
	return better
}

// exhausted reports whether neither choice improved for Patience epochs.
func (r *Run) exhausted() bool {
	return r.best.Exhausted(r.epoch, r.cfg.Patience) && r.choice.Exhausted(r.epoch, r.cfg.Patience)
}

// level returns the δ of the certificate for the present evaluation.
func (r *Run) level() float64 {
	if r.cfg.Certify != settings.CertifyUnion {
		return r.cfg.Delta
	}
	if r.cfg.Epochs > 0 {
		return r.cfg.Delta / float64(r.cfg.Epochs)
	}
	t := float64(max(1, r.evaluated))
	return r.cfg.Delta / (t * (t + 1))
}

// validity reports whether the certifying nodes had no part in choosing the
// evaluated network, with the reason.
func (r *Run) validity() (valid bool, reason string) {
	t := r.evaluated
	switch {
	case r.changed:
		return false, "the maps or the mixing were changed by hand"
	case r.rate.Rate < r.cfg.LR:
		return false, "their accuracy halved the learning rate"
	case len(r.parts.certifying) == 0:
		return false, "no validation node is left to certify with"
	case t == 0:
		return false, "no epoch has been evaluated"
	case r.cfg.SimCalib && r.cfg.Certify != settings.CertifySplit:
		return false, "the same nodes fitted the temperatures of SimCalib"
	case t == r.epoch && r.segment > 0 && r.stage >= stage.Classes:
		return false, "the epoch is not evaluated to its end"
	}
	same := "the same nodes chose the epoch"
	switch r.cfg.Certify {
	case settings.CertifySplit:
		if t == r.choice.Epoch {
			return true, fmt.Sprintf("%d other validation nodes chose epoch %d", len(r.parts.choosing), t)
		}
		if t != r.best.Epoch {
			same = fmt.Sprintf("the choosing nodes chose epoch %d, not this one", r.choice.Epoch)
		}
	case settings.CertifyFixed:
		if t == r.cfg.Epochs {
			return true, fmt.Sprintf("epoch %d was fixed beforehand", t)
		}
		if t != r.best.Epoch {
			same = "this epoch was not fixed beforehand"
		}
	case settings.CertifyUnion:
		if r.cfg.Epochs > 0 {
			return true, fmt.Sprintf("corrected for all %d epochs", r.cfg.Epochs)
		}
		return true, "corrected for every epoch"
	}
	return false, same
}

// method returns the name of the certificate.
func (r *Run) method() string {
	switch r.cfg.Certify {
	case settings.CertifySplit:
		return "Clopper-Pearson on the certifying half of the validation nodes"
	case settings.CertifyFixed:
		return "Clopper-Pearson on validation nodes, epoch fixed beforehand"
	}
	return "Clopper-Pearson on validation nodes, union bound over the epochs"
}

// Certificate describes a certificate: its nodes, its δ and whether it is valid.
type Certificate struct {
	// Nodes are the certifying nodes, Level is δ.
	Nodes []int
	Level float64
	// Valid reports whether Nodes had no part in choosing the evaluated network;
	// Reason gives the reason for either value.
	Valid          bool
	Reason, Method string
}

// Certificate returns the certificate of the present evaluation.
func (r *Run) Certificate() Certificate {
	valid, reason := r.validity()
	return Certificate{Nodes: r.parts.certifying, Level: r.level(), Valid: valid, Reason: reason, Method: r.method()}
}
