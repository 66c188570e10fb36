"""Duplicate pairs among names by blazematch, beside Namesake's: `pairs.py NAMES.json OUT.json`.

NAMES.json is `{names, planted}`; written is a list of runs `{task, env, names, planted, who, setting, seconds, found, right}`.
It is given what an expert would give it: pairs must share their first or their last part, the whole names' distance in
few levels decides, and its probabilities are cut where the truth shows that it does best.
"""

import json
import sys
import time
from importlib.metadata import version

import pandas
from blazematch import BlockingRule, ComparisonLevels, Deduplicator, FieldComparison, LinkConfig, Metric

BLOCKS = [BlockingRule("l.given = r.given"), BlockingRule("l.family = r.family")]
SETTINGS = {
    "Damerau–Levenshtein in levels": ([Metric.DAMERAU_LEVENSHTEIN], [[0.8, 0.9]]),
    "Damerau–Levenshtein and Jaro–Winkler in levels": ([Metric.DAMERAU_LEVENSHTEIN, Metric.JARO_WINKLER], [[0.8, 0.9], [0.9, 0.96]]),
}
CUTS = [0.5, 0.9, 0.99]


def pair(a, b):
    """Two names, whichever comes first."""
    return (a, b) if a <= b else (b, a)


def main(given, out):
    """Measures every setting with every cut."""
    with open(given, encoding="utf-8") as file:
        data = json.load(file)
    names = [name.lower() for name in data["names"]]
    planted = {pair(a.lower(), b.lower()) for a, b in data["planted"]}
    frame = pandas.DataFrame({"name": names})
    parts = frame["name"].str.rsplit(" ", n=1)
    frame["given"], frame["family"] = parts.str[0], parts.str[-1]
    runs = []
    for setting, (metrics, levels) in SETTINGS.items():
        print(f"  pairs: blazematch, {setting}…", flush=True)
        config = LinkConfig(blocking_rules=BLOCKS, comparisons=[FieldComparison("name", "name", m) for m in metrics])
        start = time.perf_counter()
        dedup = Deduplicator(frame, config)
        dedup.block().compute_features()
        dedup.estimate(comparison_levels=[ComparisonLevels(each) for each in levels])
        scored = dedup.predict()
        seconds = time.perf_counter() - start
        for cut in CUTS:
            kept = scored[scored["score"] >= cut]
            found = {pair(names[a], names[b]) for a, b in zip(kept["left_idx"].tolist(), kept["right_idx"].tolist())}
            runs.append(
                {
                    "task": "pairs",
                    "env": "native",
                    "names": len(names),
                    "planted": len(planted),
                    "who": f"blazematch {version('blazematch')}",
                    "setting": f"{setting}, p ≥ {cut}",
                    "seconds": seconds,
                    "found": len(found),
                    "right": len(found & planted),
                }
            )
    with open(out, "w", encoding="utf-8") as file:
        json.dump(runs, file)


main(*sys.argv[1:])
