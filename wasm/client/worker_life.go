package client

import (
	"fmt"
	"strconv"
	"time"

	"sheafscope/wasm/proto"
)

// Delays are the rests before a dead worker is replaced, by how many have died
// in a row; after the last of them the client waits for Restart.
var Delays = []time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second}

// Calm is how long a worker must have had nothing to do for its death to be no
// consequence of the one before.
const Calm = 3 * time.Second

const stoppedText = "The worker has stopped. Press “Start again”, or choose another graph."

// life is what is known of the workers of a client.
type life struct {
	// down reports that there is no worker: one is due after a delay, or, when
	// stopped, with Restart.
	down, stopped bool
	// resting reports that the worker was ended by Rest.
	resting bool
	// deaths counts the workers that died in a row.
	deaths int
	// turn numbers the delays, so that one that was overtaken does nothing.
	turn int
	// proven reports that this worker has answered a request
	// beside replaying, idle since when it has nothing to do, 0: it has.
	proven bool
	idle   time.Duration
	// ran reports that this worker has had a run.
	ran bool
}

// Stopped reports whether the client has given up replacing its worker until Restart.
func (c *Client) Stopped() bool { return c.life.stopped }

// healthy reports whether the worker that has just died had been well before.
func (c *Client) healthy() bool {
	l := &c.life
	return l.proven || len(c.pending) == 0 && l.idle > 0 && c.link.Now()-l.idle >= Calm
}

// Resting reports whether the worker was ended by Rest and none has taken its place.
func (c *Client) Resting() bool { return c.life.resting }

// Rest ends the worker of a run that stands still, to free what it holds. The
// next request starts another, which replays the run first. It reports whether
// there is no worker now; while anything is unfinished it does nothing.
func (c *Client) Rest() bool {
	l := &c.life
	if !l.down && len(c.pending) == 0 && c.proven != nil {
		c.link.Stop()
		l.down, l.resting = true, true
	}
	return l.resting
}

// start starts a worker and gives it all that waits.
func (c *Client) start() {
	c.life = life{deaths: c.life.deaths, turn: c.life.turn}
	c.holds = nil // this worker has nothing
	c.link.Start()
	for _, m := range c.pending {
		c.post(m)
	}
}

// Crashed reports that the worker died. What was under way is
// completed with errors, and a new worker, after a delay, replays the run to
// the newest position seen. A load that was being read is not tried again. A
// worker whose script never ran is to blame for nothing: its requests
// go to the next one. After len(Delays) replacements in a row that died
// too, or after one that was silent, nothing is started before Restart or another load.
func (c *Client) Crashed(d Death) {
	if c.life.down {
		return // it is dead already
	}
	if c.healthy() {
		c.life.deaths = 0
	}
	c.life.down = true
	c.link.Stop() // what is left of it may hold gigabytes
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
		c.tell(proto.Status{Progress: &proto.Progress{Left: -1, What: fmt.Sprintf("The worker could not be fetched: %s. Next try in %s s",
			d.Cause, strconv.FormatFloat(delay.Seconds(), 'f', -1, 64))}})
		return
	}
	reason := Reason(d.Cause)
	lost := c.take()
	text := reason + c.doing(lost)
	c.replaying = false
	c.fail(lost, "the worker stopped: "+text)
	text = "The worker stopped: " + text + "." + advice(reason)
	if c.proven == nil {
		c.tell(proto.Status{Crashed: true, Err: text})
		return
	}
	c.tell(proto.Status{Crashed: true, Err: text + " A new one is replaying the run.", Settings: c.proven.Run.Settings})
	c.replay()
}

// giveUp completes what is pending and waits for Restart.
func (c *Client) giveUp(d Death) {
	lost := c.take()
	text := "The worker could not be fetched: " + d.Cause + ". Check the connection."
	if !d.Unfetched {
		reason := Reason(d.Cause)
		text = fmt.Sprintf("The worker stopped %d times in a row: %s%s.%s", c.life.deaths, reason, c.doing(lost), advice(reason))
	}
	c.life.stopped, c.replaying = true, false
	c.fail(lost, text)
	st := proto.Status{Crashed: true, Stopped: true, Err: text}
	if c.proven != nil {
		st.Settings = c.proven.Run.Settings
	}
	c.tell(st)
}

// tell gives a status of the client's own.
func (c *Client) tell(st proto.Status) {
	c.handler(proto.Reply{Status: &st})
}

// fail answers queries whose worker is gone. A goal that was under way is not sent again.
func (c *Client) fail(list []proto.Message, why string) {
	for _, m := range list {
		c.answer(m, proto.Answer{Died: true, Err: why})
	}
}

// Restart starts a worker after the client has given up, and replays the run
// unless a load is waiting.
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

// replay sends the proven goal again, at the newest position.
func (c *Client) replay() {
	again := *c.proven
	again.From, again.Until = -1, proto.Until{}
	again.Run.Position, again.Seq = c.position, c.newest
	c.Aim(again)
	c.replaying = true
}
