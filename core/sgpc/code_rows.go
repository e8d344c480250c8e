package sgpc

// schedule sets the weights of the training network's loss for an epoch. In the reading "code"
// the loss is the cross-entropy alone before the warm-up is over: stage 8 then has the
// training nodes' rows, and nothing is computed of the posterior.
func (n *net) schedule(epoch int) {
	o := n.loss
	o.schedule(epoch)
	if n.early == nil {
		return
	}
	few := o.lambdaKL == 0 && o.lambdaSpec == 0
	n.early.Take(!few)
	n.post.off, o.seen = few, n.sight[0]
	if few {
		o.seen = n.sight[1]
	}
}

// seeEarly notes what the loss sees in either case.
func (n *net) seeEarly() {
	all := n.loss.seen
	few := seen{calibrated: n.prob}
	few.labels, few.nodes = labelsOf(n.early.Index, all.labels, all.nodes)
	n.sight = [2]seen{all, few}
}
