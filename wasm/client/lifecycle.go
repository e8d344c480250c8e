package client

// This file starts, rests and replaces the worker of a client.

import (
	"fmt"
	"strconv"
	"time"

	"sheafscope/wasm/proto"
)

// Delays has the delays before the replacement of a crashed worker: the client waits Delays[k] after crash k+1 in a row. After crash
// len(Delays)+1 in a row it waits for Restart, which a load calls, too.
var Delays = []time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second}

// Calm is the idle time after which a crash counts as unrelated to the previous crash.
const Calm = 3 * time.Second

// stoppedText is the error of a message to a stopped client.
const stoppedText = "The worker has stopped. Press “Start again”, or choose another graph."

// life is the state of a client's workers. The fields proved, idleSince and hadRun describe the present worker alone.
type life struct {
	down        bool          // there is no worker
	stopped     bool          // no worker starts before Restart, which the user or a load calls
	resting     bool          // Rest has stopped the worker
	crashes     int           // number of crashes in a row
	delayNumber int           // number of the present delay; the timer of an earlier delay starts no worker
	proved      bool          // the worker has completed a request other than a replay or a frame
	idleSince   time.Duration // Link.Now when a completed message left no other pending, 0 before that
	hadRun      bool          // the worker has loaded a run
}

// Stopped reports whether the client has stopped replacing its worker until Restart.
func (c *Client) Stopped() bool { return c.life.stopped }

// wasHealthy reports whether the crashed worker was healthy before its crash: it had proved itself (life.proved), or it was idle for at
// least Calm.
func (c *Client) wasHealthy() bool {
	l := &c.life
	if l.proved {
		return true
	}
	wasIdle := len(c.pending) == 0 && l.idleSince > 0
	return wasIdle && c.link.Now()-l.idleSince >= Calm
}

// Resting reports whether Rest has stopped the worker and no worker has started since.
func (c *Client) Resting() bool { return c.life.resting }

// Rest stops an idle worker to free its memory, and reports whether the worker rests. The next request starts a new worker, which first
// replays the run. Before the first load a worker does not rest, since there is no run to replay.
func (c *Client) Rest() bool {
	l := &c.life
	isIdle := !l.down && len(c.pending) == 0
	if isIdle && c.provenLoad != nil {
		c.link.Stop()
		l.down, l.resting = true, true
	}
	return l.resting
}

// start starts a worker and posts the pending messages. Of the fields of life only crashes and delayNumber keep their values.
func (c *Client) start() {
	c.life = life{crashes: c.life.crashes, delayNumber: c.life.delayNumber}
	c.heldFiles = nil // a new worker holds no files
	c.link.Start()
	for _, m := range c.pending {
		c.post(m)
	}
}

// Crashed implements Owner: it handles the death d of the worker.
//
// Pending messages fail, and after a delay a new worker replays the run to its newest position. A pending load is not repeated. If the
// script of the worker could not be fetched, pending messages wait for the next worker instead. After len(Delays) replacements in a row,
// and after a silent worker, the client is stopped.
func (c *Client) Crashed(d Death) {
	if c.life.down {
		return // a second report of the same death
	}
	if c.wasHealthy() {
		c.life.crashes = 0
	}
	c.life.down = true
	c.link.Stop() // frees the memory of the crashed worker, which can be gigabytes
	c.life.crashes++
	c.life.delayNumber++ // the timer of an earlier delay now starts no worker
	if c.life.crashes > len(Delays) || d.Silent {
		c.giveUp(d)
		return
	}
	delay := Delays[c.life.crashes-1]
	c.startAfter(delay)
	if d.Unfetched { // no message has reached the worker, so none can be the cause
		seconds := strconv.FormatFloat(delay.Seconds(), 'f', -1, 64)
		text := fmt.Sprintf("The worker could not be fetched: %s. Next try in %s s", d.Cause, seconds)
		c.report(proto.Status{Progress: &proto.Progress{Left: -1, What: text}}) // −1: no estimate of the time
		return
	}
	c.failAndReplay(d)
}

// startAfter starts a worker after a delay. It starts no worker if the client has a worker by then, is stopped, or waits for a newer delay.
func (c *Client) startAfter(delay time.Duration) {
	number := c.life.delayNumber
	c.link.After(delay, func() {
		isNewest := c.life.delayNumber == number
		if isNewest && c.life.down && !c.life.stopped {
			c.start()
		}
	})
}

// failAndReplay fails the pending messages and reports the crash. If there is a proven load, it sends the replay of the run, which waits
// for the next worker.
func (c *Client) failAndReplay(d Death) {
	reason := Reason(d.Cause)
	lost := c.takePending()
	circumstances := reason + c.activity(lost)
	c.replaying = false
	c.fail(lost, "the worker stopped: "+circumstances)
	text := "The worker stopped: " + circumstances + "." + advice(reason)
	if c.provenLoad == nil {
		c.report(proto.Status{Crashed: true, Err: text})
		return
	}
	c.report(proto.Status{Crashed: true, Err: text + " A new one is replaying the run.", Settings: c.provenLoad.Run.Settings})
	c.replay()
}

// giveUp fails the pending messages, reports the death d, and stops the client until Restart or another load.
func (c *Client) giveUp(d Death) {
	lost := c.takePending()
	text := "The worker could not be fetched: " + d.Cause + ". Check the connection."
	if !d.Unfetched {
		reason := Reason(d.Cause)
		text = fmt.Sprintf("The worker stopped %d times in a row: %s%s.%s", c.life.crashes, reason, c.activity(lost), advice(reason))
	}
	c.life.stopped, c.replaying = true, false
	c.fail(lost, text)
	st := proto.Status{Crashed: true, Stopped: true, Err: text}
	if c.provenLoad != nil {
		st.Settings = c.provenLoad.Run.Settings
	}
	c.report(st)
}

// report passes to the handler a status of the client itself, not of the worker.
func (c *Client) report(st proto.Status) {
	c.handler(proto.Reply{Status: &st})
}

// fail answers the queries of a list with an error. The goals of the list are dropped.
func (c *Client) fail(list []proto.Message, text string) {
	for _, m := range list {
		c.answer(m, proto.Answer{Died: true, Err: text})
	}
}

// Restart starts a worker for a stopped client, and replays the run unless a load is pending. For any other client it does nothing.
func (c *Client) Restart() {
	if !c.life.stopped {
		return
	}
	c.life.crashes, c.life.stopped = 0, false
	if len(c.pending) == 0 && c.provenLoad != nil {
		c.replay() // adds a pending load, which start posts
	}
	c.start()
}

// replay sends the proven load again and seeks the newest position. The replay has the Seq of the last goal, because the page waits for
// this goal.
func (c *Client) replay() {
	load := *c.provenLoad
	load.From, load.Until = -1, proto.Until{} // no steps after the load, which seeks Run.Position
	load.Run.Position, load.Seq = c.position, c.newest
	c.Aim(load)
	c.replaying = true // after Aim, in which the load ends a replay
}
