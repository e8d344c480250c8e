package sgpc

// schedule sets the loss weights of the training network for an epoch. During the
// warm-up of the reading "code" the loss is the cross-entropy only: stage 8 then
// computes the rows of the training nodes, and the posterior is off.
func (n *net) schedule(epoch int) {
	o := n.loss
	o.schedule(epoch)
	if n.lossRows == nil {
		return
	}
	few := o.lambdaKL == 0 && o.lambdaSpec == 0
	n.lossRows.Take(!few)
	n.post.off, o.lossInput = few, n.lossInputs[0]
	if few {
		o.lossInput = n.lossInputs[1]
	}
}

// setLossInputs stores the inputs of the loss after and during the warm-up.
func (n *net) setLossInputs() {
	all := n.loss.lossInput
	few := lossInput{calibrated: n.prob}
	few.labels, few.nodes = labelsOf(n.lossRows.Index, all.labels, all.nodes)
	n.lossInputs = [2]lossInput{all, few}
}
