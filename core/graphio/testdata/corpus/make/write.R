# The files of corpus/R, written by R's write.table, write.csv and write.csv2.
# Run in the folder corpus; the notes of what they hold are in write_r.py.
dir.create("R", showWarnings = FALSE)
out <- function(name) file.path("R", name)

from <- c("Anna", "Anna", "Bert", "Carla", "Dora", "Emil", "Frida", "Georg", "Hanna", "Dora")
to <- c("Bert", "Carla", "Carla", "Dora", "Emil", "Frida", "Georg", "Hanna", "Emil", "Hanna")
edges <- data.frame(from, to, weight = seq(0.5, 5, 0.5))
full <- function(x) ifelse(x %in% c("Emil", "Dora"), paste(x, "von Ü"), paste(x, "K."))
who <- c("Anna", "Bert", "Carla", "Dora", "Emil", "Frida", "Georg", "Hanna", "Ivo")
nodes <- data.frame(id = who, party = c("red", "red", "red", "blue", "blue", "blue", "red", "blue", "blue"),
                    age = c(31, 44, 27, 65, 18, 52, 39, 71, 8), height = c(1.68, 1.81, 1.59, 1.72, 1.9, 1.625, 1.77, 1.5, 1.25))
spaced <- data.frame(from = full(from), to = full(to))

write.table(edges, out("default.txt"))
write.table(spaced, out("spaces.txt"))
write.table(spaced, out("spaces-bare.txt"), row.names = FALSE, col.names = FALSE)
write.table(edges[, 1:2], out("no-quotes.txt"), quote = FALSE)
write.table(edges[, 1:2], out("no-rows.txt"), row.names = FALSE)
write.table(edges, out("tabs.tsv"), sep = "\t")
write.table(spaced, out("tabs-spaces.tsv"), sep = "\t", quote = FALSE, row.names = FALSE)
write.table(spaced, out("tabs-header.tsv"), sep = "\t", col.names = NA)
write.csv(edges, out("rows.csv"))
write.csv(edges, out("no-rows.csv"), row.names = FALSE)
write.csv2(edges, out("semicolons.csv"))
pairs <- as.data.frame(cbind(from, to)); names(pairs) <- c("V1", "V2")
write.csv(pairs, out("v1-v2.csv"))
write.table(pairs, out("v1-v2.txt"))
french <- data.frame(origine = from, destination = to); write.csv(french, out("french.csv"), row.names = FALSE)
words <- data.frame(valore = edges$weight, uno = from, due = to)[, c(2, 3, 1)]; write.table(words, out("other-words.txt"))
large <- data.frame(citing = 1e5 * (1:9), cited = 1e5 * c(2:9, 1)); write.table(large, out("powers.txt"), row.names = FALSE)
cites <- data.frame(id = 1:8, citing = c(901, 902, 903, 904, 905, 906, 907, 908), cited = c(902, 903, 904, 905, 906, 907, 908, 901))
write.csv(cites, out("id-citing-cited.csv"), row.names = FALSE)

# Matrices.
m <- matrix(0, 9, 9, dimnames = list(who, who))
for (k in seq_along(from)) { m[from[k], to[k]] <- 1; m[to[k], from[k]] <- 1 }
write.table(m, out("matrix-named.txt"))
write.csv(m, out("matrix-named.csv"))
write.csv2(m * 0.5, out("matrix-named-2.csv"))
write.table(m, out("matrix-plain.txt"), row.names = FALSE, col.names = FALSE)
write.table(m, out("matrix-columns.txt"), row.names = FALSE)
write.table(m, out("matrix-rows.txt"), col.names = FALSE)
write.table(m, out("matrix-tabs.tsv"), sep = "\t", quote = FALSE, col.names = NA)
p <- m; dimnames(p) <- NULL
write.csv(p, out("matrix-v.csv"), row.names = FALSE)
write.table(p, out("matrix-v.txt"))
d <- m; d[lower.tri(d)] <- 0
write.csv(d, out("matrix-directed.csv"))
sp <- m; dimnames(sp) <- list(full(who), full(who)); write.table(sp, out("matrix-spaces.txt"))

# Pairs of an edge list and a node table.
pair <- function(name, w) { w(edges[, 1:2], out(paste0(name, "-edges.csv"))); w(nodes, out(paste0(name, "-nodes.csv"))) }
pair("pair", function(x, f) write.csv(x, f, row.names = FALSE))
pair("pair-rows", function(x, f) write.csv(x, f))
pair("pair-table", function(x, f) write.table(x, f))
pair("pair-semicolons", function(x, f) write.csv2(x, f, row.names = FALSE))
own <- nodes[, -1]; rownames(own) <- who
write.csv(edges[, 1:2], out("row-names-edges.csv"), row.names = FALSE); write.csv(own, out("row-names-nodes.csv"))
gaps <- nodes; gaps$party[2] <- NA; gaps$age[3] <- NA; gaps$member <- gaps$age > 30
write.csv(edges[, 1:2], out("gaps-edges.csv"), row.names = FALSE); write.csv(gaps, out("gaps-nodes.csv"), row.names = FALSE)
partei <- nodes; names(partei) <- c("kennung", "partei", "alter", "hoehe")
kanten <- data.frame(von = from, nach = to)
write.csv2(kanten, out("german-edges.csv"), row.names = FALSE); write.csv2(partei, out("german-nodes.csv"), row.names = FALSE)
write.table(m, out("matrix-pair.txt")); write.csv(nodes, out("matrix-pair-nodes.csv"), row.names = FALSE)

saveRDS(edges, out("edges.rds"))
write(R.version.string, out("VERSION"))
