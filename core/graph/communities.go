package graph

import (
	"fmt"
	"slices"
	"sort"

	"sheafscope/core/order"
)

// maxCommunities is the largest number of classes that FillMissing makes of
// communities; nodes of smaller communities share the last class.
const maxCommunities = 8

// Communities returns a community for every node, numbered from 0 by
// descending size (then by smallest node), and the number of communities. It
// raises the modularity
//
//	Q = Σ_c [ in_c/2m − (tot_c/2m)² ]
//
// greedily by moving single nodes to the neighbouring community of largest
// gain, then does the same with the communities as nodes, until nothing moves.
// Nodes are visited in order and ties go to the smaller number, so the result
// depends only on the graph. A node without edges is its own community.
//
// Source: V. D. Blondel et al., "Fast unfolding of communities in large
// networks" (2008).
func Communities(g *Graph) (community []int, count int) {
	lv := firstLevel(g)
	community = make([]int, g.N)
	for i := range community {
		community[i] = i
	}
	for range 20 {
		moved, of, k := lv.move(2 * float64(len(g.Edges)))
		if !moved {
			break
		}
		for i, c := range community {
			community[i] = int(of[c])
		}
		lv = lv.merge(of, k)
	}
	return bySize(community)
}

// level is a weighted graph: between nodes in compressed rows, inside nodes
// (twice the merged edges) in self.
type level struct {
	ptr, nbr []int32
	weight   []float64
	self     []float64
}

func firstLevel(g *Graph) *level {
	adj := g.Adjacency()
	return &level{adj.Ptr, adj.Nbr, slices.Repeat([]float64{1}, len(adj.Nbr)), make([]float64, g.N)}
}

// move runs the local phase. It returns whether any node moved, the community
// of every node numbered 0..k-1 by first node, and k.
func (lv *level) move(twoM float64) (moved bool, of []int32, k int) {
	n := len(lv.self)
	of = make([]int32, n)
	deg, total := make([]float64, n), make([]float64, n)
	for i := range n {
		of[i] = int32(i)
		deg[i] = lv.self[i]
		for p := lv.ptr[i]; p < lv.ptr[i+1]; p++ {
			deg[i] += lv.weight[p]
		}
		total[i] = deg[i]
	}
	link := make([]float64, n)
	var near []int32
	for pass, changed := 0, true; changed && pass < 30; pass++ {
		changed = false
		for i := range n {
			near = near[:0]
			nbr := lv.nbr[lv.ptr[i]:lv.ptr[i+1]]
			weight := lv.weight[lv.ptr[i]:][:len(nbr)]
			for k, j := range nbr {
				c := of[j]
				if link[c] == 0 {
					near = append(near, c)
				}
				link[c] += weight[k]
			}
			from, d := of[i], deg[i]
			total[from] -= d
			best, gain := from, link[from]-d*total[from]/twoM
			for _, c := range near {
				v := link[c] - d*total[c]/twoM
				link[c] = 0
				if v > gain+1e-9 || v > gain-1e-9 && c < best && best != from {
					best, gain = c, v
				}
			}
			total[best] += d
			if best != from {
				of[i] = best
				moved, changed = true, true
			}
		}
	}
	number := make([]int32, n)
	for i, c := range of {
		if number[c] == 0 {
			k++
			number[c] = int32(k)
		}
		of[i] = number[c] - 1
	}
	return moved, of, k
}

// merge returns the graph whose nodes are the k communities.
func (lv *level) merge(of []int32, k int) *level {
	members := make([][]int, k)
	for i, c := range of {
		members[c] = append(members[c], i)
	}
	out := &level{ptr: make([]int32, 1, k+1), self: make([]float64, k)}
	link := make([]float64, k)
	for c, list := range members {
		var near []int32
		for _, i := range list {
			out.self[c] += lv.self[i]
			for p := lv.ptr[i]; p < lv.ptr[i+1]; p++ {
				d := of[lv.nbr[p]]
				if int(d) == c {
					out.self[c] += lv.weight[p]
					continue
				}
				if link[d] == 0 {
					near = append(near, d)
				}
				link[d] += lv.weight[p]
			}
		}
		order.Indices(near)
		for _, d := range near {
			out.nbr = append(out.nbr, d)
			out.weight = append(out.weight, link[d])
			link[d] = 0
		}
		out.ptr = append(out.ptr, int32(len(out.nbr)))
	}
	return out
}

// bySize renumbers communities by descending size.
func bySize(of []int) ([]int, int) {
	k := 0
	for _, c := range of {
		k = max(k, c+1)
	}
	size := make([]int, k)
	order := make([]int, k)
	for c := range order {
		order[c] = c
	}
	for _, c := range of {
		size[c]++
	}
	sort.SliceStable(order, func(a, b int) bool { return size[order[a]] > size[order[b]] })
	rank := make([]int, k)
	for r, c := range order {
		rank[c] = r
	}
	for i, c := range of {
		of[i] = rank[c]
	}
	return of, k
}

// communityClasses makes at least two (if there are two nodes) and at most
// maxCommunities classes and says how.
func communityClasses(g *Graph) (labels []int, classes int, how string) {
	labels, k := Communities(g)
	if k == 1 && g.N > 1 {
		for i := range labels {
			labels[i] = 0
			if 2*i >= g.N {
				labels[i] = 1
			}
		}
		return labels, 2, "it is a single community, so its nodes were halved by number"
	}
	if k <= maxCommunities {
		return labels, k, fmt.Sprintf("its %d communities (greedy modularity) serve as classes", k)
	}
	for i, c := range labels {
		labels[i] = min(c, maxCommunities-1)
	}
	return labels, maxCommunities, fmt.Sprintf("the %d largest of its %d communities (greedy modularity) and the rest serve as classes",
		maxCommunities-1, k)
}
