package peer

// Label is the name of a model as in print: of SGPC, of a peer, and of an
// unknown one the name itself. Every table and picture takes it from here.
func Label(name string) string {
	switch name {
	case "sgpc":
		return "SGPC"
	case "mlp":
		return "MLP"
	case "gcn":
		return "GCN"
	case "gat":
		return "GAT"
	case "gcnii":
		return "GCNII"
	case "h2gcn":
		return "H2GCN"
	case "gprgnn":
		return "GPR-GNN"
	case "jacobi":
		return "JacobiConv"
	case "nsd-diag":
		return "NSD, diagonal"
	case "nsd-orth":
		return "NSD, orthogonal"
	case "nsd-general":
		return "NSD, general"
	}
	return name
}
