package sgpc

// This file restricts stage 8 of the reading "code" during the warm-up.

// schedule sets the weights of the loss of the training network for an epoch. During
// the warm-up of the reading "code", the loss is the cross-entropy alone. Stage 8
// then computes only the rows of the training nodes, and the posterior is off.
func (n *net) schedule(epoch int) {
	o := n.loss
	o.schedule(epoch)
	if n.lossRows == nil {
		return
	}
	onlyCrossEntropy := o.lambdaKL == 0 && o.lambdaSpec == 0
	n.lossRows.Take(!onlyCrossEntropy)
	n.post.off, o.lossInput = onlyCrossEntropy, n.lossInputs[0]
	if onlyCrossEntropy {
		o.lossInput = n.lossInputs[1]
	}
}

// setLossInputs stores the inputs of the loss after the warm-up, and during it.
func (n *net) setLossInputs() {
	allNodes := n.loss.lossInput
	trainingNodes := lossInput{calibrated: n.prob}
	trainingNodes.labels, trainingNodes.nodes = labelsOf(n.lossRows.Index, allNodes.labels, allNodes.nodes)
	n.lossInputs = [2]lossInput{allNodes, trainingNodes}
}
