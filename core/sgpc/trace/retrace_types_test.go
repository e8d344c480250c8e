package trace_test

// This file has the types of a trace for the recomputation in retrace_test.go.

// traced is a trace as another program reads it: by the names of the JSON, not by the types
// of package trace. A field without a tag has its own name in the JSON, up to upper
// and lower case. A pointer stands for a value that may be null or absent.
type traced struct {
	Schema string
	Graph  struct {
		N, Classes int
		Edges      [][2]int
		Labels     []int
		Features   struct {
			Shape     [2]int
			Ptr, Cols []int
			Vals      []float64
		}
		Split struct{ Train, Val, Test []int }
	}
	Config     map[string]any
	Epoch      int
	WTheta     [][]float64 `json:"W_theta"`
	Centered   bool
	Sign       float64
	Parameters map[string]struct {
		Shape  [2]int
		Values []float64
	}
	Encoded               [][]float64
	Lift                  []tracedLift
	Shuffle               []int
	Laplacian, Normalized tracedOperator
	Spectrum              struct {
		Of        string
		Values    []float64
		Complete  bool
		KernelDim *int      `json:"kernel_dim"`
		KernelTol float64   `json:"kernel_tol"`
		NearTol   []float64 `json:"near_tol"`
		Range     [2]int    `json:"kernel_dim_range"`
		Lambda2   *float64
	}
	Diffusion              *tracedDiffusion
	AFM                    *tracedMixing
	Layers                 []tracedLayer
	Sparsified, Guaranteed *struct {
		Edges          []int
		Weights        []float64
		Draws, Entries int
		Kappa, Epsilon *float64
	}
	Probabilities, Calibrated [][]float64
	Posterior                 []struct {
		Edge                                  [2]int
		Alpha0, Beta0, Alpha, Beta, Kappa, KL float64
	}
	Bound struct {
		Empirical, Delta float64
		Total            *float64
		KLSum            float64 `json:"kl_sum"`
		NLabeled         int     `json:"n_labeled"`
		LKL              float64 `json:"L_KL"`
		Pi               [][]float64
		CHet             float64  `json:"c_het"`
		LSpec            *float64 `json:"L_spec"`
		LambdaKL         float64  `json:"lambda_KL"`
		LambdaSpec       float64  `json:"lambda_spec"`
		TestRisk         *float64 `json:"test_risk"`
		TestSameLoss     *float64 `json:"test_same_loss"`
		Certificate      struct {
			Bound      *float64
			Confidence float64
			Nodes      []int
		}
		Conformal struct {
			Level    float64
			Coverage *float64
			MeanSize *float64 `json:"mean_size"`
			Nodes    []int
		}
	}
	GapAscent struct {
		Mode         string
		Eta          float64
		Before       []float64
		AfterSheaf   []float64 `json:"after_sheaf"`
		AfterMatrix  []float64 `json:"after_matrix"`
		Metric       [][][]float64
		MetricBefore [][][]float64 `json:"metric_before"`
		Nearest      *struct {
			Eta, Before, After, Residual float64
			Tolerance                    float64
			Iterations                   int
			Converged                    bool
			Direction                    []float64
			KernelDim                    int `json:"kernel_dim"`
			Maps                         [][][]float64
		}
		Crude      *struct{ After float64 }
		LineSearch []tracedTrial `json:"line_search"`
		Direction  [][]float64
		Promised   []float64
		Change     [][][]float64
	} `json:"gap_ascent"`
	History struct {
		Loss, CE, KL, Spec, Train, Val, Test, Bound, Lambda2 []float64
		GradientNorm                                         []float64   `json:"gradient_norm"`
		FirstOutput                                          [][]float64 `json:"first_output"`
	}
	Claims []struct {
		ID        string
		LHS, RHS  float64
		Evaluated bool
		Met       bool `json:"assumptions_met"`
	}
}

// tracedTrial is a trial of a line search.
type tracedTrial struct {
	Step                int
	Eta, Lambda2, Slope float64
	Before              *float64
	SlopeAt             float64 `json:"slope_at"`
	Armijo, Curvature   bool
}

// tracedLift is the lift of an edge, from the measures to both maps.
type tracedLift struct {
	Edge     [2]int
	Mu, Nu   []float64
	Epsilon0 float64
	P0       [][]float64
	Sinkhorn []struct {
		Iteration int
		Error     float64
	}
	JKO struct {
		Mode                string
		Tau, Epsilon, Gamma float64
		Steps               []struct {
			P      [][]float64
			Energy float64
		}
	}
	P, S    [][]float64
	DeltaIJ [][]float64 `json:"delta_ij"`
	DeltaJI [][]float64 `json:"delta_ji"`
	Rij     [][]float64 `json:"R_ij"`
	Rji     [][]float64 `json:"R_ji"`
}

// tracedOperator is a sparse matrix with the entries Vals. Entries at one place add up.
type tracedOperator struct {
	Convention string
	Dim        int
	Rows, Cols []int
	Vals       []float64
	Shift      float64
}

// tracedDiffusion is the diffusion of a layer. Input and output have a row for each
// coordinate of each node, and a column for each channel.
type tracedDiffusion struct {
	Dt            float64
	Of            string
	Input, Output [][]float64
	Iterations    int
	Residuals     []float64
}

// tracedMixing is the frequency mixing of a layer.
type tracedMixing struct {
	Alpha         []float64
	Input, Output [][]float64
}

// tracedLayer is a layer after the first.
type tracedLayer struct {
	Diffusion *tracedDiffusion
	AFM       *tracedMixing
}
