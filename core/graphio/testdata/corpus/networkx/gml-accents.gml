graph [
  node [
    id 0
    label "Anna"
    party "red"
    age 31
    height 1.68
  ]
  node [
    id 1
    label "Bert"
    party "red"
    age 44
    height 1.81
  ]
  node [
    id 2
    label "Carla"
    party "red"
    age 27
    height 1.59
  ]
  node [
    id 3
    label "Dora"
    party "blue"
    age 65
    height 1.72
  ]
  node [
    id 4
    label "&#201;mile"
    party "blue"
    age 18
    height 1.9
  ]
  node [
    id 5
    label "Fr&#239;da"
    party "blue"
    age 52
    height 1.625
  ]
  node [
    id 6
    label "J&#246;rg"
    party "red"
    age 39
    height 1.77
  ]
  node [
    id 7
    label "Hanna"
    party "blue"
    age 71
    height 1.5
  ]
  node [
    id 8
    label "Ivo"
    party "blue"
    age 8
    height 1.25
  ]
  edge [
    source 0
    target 1
  ]
  edge [
    source 0
    target 2
  ]
  edge [
    source 1
    target 2
  ]
  edge [
    source 2
    target 3
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
    target 5
  ]
  edge [
    source 4
    target 7
  ]
  edge [
    source 5
    target 6
  ]
  edge [
    source 6
    target 7
  ]
]
