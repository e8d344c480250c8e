package sgpc

import (
	"fmt"
	"slices"

	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// This file decides whether the certificate of a run is valid.
//
// A certificate is the statement P(risk of the network > bound) ≤ δ over the draw
// of the certifying nodes. It holds if these nodes had no part in choosing the network:
// neither the epoch, nor the length of the run, nor a setting. They may choose the epoch
// if the bounds of all epochs hold at once. The values of the setting certify:
//
//	split  half of the validation nodes choose the epoch, the other half certify it
//	fixed  all validation nodes certify the last epoch of the settings
//	union  all validation nodes certify every epoch, at δ/K for K epochs, or at δ/(t(t+1)) for epoch t of a run with
//	       an open number of epochs
//
// The run cannot detect that a user chose the settings on the certifying nodes. For split
// and fixed, it cannot detect that a user stopped the run because of these nodes.

// validationParts divides the labelled validation nodes.
type validationParts struct {
	// choosing are the nodes that choose the epoch, and certifying the nodes that certify
	// it. For certify=split they are random halves. Otherwise both hold all labelled nodes.
	choosing, certifying []int
	// halves are the halves for Run.Crossed, whatever certify is.
	halves [2][]int
}

// divideValidation divides the labelled validation nodes.
func (r *Run) divideValidation() validationParts {
	var labelled []int
	for _, i := range r.Split.Val {
		if r.Graph.Labels[i] >= 0 {
			labelled = append(labelled, i)
		}
	}
	halves := alternate(labelled)
	if r.cfg.Certify != settings.CertifySplit {
		return validationParts{labelled, labelled, halves}
	}
	order := rng.New(r.cfg.Seed, "certify").Perm(len(labelled))
	half := (len(labelled) + 1) / 2 // rounded up, for the choosing nodes
	p := validationParts{[]int{}, []int{}, halves}
	for k, index := range order {
		if k < half {
			p.choosing = append(p.choosing, labelled[index])
		} else {
			p.certifying = append(p.certifying, labelled[index])
		}
	}
	slices.Sort(p.choosing)
	slices.Sort(p.certifying)
	return p
}

// offerEpoch offers the present epoch to r.best, the best epoch by all validation
// nodes, and to r.choice, the best epoch by the choosing nodes. It reports whether the
// epoch is the new r.best. Each of r.best and r.choice becomes final after its own
// Patience epochs without improvement. A common count would make r.choice depend on the
// certifying nodes.
func (r *Run) offerEpoch() (isBest bool) {
	offer := func(best *train.Best, nodes []int) bool {
		score := r.score(nodes)
		if score.accuracy < 0 { // −1 without labelled nodes: a falling loss makes every epoch the best
			score.loss = -float64(r.epoch)
		}
		// r.epoch epochs are finished, and the offered epoch has the number r.epoch+1.
		return !best.Exhausted(r.epoch, r.cfg.Patience) && best.Offer(r.epoch+1, score.accuracy, score.loss)
	}
	isBest = offer(&r.best, r.Split.Val)
	offer(&r.choice, r.parts.choosing)
	return isBest
}

// exhausted reports whether r.best and r.choice have had neither a better accuracy nor a
// lower loss for Patience epochs. With a Patience of 0 it returns false.
func (r *Run) exhausted() bool {
	return r.best.Exhausted(r.epoch, r.cfg.Patience) && r.choice.Exhausted(r.epoch, r.cfg.Patience)
}

// level returns Level of [Certificate] for the present evaluation. For certify=union the
// levels of all epochs have a sum of at most δ, as the union bound requires.
func (r *Run) level() float64 {
	if r.cfg.Certify != settings.CertifyUnion {
		return r.cfg.Delta
	}
	if r.cfg.Epochs > 0 { // equal shares
		return r.cfg.Delta / float64(r.cfg.Epochs)
	}
	// The number of epochs is open: the shares are δ/(t(t+1)), and Σ_t 1/(t(t+1)) = 1.
	t := float64(max(1, r.evaluated)) // the last evaluated epoch, or 1 before the first evaluation
	return r.cfg.Delta / (t * (t + 1))
}

// validity reports whether the certificate of the evaluated network holds, see the start of
// this file. reason explains the value of valid.
func (r *Run) validity() (valid bool, reason string) {
	epoch := r.evaluated // the last evaluated epoch, 1-based
	// Stage 8 of the running epoch, number r.epoch+1, replaces the class probabilities.
	// Until the loss of this epoch exists, these probabilities belong to no evaluated epoch.
	lacksLoss := r.evaluated == r.epoch // the last evaluated epoch is the last finished epoch
	// Between two epochs r.stage is the last stage of the finished epoch, and r.segment is 0.
	hasNewClasses := r.segment > 0 && r.stage >= stage.Classes
	isPartlyEvaluated := lacksLoss && hasNewClasses
	// Violations that the setting certify does not repair.
	switch {
	case r.changed:
		return false, "the maps or the mixing were changed by hand"
	case r.rate.Rate < r.cfg.LR:
		return false, "their accuracy halved the learning rate"
	case len(r.parts.certifying) == 0:
		return false, "no validation node is left to certify with"
	case r.best.Epoch == 0:
		return false, "no epoch has been evaluated"
	case r.given != nil:
		return false, "the run started from given weights, which may depend on these nodes"
	case r.cfg.SimCalib && r.cfg.Certify != settings.CertifySplit:
		return false, "the same nodes fitted the temperatures of SimCalib"
	case isPartlyEvaluated:
		return false, "the epoch is not evaluated to its end"
	}
	// A case returns true if the certifying nodes did not choose the epoch, or if level corrects
	// for their choice. The first reason holds for r.best.Epoch, which all validation nodes chose.
	reason = "the same nodes chose the epoch"
	switch r.cfg.Certify {
	case settings.CertifySplit:
		if epoch == r.choice.Epoch {
			return true, fmt.Sprintf("%d other validation nodes chose epoch %d", len(r.parts.choosing), epoch)
		}
		if epoch != r.best.Epoch {
			reason = fmt.Sprintf("the choosing nodes chose epoch %d, not this one", r.choice.Epoch)
		}
	case settings.CertifyFixed:
		if epoch == r.cfg.Epochs {
			return true, fmt.Sprintf("epoch %d was fixed beforehand", epoch)
		}
		if epoch != r.best.Epoch {
			reason = "this epoch was not fixed beforehand"
		}
	case settings.CertifyUnion:
		if r.cfg.Epochs > 0 {
			return true, fmt.Sprintf("corrected for all %d epochs", r.cfg.Epochs)
		}
		return true, "corrected for every epoch"
	}
	return false, reason
}

// method returns the name of the certificate in reports.
func (r *Run) method() string {
	switch r.cfg.Certify {
	case settings.CertifySplit:
		return "Clopper-Pearson on the certifying half of the validation nodes"
	case settings.CertifyFixed:
		return "Clopper-Pearson on validation nodes, epoch fixed beforehand"
	}
	return "Clopper-Pearson on validation nodes, union bound over the epochs"
}

// Certificate describes the certificate of an evaluation.
type Certificate struct {
	// Nodes are the certifying nodes. Level bounds the probability that the certificate
	// is wrong: δ or, for certify=union, a share of δ.
	Nodes []int
	Level float64
	// Valid reports whether Nodes had no part in choosing the evaluated network or, for
	// certify=union, chose only the epoch. Reason explains Valid, and Method is the name of
	// the certificate.
	Valid          bool
	Reason, Method string
}

// Certificate returns the certificate of the present evaluation.
func (r *Run) Certificate() Certificate {
	valid, reason := r.validity()
	return Certificate{Nodes: r.parts.certifying, Level: r.level(), Valid: valid, Reason: reason, Method: r.method()}
}
