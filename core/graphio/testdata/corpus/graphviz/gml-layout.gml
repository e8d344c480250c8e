graph [
  version 2
  directed 0
  bb "0,0,354.37,207.15"
  node [
    id 0
    name "0"
    f1 0.758
    f2 0.217
    label 0
    party 0
    graphics [
      x 42.627
      y 106.05
      w 54
      H 36
    ]
    LabelGraphics [
      text 0
    ]
  ]
  node [
    id 1
    name "6"
    f1 0.995
    f2 -0.618
    label 6
    party 0
    graphics [
      x 96.992
      y 57.257
      w 54
      H 36
    ]
    LabelGraphics [
      text 6
    ]
  ]
  node [
    id 2
    name "8"
    f1 -0.584
    f2 0.851
    label 8
    party 0
    graphics [
      x 27
      y 36.112
      w 54
      H 36
    ]
    LabelGraphics [
      text 8
    ]
  ]
  node [
    id 3
    name "1"
    f1 -0.621
    f2 1.357
    label 1
    party 1
    graphics [
      x 254.53
      y 162.19
      w 54
      H 36
    ]
    LabelGraphics [
      text 1
    ]
  ]
  node [
    id 4
    name "3"
    f1 0.862
    f2 0.977
    label 3
    party 1
    graphics [
      x 327.37
      y 170.61
      w 54
      H 36
    ]
    LabelGraphics [
      text 3
    ]
  ]
  node [
    id 5
    name "5"
    f1 0.445
    f2 0.209
    label 5
    party 1
    graphics [
      x 196.69
      y 118
      w 54
      H 36
    ]
    LabelGraphics [
      text 5
    ]
  ]
  node [
    id 6
    name "7"
    f1 2.127
    f2 1.791
    label 7
    party 1
    graphics [
      x 187
      y 189.15
      w 54
      H 36
    ]
    LabelGraphics [
      text 7
    ]
  ]
  node [
    id 7
    name "2"
    f1 1.526
    f2 1.163
    label 2
    party 0
    graphics [
      x 168.95
      y 42.325
      w 54
      H 36
    ]
    LabelGraphics [
      text 2
    ]
  ]
  node [
    id 8
    name "4"
    f1 -1.566
    f2 1.109
    label 4
    party 0
    graphics [
      x 237.15
      y 18
      w 54
      H 36
    ]
    LabelGraphics [
      text 4
    ]
  ]
  edge [
    id 1
    source 0
    target 1
    graphics [
      Line [
        point [ x 58.938 y 91.414 ]
        point [ x 65.819 y 85.238 ]
        point [ x 73.813 y 78.063 ]
        point [ x 80.692 y 71.888 ]
      ]
    ]
  ]
  edge [
    id 2
    source 0
    target 2
    graphics [
      Line [
        point [ x 38.602 y 88.043 ]
        point [ x 36.287 y 77.681 ]
        point [ x 33.387 y 64.698 ]
        point [ x 31.065 y 54.306 ]
      ]
    ]
  ]
  edge [
    id 9
    source 1
    target 2
    graphics [
      Line [
        point [ x 72.119 y 49.743 ]
        point [ x 65.517 y 47.748 ]
        point [ x 58.391 y 45.595 ]
        point [ x 51.794 y 43.602 ]
      ]
    ]
  ]
  edge [
    id 3
    source 3
    target 4
    graphics [
      Line [
        point [ x 281.24 y 165.28 ]
        point [ x 287.58 y 166.01 ]
        point [ x 294.33 y 166.79 ]
        point [ x 300.67 y 167.52 ]
      ]
    ]
  ]
  edge [
    id 4
    source 3
    target 5
    graphics [
      Line [
        point [ x 236.55 y 148.45 ]
        point [ x 229.52 y 143.08 ]
        point [ x 221.47 y 136.93 ]
        point [ x 214.46 y 131.58 ]
      ]
    ]
  ]
  edge [
    id 5
    source 3
    target 6
    graphics [
      Line [
        point [ x 231.29 y 171.47 ]
        point [ x 224.58 y 174.15 ]
        point [ x 217.24 y 177.08 ]
        point [ x 210.51 y 179.76 ]
      ]
    ]
  ]
  edge [
    id 8
    source 5
    target 6
    graphics [
      Line [
        point [ x 194.24 y 135.95 ]
        point [ x 192.79 y 146.66 ]
        point [ x 190.94 y 160.21 ]
        point [ x 189.48 y 170.96 ]
      ]
    ]
  ]
  edge [
    id 7
    source 7
    target 1
    graphics [
      Line [
        point [ x 142.97 y 47.716 ]
        point [ x 136.53 y 49.052 ]
        point [ x 129.62 y 50.485 ]
        point [ x 123.17 y 51.824 ]
      ]
    ]
  ]
  edge [
    id 6
    source 7
    target 8
    graphics [
      Line [
        point [ x 192.8 y 33.817 ]
        point [ x 199.41 y 31.461 ]
        point [ x 206.58 y 28.902 ]
        point [ x 213.2 y 26.544 ]
      ]
    ]
  ]
]
