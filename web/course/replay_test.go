package course

import (
	"testing"

	exact "sheafscope/core/coursemath"
)

// After a replay, the answers about networks are judged as by the results of the trainer. Equal networks are trained once. A stop drops the
// unfinished networks. A finished replay has no network left to train.
func TestReplayEqualsSingleTrainings(t *testing.T) {
	pool := &workerPool{}
	course := New(NewTrainer(pool.open, nil))
	// Three codes with the same exercise about networks (0.1) and the same exercise without (2.3), and two lines without a code.
	var lines []string
	for _, answer := range []string{"mlp", "gcn", "gcn"} {
		code, err := exact.Encode(exact.Work{Edition: exact.Edition, Seed: 1, Answers: []exact.Given{{ID: "0.1", Answer: answer},
			{ID: "2.3", Answer: "no"}}})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, "Ada: "+code)
	}
	lines = append(lines, "hello", "")
	// judged returns the number of right answers and the number of answers that are not judged yet, in all three codes.
	judged := func() (rights, unjudged int) {
		for k, line := range lines[:3] {
			r := course.Report(line, k+1)
			rights, unjudged = rights+r.Right, unjudged+r.Unjudged
		}
		return rights, unjudged
	}
	if rights, unjudged := judged(); rights != 3 || unjudged != 3 {
		t.Errorf("before a training %d are right and %d not judged, want 3 (those to 2.3) and 3", rights, unjudged)
	}
	if n := course.Replay(lines); n != 3 {
		t.Fatalf("%d networks for three equal exercises of three networks, want 3", n)
	}
	if done, share := course.Replayed(); done != 0 || share != 0 {
		t.Errorf("at the start %d networks are done, share %v, want 0 and 0", done, share)
	}
	course.StopReplay()
	if done, _ := course.Replayed(); done != 3 {
		t.Errorf("%d networks are still expected after the stop", 3-done)
	}
	if _, unjudged := judged(); unjudged != 3 {
		t.Errorf("%d are not judged after the stop, want 3", unjudged)
	}
	pool.work() // the workers pause
	if n := course.Replay(lines); n != 3 {
		t.Fatalf("%d networks after a stop, want 3", n)
	}
	for range 20 {
		pool.work()
	}
	if done, share := course.Replayed(); done != 3 || share != 1 {
		t.Fatalf("%d networks are done, share %v, want 3 and 1", done, share)
	}
	// Each answer to 0.1 is checked by the results of the trainer, without a replay; one must be right. The three answers to 2.3 are right.
	e, _ := exact.Find("0.1")
	v := e.Variant(1)
	var runs []exact.Trained
	for _, r := range v.Runs {
		runs = append(runs, outcome(r.Name, course.Trainer.Result(taskFor(r).Key)))
	}
	want := 3
	for _, answer := range []string{"mlp", "gcn", "gcn"} {
		if v.Check(answer, runs).Right {
			want++
		}
	}
	if rights, unjudged := judged(); rights != want || unjudged != 0 || want == 3 {
		t.Errorf("%d are right and %d not judged, want %d (more than 3) and 0", rights, unjudged, want)
	}
	if n := course.Replay(lines); n != 0 {
		t.Errorf("a second replay trains %d networks, want none", n)
	}
}
