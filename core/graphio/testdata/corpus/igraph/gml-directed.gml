Creator "igraph version 0.10.2 Sun Nov 22 09:49:18 2026"
Version 1
graph
[
  directed 1
  node
  [
    id 0
  ]
  node
  [
    id 1
  ]
  node
  [
    id 2
  ]
  node
  [
    id 3
  ]
  node
  [
    id 4
  ]
  node
  [
    id 5
  ]
  node
  [
    id 6
  ]
  node
  [
    id 7
  ]
  node
  [
    id 8
  ]
  edge
  [
    source 0
    target 1
    weight 0.5
  ]
  edge
  [
    source 0
    target 2
    weight 1.5
  ]
  edge
  [
    source 1
    target 0
    weight 2.5
  ]
  edge
  [
    source 1
    target 2
    weight 3.5
  ]
  edge
  [
    source 1
    target 3
    weight 0.5
  ]
  edge
  [
    source 1
    target 5
    weight 1.5
  ]
  edge
  [
    source 2
    target 3
    weight 2.5
  ]
  edge
  [
    source 3
    target 4
    weight 3.5
  ]
  edge
  [
    source 4
    target 5
    weight 0.5
  ]
  edge
  [
    source 5
    target 6
    weight 1.5
  ]
  edge
  [
    source 6
    target 7
    weight 2.5
  ]
  edge
  [
    source 6
    target 8
    weight 3.5
  ]
  edge
  [
    source 7
    target 3
    weight 0.5
  ]
  edge
  [
    source 7
    target 8
    weight 1.5
  ]
  edge
  [
    source 8
    target 0
    weight 2.5
  ]
]
