package course

// Guide is what a teacher is told of a chapter. Texts are in words, with TeX between dollar signs.
type Guide struct {
	Chapter int
	// Minutes is how long the chapter takes with its exercises, in a room.
	Minutes int
	// Objective goes on from “By the end you can”, without a full stop.
	Objective string
	// Wrong is what students often say, Answer why it is wrong, Exercise the one that brings it up.
	Wrong, Answer, Exercise string
	// Discuss is a question for the room.
	Discuss string
}

// Guides has a row for each chapter, in order.
func Guides() []Guide {
	return []Guide{
		{0, 10, "say why an average over neighbours can do worse than none, and what it takes to read a tie by its own sign",
			"A graph model sees the features and the ties, so it cannot do worse than an MLP.",
			"A GCN weighs a neighbour by degrees alone, never by whether it is a friend or a rival, so the two pull its average opposite ways. " +
				"Turn the sign of every rival first, and each tie that keeps the rule speaks for the person’s own class.", "0.1",
			"When half of the ties keep the rule, a tie says nothing about the class. What would a sheaf network have to learn to do as well as " +
				"the MLP there?"},
		{1, 10, "say what a layer of averaging does to classes, on graphs where neighbours agree and where they do not",
			"More layers see more of the graph, so more layers are better.",
			"A layer cancels noise, and it also mixes the classes. Repeat $\\hat{A}$ on a connected graph, and every feature tends to one number " +
				"for the whole graph times the root of each node’s degree plus one: what a node had of its own is gone.", "1.1",
			"Where most ties join unequal classes, one layer moves every node towards the other class. Does a second layer bring it back?"},
		{2, 10, "say what one edge costs, and turn its map until it costs nothing",
			"With the right angle an edge can refuse every pair of vectors.",
			"An edge asks $d$ equations of $2d$ numbers, so pairs that agree fill at least $d$ dimensions, whatever its maps are. " +
				"On a graph it takes a cycle to leave no signal but zero.", "2.3",
			"Which pairs of vectors must you have seen agree before you know the map of $u$, when that of $v$ changes nothing: if it is a turn, " +
				"and if it may be any matrix?"},
		{3, 15, "write down both matrices of a small sheaf, block by block",
			"The signal without energy is the constant one.",
			"It is when every map is the identity. In general $x^⊤ L x = ‖δ x‖^2$ is zero exactly when $F_u x_u = F_v x_v$ on every edge: where a " +
				"map turns the sign, such a signal changes its sign.", "3.2",
			"Multiply every map by the same number. What happens to $δ$, to $L$, and to the signals without energy?"},
		{4, 15, "tell from one walk round a ring how many signals cost nothing",
			"The smallest eigenvalue is nearly zero, so there is nearly a global section.",
			"$\\dim H^0$ counts exact zeros. A turn that is not a whole number of full turns leaves no vector but zero as it was, so the " +
				"dimension is 0 however small the turn is. The small eigenvalue says how little a signal can cost, not that one is free.", "4.1",
			"Two rings share a node, and the holonomy of each is a reflection. How large can $H^0$ be, how small, and when is it which?"},
		{5, 15, "tell which part of a signal survives diffusion, and how fast the rest goes",
			"Diffusion always ends in a constant signal.",
			"It ends in the projection of the signal on $H^0$. With all maps 1 on a connected graph that is the mean, at every node. On a ring of " +
				"six whose maps ask neighbours to be opposite it is a multiple of the alternating signal; where $H^0$ holds only zero, nothing is " +
				"left.", "5.1",
			"Which signals should survive if two classes are to be told apart? Which maps would let them?"},
		{6, 15, "say what the gap measures, and what one step can do for it",
			"The longer the step of gap ascent, the larger the gap.",
			"The gap of the matrix rises by $η$ only until it meets $λ_3$, which the step does not move; where $λ_2 = λ_3$ no step of this kind " +
				"raises it at all. And $L + η v v^⊤$ need not be the Laplacian of a sheaf on this graph: what stays of the gain is measured on the " +
				"nearest one that is.", "6.2",
			"With all maps 1, $λ_2 = λ_3$ on a ring, and on a graph in which all nodes are joined. What have the two in common, and what " +
				"has the graph with a bridge?"},
		{7, 15, "say what a transport plan puts into a map, and when it puts in nothing",
			"A network with transport plans in it owes its result to them.",
			"With the same measure at both ends and a low temperature nearly all mass stays on its coordinate, and the map says no more than " +
				"“keep”. Whether plans help is a question for an experiment: train again without them, on several graphs, and compare.", "7.1",
			"What must the measures of two people hold, so that the plan between them can tell friends from rivals?"},
		{8, 10, "read a filter off its weights, and say why one kind of weights cannot make a high-pass",
			"With a higher order, or more training, a softmax filter learns a high-pass too.",
			"At $λ = 0$ every $T_q(1 − λ)$ is 1, so the response there is the sum of the weights, 1. Since $|T_q(1 − λ)| ≤ 1$ it is nowhere " +
				"larger, whatever the order. A high-pass needs weights of both signs.", "8.2",
			"Every tie joins two classes that differ. Would a high-pass with all maps 1 do here, or does one need other maps?"},
		{9, 15, "say which statements about a trained network are guarantees, and what a choice does to them",
			"The epoch with the fewest errors on the validation nodes, with a 95 % bound from the same nodes, bounds the error.",
			"The bound supposes that its nodes had no part in making the network. The epoch was kept because it made few errors on just these, " +
				"so the bound can lie below the truth more often than it states. Let some nodes choose, and count on others.", "9.1",
			"In a paper that you have read: which nodes chose the epoch, which the settings, which the model? Were any left to count on?"},
		{10, 15, "say where a model is wrong, and why every comparison on such a graph needs an MLP",
			"Few links join pages of one kind, so the links are useless.",
			"A row of the table of kinds that is far from even tells what the other end is likely to be, although it is another kind. An average " +
				"adds such neighbours up as if they were alike; a map can turn them first. Whether a model gains by the links, the MLP tells.", "10.1",
			"How large must a lead be, over which model and on how many splits, before you say that the links have helped?"},
	}
}

// Plan is a way through the course in a room.
type Plan struct {
	Name  string
	Stops []Stop
}

// Stop is a part of a plan.
type Stop struct {
	Chapters []int
	// Minutes are at most those of its chapters.
	Minutes int
	Do      string
}

// Plans are the ways that are suggested.
func Plans() []Plan {
	guides := Guides()
	session := func(first, last int, do string) Stop {
		s := Stop{Do: do}
		for k := first; k <= last; k++ {
			s.Chapters = append(s.Chapters, k)
			s.Minutes += guides[k].Minutes
		}
		return s
	}
	return []Plan{
		{"One lecture of 20 minutes", []Stop{
			{[]int{0}, 5, "Let the room guess who wins. While the models learn, say what a rival does to an average."},
			{[]int{2}, 3, "Turn the map until the edge costs as little as it can."},
			{[]int{3}, 3, "One row of $δ$, one block of $L$; the energy is a sum over the edges."},
			{[]int{4}, 4, "Turn the marked map away from 0, then make it a mirror. Read off $\\dim H^0$ each time."},
			{[]int{5}, 3, "The same flow with all maps 1, then with opposite signs: what survives?"},
			{[]int{0}, 2, "Back to the puzzle: which map must a sheaf learn on a tie between rivals?"},
		}},
		{"Three sessions, with exercises", []Stop{
			session(0, 3, "What a sheaf on a graph is, and its two matrices."),
			session(4, 6, "Which signals cost nothing, where diffusion leads, and how fast."),
			session(7, 10, "Maps and filters that are learned, and what may be said of them."),
		}},
	}
}
