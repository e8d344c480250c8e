package client

import (
	"fmt"
	"strconv"
	"time"

	"sheafscope/wasm/proto"
)

// Delays has the delays before the replacement of a crashed worker, by the number of crashes in a row. After the last one the client waits
// for Restart.
var Delays = []time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second}

// Calm is the idle time after which a crash counts as unrelated to the crash before.
const Calm = 3 * time.Second

// stoppedText is the error of a message to a stopped client.
const stoppedText = "The worker has stopped. Press “Start again”, or choose another graph."

// life is the state of a client's workers.
type life struct {
	down    bool          // there is no worker
	stopped bool          // no worker starts before Restart
	resting bool          // Rest has stopped the worker
	deaths  int           // number of crashes in a row
	turn    int           // number of the present delay; the timer of an earlier delay starts no worker
	proven  bool          // this worker has completed a request other than a replay or a frame
	idle    time.Duration // time since which this worker is idle, 0 for a busy one
	ran     bool          // this worker has had a run
}

// Stopped reports whether the client has stopped replacing its worker until Restart.
func (c *Client) Stopped() bool { return c.life.stopped }

// healthy reports whether the worker that has just crashed was healthy before, so that a count of crashes begins again.
func (c *Client) healthy() bool {
	l := &c.life
	return l.proven || len(c.pending) == 0 && l.idle > 0 && c.link.Now()-l.idle >= Calm
}

// Resting reports whether Rest has stopped the worker and none has started since.
func (c *Client) Resting() bool { return c.life.resting }

// Rest stops an idle worker to free its memory, and reports whether it is stopped. The next request starts a new worker, which first
// replays the run. A worker with unfinished messages does not rest.
func (c *Client) Rest() bool {
	l := &c.life
	if !l.down && len(c.pending) == 0 && c.proven != nil {
		c.link.Stop()
		l.down, l.resting = true, true
	}
	return l.resting
}

// start starts a worker and posts the pending messages.
func (c *Client) start() {
	c.life = life{deaths: c.life.deaths, turn: c.life.turn}
	c.holds = nil // a new worker holds no files
	c.link.Start()
	for _, m := range c.pending {
		c.post(m)
	}
}

// Crashed handles the death of the worker. Pending messages fail, and after a delay a new worker replays the run to its newest position; a
// load is not repeated. If the script of the worker never ran, pending messages wait for the next worker instead. After len(Delays)
// replacements in a row, or after a silent worker, no worker starts before Restart or another load.
func (c *Client) Crashed(d Death) {
	if c.life.down {
		return // a second report
	}
	if c.healthy() {
		c.life.deaths = 0
	}
	c.life.down = true
	c.link.Stop() // a crashed worker can still hold gigabytes
	c.life.deaths++
	c.life.turn++
	if c.life.deaths > len(Delays) || d.Silent {
		c.giveUp(d)
		return
	}
	delay, turn := Delays[c.life.deaths-1], c.life.turn
	c.link.After(delay, func() {
		if c.life.down && !c.life.stopped && c.life.turn == turn {
			c.start()
		}
	})
	if d.Unfetched {
		c.report(proto.Status{Progress: &proto.Progress{Left: -1, What: fmt.Sprintf("The worker could not be fetched: %s. Next try in %s s",
			d.Cause, strconv.FormatFloat(delay.Seconds(), 'f', -1, 64))}})
		return
	}
	reason := Reason(d.Cause)
	lost := c.takePending()
	text := reason + c.activity(lost)
	c.replaying = false
	c.fail(lost, "the worker stopped: "+text)
	text = "The worker stopped: " + text + "." + advice(reason)
	if c.proven == nil {
		c.report(proto.Status{Crashed: true, Err: text})
		return
	}
	c.report(proto.Status{Crashed: true, Err: text + " A new one is replaying the run.", Settings: c.proven.Run.Settings})
	c.replay()
}

// giveUp fails the pending messages and waits for Restart.
func (c *Client) giveUp(d Death) {
	lost := c.takePending()
	text := "The worker could not be fetched: " + d.Cause + ". Check the connection."
	if !d.Unfetched {
		reason := Reason(d.Cause)
		text = fmt.Sprintf("The worker stopped %d times in a row: %s%s.%s", c.life.deaths, reason, c.activity(lost), advice(reason))
	}
	c.life.stopped, c.replaying = true, false
	c.fail(lost, text)
	st := proto.Status{Crashed: true, Stopped: true, Err: text}
	if c.proven != nil {
		st.Settings = c.proven.Run.Settings
	}
	c.report(st)
}

// report passes a status of the client itself to the handler.
func (c *Client) report(st proto.Status) {
	c.handler(proto.Reply{Status: &st})
}

// fail answers the queries of a list with an error. Its goals are dropped.
func (c *Client) fail(list []proto.Message, why string) {
	for _, m := range list {
		c.answer(m, proto.Answer{Died: true, Err: why})
	}
}

// Restart starts a worker for a stopped client, and replays the run unless a load is pending.
func (c *Client) Restart() {
	if !c.life.stopped {
		return
	}
	c.life.deaths, c.life.stopped = 0, false
	if len(c.pending) == 0 && c.proven != nil {
		c.replay()
	}
	c.start()
}

// replay sends the proven load again, to the newest position.
func (c *Client) replay() {
	again := *c.proven
	again.From, again.Until = -1, proto.Until{}
	again.Run.Position, again.Seq = c.position, c.newest
	c.Aim(again)
	c.replaying = true
}
