package session

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/wasm/proto"
)

// describe gathers what the page draws and lists of a graph, but for where its nodes stand.
func describe(s *Source) *proto.GraphInfo {
	info := facts(s)
	if info.IDs = s.IDs; s.Base != nil {
		info.Base = facts(s.Base)
	}
	return info
}

// facts is describe without the graph before its edits.
func facts(s *Source) *proto.GraphInfo {
	g := s.Graph
	ends := make([]int32, 0, 2*len(g.Edges))
	for _, e := range g.Edges {
		ends = append(ends, e.I, e.J)
	}
	_, components := g.Components()
	info := &proto.GraphInfo{
		Name: g.Name, Format: s.Format, N: g.N, Edges: ends,
		Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames, NodeNames: g.NodeNames,
		Features: g.X.Cols, EdgeHomophily: g.EdgeHomophily(), NodeHomophily: g.NodeHomophily(),
		Components: components, ClassSizes: g.ClassSizes(),
		SplitName: s.Split.Name, Train: s.Split.Train, Val: s.Split.Val, Test: s.Split.Test,
		Notes: g.Notes, Kernel: linalg.Kernel(),
	}
	if text := s.Split.UntrainedText(g); text != "" {
		info.Notes = append(slices.Clip(g.Notes), text)
	}
	info.Doubts = s.Recognition.Texts()
	if m := s.Maps; m != nil {
		info.Maps = proto.GivenMaps{D: m.D, Epochs: m.Epochs, Layers: m.Layers}
	}
	for _, split := range s.Splits {
		info.Splits = append(info.Splits, split.Name)
	}
	return info
}
