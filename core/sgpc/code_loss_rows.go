package sgpc

import "sheafscope/core/autodiff"

// This file restricts stage 8 of the reading "code" to the training nodes during the
// warm-up.

// schedule sets the weights of the loss of the training network for an epoch (0-based).
// During the warm-up of the reading "code", the loss is the cross-entropy alone.
// Stage 8 then computes only the rows of the training nodes, and the posterior is not
// computed.
func (n *net) schedule(epoch int) {
	o := n.loss
	o.schedule(epoch)
	if n.lossRows == nil { // the rows of stage 8 do not depend on the epoch
		return
	}
	// AllRows selects the rows of all nodes. IndexRows selects the rows of the training
	// nodes. The tape has posterior and loss in both cases; off makes the posterior skip its
	// passes.
	onlyCrossEntropy := o.lambdaKL == 0 && o.lambdaSpec == 0
	rows := autodiff.AllRows
	if onlyCrossEntropy {
		rows = autodiff.IndexRows
	}
	n.lossRows.Take(rows)
	n.post.off = onlyCrossEntropy
	if onlyCrossEntropy {
		o.lossInput = n.lossInputs.trainingNodes
	} else {
		o.lossInput = n.lossInputs.allNodes
	}
}

// setLossInputs stores two inputs of the loss: all nodes, for epochs after the
// warm-up, and the training nodes alone, for epochs of the warm-up.
func (n *net) setLossInputs() {
	allNodes := n.loss.lossInput
	trainingNodes := lossInput{calibrated: n.prob}
	trainingNodes.labels, trainingNodes.nodes = labelsOf(n.lossRows.Index, allNodes.labels, allNodes.nodes)
	n.lossInputs.allNodes, n.lossInputs.trainingNodes = allNodes, trainingNodes
}
