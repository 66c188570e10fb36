// The outside data of the benches: names, and queries with the name that each means. Undefined without a folder or its files.

import { readFile } from "node:fs/promises";
import { join } from "node:path";

async function read(folder, ...files) {
  if (!folder) return undefined;
  try {
    const lines = async (file) => (await readFile(join(folder, file), "utf8")).split("\n").filter(Boolean);
    const [names, queries] = await Promise.all(files.map(lines));
    const query = (line) => {
      const [text, truth] = line.split("\t");
      return { text, truth };
    };
    return { names, queries: queries.map(query) };
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** 100,000 names of the US census, and 1,000 queries with one edit. */
export const census = (folder) => read(folder, "names/uscensus_person_names_100k.txt", "names/uscensus_queries_1k.tsv");

/** 5,068 historical persons, and 1,000 real variants of their names. */
export const persons = (folder) => read(folder, "er/historical_canonical.txt", "er/historical_variant_queries_1k.tsv");
