Creator "made up"
graph
[
  directed 0
  node
  [
    id 1
    label "Anna"
    value 1
  ]
  node
  [
    id 2
    label "Bert"
    value 1
  ]
  node
  [
    id 3
    label "Carla"
    value 1
  ]
  node
  [
    id 4
    label "Dora"
    value 0
  ]
  node
  [
    id 5
    label "Emil"
    value 0
  ]
  node
  [
    id 6
    label "Frida"
    value 0
  ]
  node
  [
    id 7
    label "Georg"
    value 1
  ]
  node
  [
    id 8
    label "Hanna"
    value 0
  ]
  node
  [
    id 9
    label "Ivo"
    value 0
  ]
  edge
  [
    source 1
    target 2
    value 2
  ]
  edge
  [
    source 1
    target 3
    value 2
  ]
  edge
  [
    source 2
    target 3
    value 2
  ]
  edge
  [
    source 3
    target 4
    value 2
  ]
  edge
  [
    source 4
    target 5
    value 2
  ]
  edge
  [
    source 5
    target 6
    value 2
  ]
  edge
  [
    source 6
    target 7
    value 2
  ]
  edge
  [
    source 7
    target 8
    value 2
  ]
  edge
  [
    source 8
    target 5
    value 2
  ]
  edge
  [
    source 4
    target 8
    value 2
  ]
]
