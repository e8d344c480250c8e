package settings

import "sheafscope/core/peer"

// CodeSettings sets the settings of the authors' program for a kind of graphs. It keeps all
// other settings.
func (c *Config) CodeSettings(kind peer.GraphKind) {
	c.D, c.Layers, c.Channels, c.Hidden, c.Residual = 1, 1, 256, 256, true
	c.Features, c.Structure, c.Norm, c.InputDropout = "raw", "off", "layer", 0
	c.Epsilon0, c.JKOSteps, c.JKOMode, c.Lift, c.Centered, c.Sign = 5e-3, 1, "kl", "ot", false, 1
	c.Convention, c.Operator, c.Shift = "literal", "laplacian", 0
	c.SVR, c.Dt, c.LearnDt, c.CGTol, c.CGTolTrain, c.CGMax = "exact", 0.15, false, 1e-4, 1e-8, 20
	c.AFMWeights, c.Q, c.Head, c.Dropout = "softmax", 3, "mlp", 0.5
	c.A0, c.B0, c.T, c.W, c.PosteriorSteps, c.Calibrate, c.HetOff = 1, 1, 1, 0, 1, false, false
	c.LambdaKL, c.LambdaSpec, c.KLWarmup, c.SpecWarmup, c.Delta = 0.1, 1e-3, 300, 300, 0.1
	c.GapMode = "off"
	c.LR, c.LRPatience, c.WeightDecay, c.Epochs, c.Patience = 1e-3, 50, 5e-4, 2000, 1000
	// The program has these settings for citation graphs, which it identifies by name.
	if kind == peer.Homophilic {
		c.Channels, c.Hidden, c.Dt, c.CGMax, c.Head, c.LambdaSpec = 128, 128, 0.02, 10, "gat", 1e-4
	}
}
