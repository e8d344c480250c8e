Creator "igraph version 0.10.2 Sun Nov 22 09:49:18 2026"
Version 1
graph
[
  directed 0
  node
  [
    id 0
    name "Anna"
    group "red"
    age 31
    height 1.68
  ]
  node
  [
    id 1
    name "Bert"
    group "red"
    age 44
    height 1.81
  ]
  node
  [
    id 2
    name "Carla"
    group "red"
    age 27
    height 1.59
  ]
  node
  [
    id 3
    name "Dora"
    group "blue"
    age 65
    height 1.72
  ]
  node
  [
    id 4
    name "Émile"
    group "blue"
    age 18
    height 1.9
  ]
  node
  [
    id 5
    name "Frïda"
    group "blue"
    age 52
    height 1.625
  ]
  node
  [
    id 6
    name "Jörg"
    group "red"
    age 39
    height 1.77
  ]
  node
  [
    id 7
    name "Hanna"
    group "blue"
    age 71
    height 1.5
  ]
  node
  [
    id 8
    name "Ivo"
    group "blue"
    age 8
    height 1.25
  ]
  edge
  [
    source 1
    target 0
  ]
  edge
  [
    source 2
    target 0
  ]
  edge
  [
    source 2
    target 1
  ]
  edge
  [
    source 3
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
    target 4
  ]
  edge
  [
    source 6
    target 5
  ]
  edge
  [
    source 7
    target 6
  ]
  edge
  [
    source 7
    target 4
  ]
  edge
  [
    source 7
    target 3
  ]
]
