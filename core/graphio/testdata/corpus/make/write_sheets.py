"""Spreadsheets as openpyxl, XlsxWriter and odfpy write them."""

import datetime
import os

import openpyxl
import xlsxwriter
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P

from common import HERE, village, want

FOLDER = os.path.join(HERE, "sheets")
os.makedirs(FOLDER, exist_ok=True)
v = village()
touched = v.bare().touched()
OPENPYXL, XLSXWRITER, ODFPY = "openpyxl 3.0.9", "XlsxWriter 3.0.2", "odfpy 1.4.2"


def where(name):
    return os.path.join(FOLDER, name)


# A sheet of friends: a title over merged cells, a date, the value of a formula, a total, and a hidden sheet.
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Friends"
sheet.append(["Friendships in class 7b"])
sheet.merge_cells("A1:D1")
sheet.append(["Source", "Target", "Since", "Weight"])
for i, (a, b) in enumerate(v.edges):
    sheet.append([a, b, datetime.date(2024, 1, 1 + i), 0.1 + 0.2])
sheet.append(["Total", None, None, 3])
sheet.row_dimensions[4].hidden = True
hidden = book.create_sheet("Notes")
hidden.append(["made up"])
hidden.sheet_state = "hidden"
book.save(where("titled.xlsx"))
want("sheets", "titled", ["titled.xlsx"], "table", touched, by=OPENPYXL)

# Edges and nodes on two sheets, as Gephi and NodeXL have them.
book = xlsxwriter.Workbook(where("two.xlsx"))
sheet = book.add_worksheet("Vertices")
sheet.write_row(0, 0, ["", "", "Visual Properties"])
sheet.write_row(1, 0, ["Vertex", "Group", "age", "height"])
for i, n in enumerate(v.nodes):
    sheet.write_row(i + 2, 0, [n, v.classes[n], v.features["age"][n], v.features["height"][n]])
sheet = book.add_worksheet("Edges")
sheet.write_row(0, 0, ["", "", "Visual Properties"])
sheet.write_row(1, 0, ["Vertex 1", "Vertex 2", "Color", "Width"])
for i, e in enumerate(v.edges):
    sheet.write_row(i + 2, 0, e)
book.add_worksheet("Overall Metrics").write_row(0, 0, ["Metric", "Value"])
book.close()
want("sheets", "two", ["two.xlsx"], "table", v, by=XLSXWRITER)

# A matrix, with texts in the cells themselves.
book = xlsxwriter.Workbook(where("matrix.xlsx"), {"in_memory": True, "constant_memory": True})
sheet = book.add_worksheet("Matrix")
both = set(v.edges) | {(b, a) for a, b in v.edges}
sheet.write_row(0, 1, v.nodes)
for i, a in enumerate(v.nodes):
    sheet.write_row(i + 1, 0, [a] + [int((a, b) in both) for b in v.nodes])
book.close()
want("sheets", "matrix", ["matrix.xlsx"], "adjacency matrix", v.bare(), by=XLSXWRITER)


def row(cells):
    r = TableRow()
    for c in cells:
        if c is None:
            r.addElement(CoveredTableCell())
            continue
        cell = TableCell(valuetype="float", value=str(c)) if isinstance(c, float) else TableCell(valuetype="string")
        cell.addElement(P(text=str(c).replace(".", ",")))
        r.addElement(cell)
    return r


# An OpenDocument sheet with weights, and the empty rows that LibreOffice repeats.
doc = OpenDocumentSpreadsheet()
table = Table(name="Edges")
table.addElement(row(["from", "to", "weight"]))
for i, (a, b) in enumerate(v.edges):
    table.addElement(row([a, b, i + 0.5]))
rest = TableRow(numberrowsrepeated=1048000)
rest.addElement(TableCell(numbercolumnsrepeated=1024))
table.addElement(rest)
doc.spreadsheet.addElement(table)
doc.save(where("edges.ods"))
want("sheets", "ods", ["edges.ods"], "table", touched, by=ODFPY)
