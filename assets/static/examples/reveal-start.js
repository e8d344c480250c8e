"use strict";

Reveal.initialize({ hash: true, transition: "none", width: 1100, height: 700 });
