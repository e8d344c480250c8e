//go:build e2e

package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// modelCell is a cell of a notebook, in Python. It trains a GCN, whose parameters have the names of PyTorch Geometric, on the graph of
// texasCell for 30 epochs, and prints its classes. Then it changes the classes of the nodes 4 and 9, and shows the network in the page with
// all classes.
const modelCell = `from torch import nn

class GCNConv(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.lin, self.bias = nn.Linear(a, b, bias=False), nn.Parameter(torch.zeros(b))

    def forward(self, x, adjacency):
        return adjacency @ self.lin(x) + self.bias

class Net(nn.Module):
    def __init__(self, a, b, c):
        super().__init__()
        self.convs, self.act = nn.ModuleList([GCNConv(a, b), GCNConv(b, c)]), nn.ELU()

    def forward(self, x, adjacency):
        return self.convs[1](self.act(self.convs[0](x, adjacency)), adjacency)

torch.manual_seed(3)
data, n = Data(), Data.num_nodes
near = torch.eye(n)
near[data.edge_index[0], data.edge_index[1]] = near[data.edge_index[1], data.edge_index[0]] = 1
root = near.sum(1).rsqrt()
adjacency = root[:, None] * near * root
net = Net(data.x.shape[1], 8, 5)
optimizer = torch.optim.Adam(net.parameters(), 0.01)
for _ in range(30):
    optimizer.zero_grad()
    nn.functional.cross_entropy(net(data.x, adjacency)[data.train_mask], data.y[data.train_mask]).backward()
    optimizer.step()
classes = net(data.x, adjacency).argmax(1)
print("classes", *classes.tolist(), "end")
classes[4] = (classes[4] + 1) % 5
classes[9] = (classes[9] + 1) % 5
sheafscope.show(data, name="texas net", model=net, predictions=classes)`

// notebookModel checks the second frame of the notebook, which modelCell has made. printed is the notebook as HTML, with the classes of
// PyTorch. The network of the frame is at epoch 0, in stage 8 (classes), and its classes equal the classes of PyTorch. The notice names the
// two nodes with changed classes. An epoch of training works.
func notebookModel(t *testing.T, p *page, printed string) {
	t.Helper()
	_, rest, found := strings.Cut(printed, "classes ")
	text, _, ended := strings.Cut(rest, " end")
	if !found || !ended {
		t.Fatal("the notebook prints no classes")
	}
	// The classes that PyTorch has computed.
	var want []int
	for _, word := range strings.Fields(text) {
		var c int
		if _, err := fmt.Sscan(word, &c); err != nil {
			t.Fatal(err)
		}
		want = append(want, c)
	}
	p.waitFor(`(globalThis.second = document.querySelectorAll("iframe")[1].contentWindow).sheafscope !== undefined`)
	p.eval("second.sheafscope.ready.then(() => true)", new(bool))
	p.waitFor(`second.sheafscope.recipe().net?.file === "net.safetensors" && !second.sheafscope.state().busy`)
	var got struct {
		Epoch, Stage int
		Predictions  []int
	}
	p.eval("second.sheafscope.state()", &got)
	if got.Epoch != 0 || got.Stage != 8 {
		t.Errorf("the network in the notebook is at epoch %d, stage %d, want epoch 0, stage 8", got.Epoch, got.Stage)
	}
	if len(want) != 183 || !slices.Equal(got.Predictions, want) { // 183 nodes of Texas
		t.Errorf("the network in the notebook has the classes %v, PyTorch %v", got.Predictions, want)
	}
	p.waitFor(`second.document.body.textContent.includes("net.safetensors is a trained network (PyTorch Geometric, GCNConv). As given")`)
	p.waitFor(`second.document.body.textContent.includes("Its file has the same class for 181 of 183 nodes. Other ones: 4 9.")`)
	p.eval("second.sheafscope.run(1).then(() => true)", new(bool))
	p.waitFor("second.sheafscope.state().epoch === 1")
}
