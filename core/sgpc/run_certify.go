package sgpc

import (
	"fmt"
	"slices"

	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// A certificate says: P(risk of the network shown > bound) ≤ δ over the draw of
// the nodes behind it. It needs that these nodes chose nothing about that
// network: neither the epoch, nor the length of the run, nor a setting. The
// setting certify says how the run sees to the epoch:
//
//	split  half of the validation nodes choose an epoch, the others certify that one
//	fixed  all validation nodes certify the last epoch that the settings ask for
//	union  all validation nodes certify every epoch at δ/K (K epochs; δ/(t(t+1))
//	       at epoch t when their number is open), whichever is read
//
// The accuracy tables and BestEpoch go on to use all validation nodes. What the
// run cannot see is on the user: settings that were chosen on the same nodes,
// and with split and fixed a run that was stopped because of them.

// parts are the validation nodes with a label: those that choose, and the
// others, for the setting split; and the halves of [Run.Crossed].
type parts struct {
	choosing, certifying []int
	halves               [2][]int
}

// divide draws the two halves; an odd node chooses.
func (r *Run) divide() parts {
	var known []int
	for _, i := range r.Split.Val {
		if r.Graph.Labels[i] >= 0 {
			known = append(known, i)
		}
	}
	halves := inHalves(known)
	if r.cfg.Certify != settings.CertifySplit {
		return parts{known, known, halves}
	}
	order := rng.New(r.cfg.Seed, "certify").Perm(len(known))
	half := (len(known) + 1) / 2
	p := parts{[]int{}, []int{}, halves}
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

// choose offers the epoch to both choices. Each ends when its own patience
// does: the choice of the choosing half must not depend on how long the others
// let the run go on.
func (r *Run) choose() (better bool) {
	offer := func(b *train.Best, nodes []int) bool {
		q := r.judge(nodes)
		if q.accuracy < 0 { // no nodes: every epoch is the best, so that the last one counts
			q.loss = -float64(r.epoch)
		}
		return !b.Exhausted(r.epoch, r.cfg.Patience) && b.Offer(r.epoch+1, q.accuracy, q.loss)
	}
	better = offer(&r.best, r.Split.Val)
	offer(&r.choice, r.parts.choosing)
	return better
}

// exhausted reports whether the run has no reason to go on: neither choice
// improved for Patience epochs.
func (r *Run) exhausted() bool {
	return r.best.Exhausted(r.epoch, r.cfg.Patience) && r.choice.Exhausted(r.epoch, r.cfg.Patience)
}

// level is the δ at which the nodes certify the epoch shown.
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
// network shown, and why.
func (r *Run) validity() (valid bool, reason string) {
	t := r.evaluated
	switch {
	case r.look:
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

// method names the certificate.
func (r *Run) method() string {
	switch r.cfg.Certify {
	case settings.CertifySplit:
		return "Clopper-Pearson on the certifying half of the validation nodes"
	case settings.CertifyFixed:
		return "Clopper-Pearson on validation nodes, epoch fixed beforehand"
	}
	return "Clopper-Pearson on validation nodes, union bound over the epochs"
}

// Certificate is what the certifying nodes say of the network shown, and whether they may.
type Certificate struct {
	// Nodes are the certifying nodes, Level the δ at which they certify.
	Nodes []int
	Level float64
	// Valid reports whether Nodes had no part in choosing the network shown; Reason says why.
	Valid          bool
	Reason, Method string
}

// Certificate describes the certificate of the evaluation on show.
func (r *Run) Certificate() Certificate {
	valid, reason := r.validity()
	return Certificate{Nodes: r.parts.certifying, Level: r.level(), Valid: valid, Reason: reason, Method: r.method()}
}
