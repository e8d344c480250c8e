#!/bin/sh
# Writes the corpus again, with Debian's python3-networkx, python3-igraph,
# python3-scipy, python3-openpyxl, python3-xlsxwriter, python3-odf, graphviz and
# r-base-core. Dates in some files will differ.
set -e
cd "$(dirname "$0")"
for s in networkx igraph graphviz numpy tables documents sheets; do /usr/bin/python3 -B -W ignore "write_$s.py"; done
cd ..
LC_ALL=C.UTF-8 Rscript make/write.R
/usr/bin/python3 -B make/write_r.py
