graph [
  version 2
  directed 0
  node [
    id 0
    name "Anna"
    age 31
    party "red"
    tall 1.68
  ]
  node [
    id 1
    name "Bert"
    age 44
    party "red"
    tall 1.81
  ]
  node [
    id 2
    name "Carla"
    age 27
    party "red"
    tall 1.59
  ]
  node [
    id 3
    name "Dora"
    age 65
    party "blue"
    tall 1.72
  ]
  node [
    id 4
    name "Emil"
    age 18
    party "blue"
    tall 1.9
  ]
  node [
    id 5
    name "Frida"
    age 52
    party "blue"
    tall 1.625
  ]
  node [
    id 6
    name "Georg"
    age 39
    party "red"
    tall 1.77
  ]
  node [
    id 7
    name "Hanna"
    age 71
    party "blue"
    tall 1.5
  ]
  node [
    id 8
    name "Ivo"
    age 8
    party "blue"
    tall 1.25
  ]
  edge [
    id 1
    source 0
    target 1
  ]
  edge [
    id 2
    source 0
    target 2
  ]
  edge [
    id 3
    source 1
    target 2
  ]
  edge [
    id 4
    source 2
    target 3
  ]
  edge [
    id 5
    source 3
    target 4
  ]
  edge [
    id 10
    source 3
    target 7
  ]
  edge [
    id 6
    source 4
    target 5
  ]
  edge [
    id 7
    source 5
    target 6
  ]
  edge [
    id 8
    source 6
    target 7
  ]
  edge [
    id 9
    source 7
    target 4
  ]
]
