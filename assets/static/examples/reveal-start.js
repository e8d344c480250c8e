// Start of the slides of reveal.html.
"use strict";

Reveal.initialize({ hash: true, transition: "none", width: 1100, height: 700 });
