// This file finds the communities of a graph. They serve as classes if there are no labels, and as groups in a drawing (package layout).

package graph

import (
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/order"
	"sheafscope/core/words"
)

// maxCommunities is the largest number of classes that FillMissing makes of communities.
// If there are more communities, the nodes of the smallest ones share the last class.
const maxCommunities = 8

// Communities returns the community of every node and the number of communities.
// Communities are numbered from 0 by descending size, then by their smallest node. The method raises the modularity
//
//	Q = Σ_c [ in_c/2m − (tot_c/2m)² ]
//
// greedily: each node moves to the neighbouring community with the largest gain of Q. m is the number of edges. tot_c is the sum of the
// degrees of the nodes of community c. in_c is twice the number of edges inside c.
// The communities then become the nodes of a smaller graph, and the method repeats until no node moves.
// Nodes are visited in order, and a fixed rule decides between equal gains. So the result depends on the graph alone.
// A node without edges is a community.
//
// Source: V. D. Blondel et al., "Fast unfolding of communities in large networks" (2008).
func Communities(g *Graph) (community []int, count int) {
	lv := firstLevel(g)
	// community[i] is the node of the current level that contains node i of g.
	community = make([]int, g.N)
	for i := range community {
		community[i] = i
	}
	// Every level has fewer nodes than the level before. 20 levels are more than any graph of this program needs.
	for range 20 {
		moved, nextNode, k := lv.move(2 * float64(len(g.Edges)))
		if !moved {
			break
		}
		for i, node := range community {
			community[i] = int(nextNode[node])
		}
		lv = lv.merge(nextNode, k)
	}
	return bySize(community)
}

// level is a weighted graph in compressed rows. Its nodes are communities of the level before, or the nodes of g in the first level.
// The neighbours of node i are nbr[p] for ptr[i] ≤ p < ptr[i+1], and weight[p] is the weight of the edge.
// self[i], the weight inside node i, is twice the number of edges of g inside i.
type level struct {
	ptr, nbr []int32
	weight   []float64
	self     []float64
}

// firstLevel returns the level of g itself, with weight 1 on every edge.
func firstLevel(g *Graph) *level {
	adj := g.Adjacency()
	return &level{adj.Ptr, adj.Nbr, slices.Repeat([]float64{1}, len(adj.Nbr)), make([]float64, g.N)}
}

// move begins with a community for each node, and passes over all nodes until no node moves, but at most 30 times.
// It reports whether a node moved, and returns the community of every node and the number k of communities.
// Communities are numbered from 0 in the order of their first nodes. twoM is twice the number of edges of g.
func (lv *level) move(twoM float64) (moved bool, community []int32, k int) {
	n := len(lv.self)
	community = make([]int32, n)
	deg, total := make([]float64, n), make([]float64, n) // the degree of each node, and the total degree of each community
	for i := range n {
		community[i] = int32(i)
		// The weight inside a node is a part of its degree.
		deg[i] = lv.self[i]
		for p := lv.ptr[i]; p < lv.ptr[i+1]; p++ {
			deg[i] += lv.weight[p]
		}
		total[i] = deg[i]
	}
	linkWeight := make([]float64, n)
	var nearby []int32
	for pass, changed := 0, true; changed && pass < 30; pass++ { // the limit bounds the time
		changed = false
		for i := range n {
			// linkWeight has the weight to each neighbouring community, and nearby lists these communities.
			nearby = nearby[:0]
			nbr := lv.nbr[lv.ptr[i]:lv.ptr[i+1]]
			weight := lv.weight[lv.ptr[i]:][:len(nbr)]
			for q, j := range nbr {
				c := community[j]
				if linkWeight[c] == 0 { // weights are positive, so c is not yet in nearby
					nearby = append(nearby, c)
				}
				linkWeight[c] += weight[q]
			}
			// The gain of Q for node i in community c is linkWeight_c − deg_i·tot_c/2m, up to a factor and a constant.
			old, degree := community[i], deg[i]
			// The node leaves its community before gains are compared.
			total[old] -= degree
			best, bestGain := old, linkWeight[old]-degree*total[old]/twoM // NaN in a graph without edges, where nearby is empty
			for _, c := range nearby {
				gain := linkWeight[c] - degree*total[c]/twoM
				linkWeight[c] = 0 // for the next node
				// Gains that differ by at most 1e-9 are equal up to rounding. Of equal gains the old community wins, then the smallest number.
				isBetter := gain > bestGain+1e-9
				isEqual := !isBetter && gain > bestGain-1e-9
				winsTie := isEqual && c < best && best != old
				if isBetter || winsTie {
					best, bestGain = c, gain
				}
			}
			total[best] += degree
			if best != old {
				community[i] = best
				moved, changed = true, true
			}
		}
	}
	// Number the communities that still have nodes. number[c] is 1 + the new number of c, and 0 means none yet.
	number := make([]int32, n)
	for i, c := range community {
		if number[c] == 0 {
			k++
			number[c] = int32(k)
		}
		community[i] = number[c] - 1
	}
	return moved, community, k
}

// merge returns the next level, whose nodes are the k communities. community has the community of every node of lv.
func (lv *level) merge(community []int32, k int) *level {
	members := make([][]int, k)
	for i, c := range community {
		members[c] = append(members[c], i)
	}
	out := &level{ptr: make([]int32, 1, k+1), self: make([]float64, k)}
	linkWeight := make([]float64, k) // weight from the current community c to each other community
	for c, nodes := range members {
		var nearby []int32 // communities with a weight
		for _, i := range nodes {
			out.self[c] += lv.self[i]
			for p := lv.ptr[i]; p < lv.ptr[i+1]; p++ {
				d := community[lv.nbr[p]]
				// The weight of an edge inside a community is added twice, once for each of its ends.
				if int(d) == c {
					out.self[c] += lv.weight[p]
					continue
				}
				if linkWeight[d] == 0 {
					nearby = append(nearby, d)
				}
				linkWeight[d] += lv.weight[p]
			}
		}
		// The neighbours are sorted, so that the sums of the next level always have the same order.
		order.Indices(nearby)
		for _, d := range nearby {
			out.nbr = append(out.nbr, d)
			out.weight = append(out.weight, linkWeight[d])
			linkWeight[d] = 0 // for the next community
		}
		out.ptr = append(out.ptr, int32(len(out.nbr)))
	}
	return out
}

// bySize renumbers communities by descending size, in place. It returns the slice community, and the number of communities.
func bySize(community []int) ([]int, int) {
	k := 0 // number of communities
	for _, c := range community {
		k = max(k, c+1)
	}
	size := make([]int, k)
	descending := make([]int, k)
	for c := range descending {
		descending[c] = c
	}
	for _, c := range community {
		size[c]++
	}
	// So far the number of a community follows its smallest node. The stable sort keeps this order for equal sizes.
	sort.SliceStable(descending, func(a, b int) bool { return size[descending[a]] > size[descending[b]] })
	rank := make([]int, k) // the new number of each community
	for r, c := range descending {
		rank[c] = r
	}
	for i, c := range community {
		community[i] = rank[c]
	}
	return community, k
}

// communityClasses returns the communities as classes: at most maxCommunities, and at least two for a graph of two nodes or more.
// The result how is a clause for a note, such as "its 3 communities (greedy modularity) serve as classes".
func communityClasses(g *Graph) (labels []int, classes int, how string) {
	labels, k := Communities(g)
	if k == 1 && g.N > 1 { // training needs two classes
		for i := range labels {
			labels[i] = 0
			if 2*i >= g.N {
				labels[i] = 1
			}
		}
		return labels, 2, "it is a single community, so its nodes were halved by number"
	}
	if k <= maxCommunities {
		return labels, k, fmt.Sprintf("its %s (greedy modularity) %s as classes", words.Counted(k, "community", "communities"),
			words.Either(k == 1, "serves", "serve"))
	}
	// The smallest communities have the largest numbers, and share the last class.
	for i, c := range labels {
		labels[i] = min(c, maxCommunities-1)
	}
	return labels, maxCommunities, fmt.Sprintf("the %d largest of its %d communities (greedy modularity) and the rest serve as classes",
		maxCommunities-1, k)
}
