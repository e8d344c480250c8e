Creator "igraph version 0.10.2 Sun Nov 22 09:49:18 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    group 0
    f1 3.3
    f2 -1.006
  ]
  node
  [
    id 1
    group 1
    f1 0.951
    f2 1.564
  ]
  node
  [
    id 2
    group 0
    f1 0.842
    f2 -0.812
  ]
  node
  [
    id 3
    group 1
    f1 -0.323
    f2 2.872
  ]
  node
  [
    id 4
    group 0
    f1 -0.288
    f2 -0.505
  ]
  node
  [
    id 5
    group 1
    f1 1.662
    f2 1.686
  ]
  node
  [
    id 6
    group 0
    f1 -0.093
    f2 0.002
  ]
  node
  [
    id 7
    group 1
    f1 1.37
    f2 1.952
  ]
  node
  [
    id 8
    group 0
    f1 0.103
    f2 -0.602
  ]
  edge
  [
    source 2
    target 0
  ]
  edge
  [
    source 4
    target 0
  ]
  edge
  [
    source 6
    target 0
  ]
  edge
  [
    source 8
    target 0
  ]
  edge
  [
    source 4
    target 1
  ]
  edge
  [
    source 5
    target 1
  ]
  edge
  [
    source 6
    target 1
  ]
  edge
  [
    source 3
    target 2
  ]
  edge
  [
    source 8
    target 2
  ]
  edge
  [
    source 4
    target 3
  ]
  edge
  [
    source 5
    target 3
  ]
  edge
  [
    source 6
    target 3
  ]
  edge
  [
    source 7
    target 3
  ]
  edge
  [
    source 5
    target 4
  ]
  edge
  [
    source 6
    target 4
  ]
  edge
  [
    source 8
    target 6
  ]
]
