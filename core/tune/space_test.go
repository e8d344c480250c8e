package tune

import (
	"testing"

	"sheafscope/core/sgpc"
)

// TestSpace: every start gives a value to the same settings, every change is
// one that a run takes, and no two trials compute the same.
func TestSpace(t *testing.T) {
	list := starts()
	for _, v := range list[2:] {
		for name := range list[1].set {
			if v.set[name] == "" {
				t.Errorf("%s leaves %s open", v.name, name)
			}
		}
	}
	for _, name := range []string{"karate", "florentine"} {
		s, seen := of(t, name, 1, nil, 0), map[sgpc.Config]string{}
		for jobs := s.Pending(); jobs != nil; jobs = s.Pending() {
			for _, j := range jobs {
				s.Tell(j, invented(j), nil)
			}
		}
		for k, x := range s.Trials() {
			c := s.Config(k)
			if err := c.Validate(); err != nil {
				t.Error(err)
			}
			if who, ok := seen[c.Effective()]; ok {
				t.Errorf("%s computes what %s does", x.From, who)
			}
			seen[c.Effective()] = x.From
		}
		if len(seen) != MaxTried {
			t.Errorf("%s: %d trials", name, len(seen))
		}
	}
}
