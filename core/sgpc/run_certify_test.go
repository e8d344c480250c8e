package sgpc

import (
	"flag"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"

	"gonum.org/v1/gonum/stat/distuv"
)

var simulate = flag.Int("simulate", 24, "runs of TestCertificateSimulation")

// coinRun is a run on labels that are independent of graph and features: each
// prediction for a node that is not trained on is wrong with probability ½.
func coinRun(t *testing.T, seed uint64, certify string, patience int) *Run {
	t.Helper()
	g, err := graph.SBM(graph.SBMParams{N: 100, Classes: 2, Degree: 4, Homophily: 0.5, Signal: 0, Features: 8, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	coin := rng.New(seed, "coin")
	for i := range g.Labels {
		g.Labels[i] = coin.Intn(2)
	}
	order := rng.New(seed, "coin split").Perm(g.N)
	set := func(from, to int) []int {
		s := slices.Clone(order[from:to])
		slices.Sort(s)
		return s
	}
	c := settings.Default()
	c.Seed, c.D, c.Channels, c.Hidden, c.GapMode, c.Dropout, c.LR = seed, 2, 2, 8, "off", 0.5, 0.03
	c.Epochs, c.Patience, c.Certify = 50, patience, certify
	r, err := New(g, graph.Split{Name: "coin", Train: set(0, 30), Val: set(30, 70), Test: set(70, 100)}, c)
	if err != nil {
		t.Fatal(err)
	}
	r.ForwardOnly()
	return r
}

// upper is the Clopper–Pearson bound by another library.
func upper(errors, n int, delta float64) float64 {
	if errors >= n {
		return 1
	}
	return distuv.Beta{Alpha: float64(errors + 1), Beta: float64(n - errors)}.Quantile(1 - delta)
}

func plain(r *Run) *frame.Frame { return Frame(r, frame.Focus{}) }

// TestCertificateSimulation counts how often a 95 % certificate lies below the true
// risk ½: if it is computed on the nodes that chose the epoch, and for each setting
// at an epoch with a valid certificate. The flag -simulate 200 takes two minutes.
func TestCertificateSimulation(t *testing.T) {
	t.Parallel()
	const delta = 0.05
	runs := *simulate
	naive, failed := 0, map[string]int{}
	for seed := range uint64(runs) {
		r := coinRun(t, seed, settings.CertifySplit, 0)
		history := map[string][]float64{} // bounds where they are called valid, else 1
		for !r.Done() {
			r.StepEpoch()
			for _, how := range []string{settings.CertifySplit, settings.CertifyFixed, settings.CertifyUnion} {
				r.cfg.Certify = how
				r.parts = r.divideValidation()
				b := plain(r).Bound
				n, level := len(b.CertifyNodes), delta
				if want := map[string]int{settings.CertifySplit: 20, settings.CertifyFixed: 40, settings.CertifyUnion: 40}[how]; n != want {
					t.Fatalf("%s certifies on %d nodes, want %d", how, n, want)
				}
				if how == settings.CertifyUnion {
					level = delta / 50
				}
				if want := upper(b.CertifyErrors, n, level); math.Abs(b.ClopperPearson-want) > 1e-9 {
					t.Fatalf("%s: %d errors on %d nodes: bound %g, want %g", how, b.CertifyErrors, n, b.ClopperPearson, want)
				}
				if !b.Valid {
					b.ClopperPearson = 1
				}
				history[how] = append(history[how], b.ClopperPearson)
			}
			r.cfg.Certify = settings.CertifySplit
			r.parts = r.divideValidation()
		}
		h := plain(r).History
		if upper(int(math.Round(40*(1-h.Val[h.BestEpoch-1]))), 40, delta) < 0.5 {
			naive++
		}
		for how, epoch := range map[string]int{settings.CertifySplit: h.ChoiceEpoch, settings.CertifyFixed: 50,
			settings.CertifyUnion: h.BestEpoch} {
			if history[how][epoch-1] == 1 {
				t.Fatalf("%s: epoch %d is not called valid", how, epoch)
			}
			if history[how][epoch-1] < 0.5 {
				failed[how]++
			}
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(runs) }
	t.Logf("true risk ½, 40 validation nodes, δ = 5 %%, %d runs: the bound fails in %.1f %% on the nodes that chose the epoch; "+
		"certify=split %.1f %%, fixed %.1f %%, union %.1f %%", runs, share(naive), share(failed["split"]), share(failed["fixed"]),
		share(failed["union"]))
	if runs == 200 {
		sample.Documented(t, "in %g %% of %d runs on labels that mean nothing. With half of them choosing and half certifying it does in %g "+
			"%%, at an "+
			"epoch fixed beforehand in %g %%, corrected for all epochs in none", share(naive), runs, share(failed["split"]), share(failed["fixed"]))
	}
	// Three standard deviations of a count with mean δ·runs.
	limit := delta*float64(runs) + 3*math.Sqrt(delta*(1-delta)*float64(runs))
	for name, n := range failed {
		if float64(n) > limit {
			t.Errorf("certify=%s fails in %d of %d runs, over %.1f", name, n, runs, limit)
		}
	}
	if share(naive) <= 100*delta {
		t.Errorf("on the nodes that chose the epoch the bound fails in only %d of %d runs: the simulation shows nothing", naive, runs)
	}
}

// TestCertifyParts checks that the parts divide the labelled validation nodes, and
// that only the certificates of the settings are valid.
func TestCertifyParts(t *testing.T) {
	r := coinRun(t, 3, settings.CertifySplit, 0)
	for _, i := range r.Split.Val[:3] {
		r.Graph.Labels[i] = -1
	}
	p := r.divideValidation()
	all := append(slices.Clone(p.choosing), p.certifying...)
	slices.Sort(all)
	if len(p.choosing) != 19 || len(p.certifying) != 18 || !slices.Equal(all, r.Split.Val[3:]) {
		t.Fatalf("%+v of %v", p, r.Split.Val)
	}
	if q := coinRun(t, 4, settings.CertifySplit, 0).divideValidation(); slices.Equal(q.choosing, p.choosing) {
		t.Error("another seed draws the same parts")
	}
}

// TestCertifyWithin checks the certificate of a frame at every inner operation of
// an epoch, and after seeking back.
func TestCertifyWithin(t *testing.T) {
	r := coinRun(t, 1, settings.CertifyUnion, 0)
	if b := plain(r).Bound; b.Valid || b.Reason == "" {
		t.Errorf("before the first epoch: %+v", b)
	}
	for range 2 {
		r.StepEpoch()
	}
	said := map[int]frame.Frame{}
	for r.Epoch() < 4 {
		r.StepInner()
		f := plain(r)
		said[r.Position()] = *f
		// The predictions of an epoch are complete after stage 9.
		if half := f.Stage == stage.Classes || f.Stage == stage.Posterior && f.Inner < r.cfg.PosteriorSteps; f.Bound.Valid == half {
			t.Errorf("stage %d, %d: valid %v, %s", f.Stage, f.Inner, f.Bound.Valid, f.Bound.Reason)
		}
	}
	for position, f := range said {
		r.Seek(position, nil)
		b := plain(r).Bound
		if b.Valid != f.Bound.Valid || b.Reason != f.Bound.Reason || b.ClopperPearson != f.Bound.ClopperPearson {
			t.Fatalf("position %d: %+v, first %+v", position, b, f.Bound)
		}
	}
}

// TestChoiceIsNotHurried checks that the epoch of the choosing half does not depend
// on when the other half would stop the run. The choice of all validation nodes
// must be the same as without a division.
func TestChoiceIsNotHurried(t *testing.T) {
	longer := 0
	for seed := range uint64(6) {
		end := func(certify string, flip bool) (*frame.Frame, validationParts) {
			r := coinRun(t, seed, certify, 6)
			p := r.parts
			if flip { // other labels of the certifying half
				for _, i := range p.certifying {
					r.Graph.Labels[i] = 1 - r.Graph.Labels[i]
				}
			}
			for !r.Done() {
				r.StepEpoch()
			}
			return plain(r), p
		}
		f, _ := end(settings.CertifySplit, false)
		g, _ := end(settings.CertifySplit, true)
		if f.History.ChoiceEpoch != g.History.ChoiceEpoch {
			t.Errorf("seed %d: labels of the certifying half move the choice from epoch %d to %d",
				seed, f.History.ChoiceEpoch, g.History.ChoiceEpoch)
		}
		h, _ := end(settings.CertifyFixed, false)
		if f.History.BestEpoch != h.History.BestEpoch || f.Epoch < h.Epoch {
			t.Errorf("seed %d: best epoch %d of %d, without a division %d of %d", seed, f.History.BestEpoch, f.Epoch, h.History.BestEpoch, h.Epoch)
		}
		if f.Epoch > h.Epoch {
			longer++
		}
	}
	if longer == 0 {
		t.Error("the choosing half never let a run go on: nothing was shown")
	}
}

// TestCertifySchedule trains until validation halves the learning rate. Every later
// network depends on all validation nodes, and none is certified.
func TestCertifySchedule(t *testing.T) {
	for _, how := range []string{settings.CertifySplit, settings.CertifyFixed, settings.CertifyUnion} {
		r := coinRun(t, 2, how, 0)
		r.cfg.LRPatience = 3
		r.reset()
		before, after := 0, 0
		for !r.Done() {
			r.StepEpoch()
			switch b := plain(r).Bound; {
			case r.rate.Rate == r.cfg.LR && b.Valid:
				before++
			case r.rate.Rate < r.cfg.LR:
				after++
				if b.Valid {
					t.Fatalf("%s: valid at epoch %d, after the rate fell to %g", how, r.Epoch(), r.rate.Rate)
				}
			}
		}
		if after == 0 || before == 0 && how != settings.CertifyFixed {
			t.Errorf("%s: %d epochs valid before the rate was halved, %d epochs after", how, before, after)
		}
	}
}
