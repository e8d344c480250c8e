graph [
  node [
    id 0
    label "0"
    block 0
    f1 -0.447
    f2 1.306
  ]
  node [
    id 1
    label "1"
    block 1
    f1 0.043
    f2 -1.014
  ]
  node [
    id 2
    label "2"
    block 0
    f1 -0.521
    f2 -0.322
  ]
  node [
    id 3
    label "3"
    block 1
    f1 2.221
    f2 0.894
  ]
  node [
    id 4
    label "4"
    block 0
    f1 -0.808
    f2 -0.817
  ]
  node [
    id 5
    label "5"
    block 1
    f1 1.245
    f2 1.497
  ]
  node [
    id 6
    label "6"
    block 0
    f1 0.427
    f2 -0.062
  ]
  node [
    id 7
    label "7"
    block 1
    f1 -0.49
    f2 -0.465
  ]
  node [
    id 8
    label "8"
    block 0
    f1 0.048
    f2 0.828
  ]
  edge [
    source 0
    target 2
  ]
  edge [
    source 0
    target 4
  ]
  edge [
    source 0
    target 6
  ]
  edge [
    source 0
    target 7
  ]
  edge [
    source 0
    target 8
  ]
  edge [
    source 1
    target 2
  ]
  edge [
    source 1
    target 3
  ]
  edge [
    source 1
    target 4
  ]
  edge [
    source 1
    target 5
  ]
  edge [
    source 2
    target 6
  ]
  edge [
    source 3
    target 4
  ]
  edge [
    source 3
    target 7
  ]
  edge [
    source 4
    target 8
  ]
  edge [
    source 5
    target 7
  ]
  edge [
    source 6
    target 7
  ]
  edge [
    source 6
    target 8
  ]
]
