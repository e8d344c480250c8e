package course

import (
	"testing"

	exact "sheafscope/core/coursemath"
)

// After a replay, the answers about networks are judged as after single trainings. Equal networks are trained once. A stop drops the
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
	// judged returns the right answers and the answers that are not judged yet, over the three codes.
	judged := func() (rights, unjudged int) {
		for k, line := range lines[:3] {
			r := course.Report(line, k+1)
			rights, unjudged = rights+r.Right, unjudged+r.Unjudged
		}
		return rights, unjudged
	}
	if rights, unjudged := judged(); rights != 3 || unjudged != 3 {
		t.Errorf("before a training %d are right, %d not judged", rights, unjudged)
	}
	if n := course.Replay(lines); n != 3 {
		t.Fatalf("%d networks for three equal exercises", n)
	}
	if done, share := course.Replayed(); done != 0 || share != 0 {
		t.Errorf("%d are done at the start, %v", done, share)
	}
	course.StopReplay()
	if done, _ := course.Replayed(); done != 3 {
		t.Errorf("%d networks are still expected after the stop", 3-done)
	}
	if _, unjudged := judged(); unjudged != 3 {
		t.Errorf("%d not judged after the stop", unjudged)
	}
	pool.work() // the workers pause
	if n := course.Replay(lines); n != 3 {
		t.Fatalf("%d networks after a stop", n)
	}
	for range 20 {
		pool.work()
	}
	if done, share := course.Replayed(); done != 3 || share != 1 {
		t.Fatalf("%d are done, %v", done, share)
	}
	// The second way: each answer is checked by the outcomes of the trainer. The three answers to 2.3 are right.
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
		t.Errorf("%d are right of %d, %d not judged", rights, want, unjudged)
	}
	if n := course.Replay(lines); n != 0 {
		t.Errorf("a second replay trains %d networks, want none", n)
	}
}
