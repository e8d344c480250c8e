graph [
  version 2
  directed 1
  node [
    id 0
    name "0"
  ]
  node [
    id 1
    name "1"
  ]
  node [
    id 2
    name "2"
  ]
  node [
    id 3
    name "3"
  ]
  node [
    id 4
    name "4"
  ]
  node [
    id 5
    name "5"
  ]
  node [
    id 6
    name "6"
  ]
  node [
    id 7
    name "7"
  ]
  node [
    id 8
    name "8"
  ]
  edge [
    id 1
    source 0
    target 1
  ]
  edge [
    id 2
    source 0
    target 6
  ]
  edge [
    id 3
    source 1
    target 0
  ]
  edge [
    id 4
    source 1
    target 2
  ]
  edge [
    id 5
    source 2
    target 0
  ]
  edge [
    id 6
    source 2
    target 3
  ]
  edge [
    id 7
    source 2
    target 7
  ]
  edge [
    id 8
    source 3
    target 4
  ]
  edge [
    id 9
    source 4
    target 2
  ]
  edge [
    id 10
    source 4
    target 5
  ]
  edge [
    id 11
    source 5
    target 6
  ]
  edge [
    id 12
    source 5
    target 8
  ]
  edge [
    id 13
    source 6
    target 7
  ]
  edge [
    id 14
    source 7
    target 1
  ]
  edge [
    id 15
    source 7
    target 5
  ]
  edge [
    id 16
    source 7
    target 8
  ]
  edge [
    id 17
    source 8
    target 0
  ]
]
