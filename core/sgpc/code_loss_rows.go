package sgpc

import "sheafscope/core/autodiff"

// This file restricts stage 8 (fusion and classes) of the reading "code" to the training
// nodes during the warm-up, the epochs in which the loss is the cross-entropy alone.

// schedule sets the weights of the loss of the training network for an epoch (0-based).
// If n.lossRows is not nil, it also selects the rows of stage 8 and the input of the loss:
// the training nodes during the warm-up, without a posterior, and all nodes afterwards.
func (n *net) schedule(epoch int) {
	o := n.loss
	o.schedule(epoch)
	if n.lossRows == nil { // the rows of stage 8 do not depend on the epoch
		return
	}
	onlyCrossEntropy := o.lambdaKL == 0 && o.lambdaSpec == 0
	n.post.off = onlyCrossEntropy // the posterior stays on the tape, but off makes it skip its passes
	if onlyCrossEntropy {
		n.lossRows.Take(autodiff.IndexRows) // the rows of the training nodes
		o.lossInput = n.lossInputs.trainingNodes
	} else {
		n.lossRows.Take(autodiff.AllRows)
		o.lossInput = n.lossInputs.allNodes
	}
}

// setLossInputs stores the two inputs of the loss between which schedule chooses: all nodes,
// and the training nodes alone, without a posterior.
func (n *net) setLossInputs() {
	allNodes := n.loss.lossInput
	trainingNodes := lossInput{calibrated: n.prob}
	// labelsOf numbers the training nodes by the selected rows of stage 8.
	trainingNodes.labels, trainingNodes.nodes = labelsOf(n.lossRows.Index, allNodes.labels, allNodes.nodes)
	n.lossInputs.allNodes, n.lossInputs.trainingNodes = allNodes, trainingNodes
}
