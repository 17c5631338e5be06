"""Fits the costs of the parts of a reading. Started by ./run.

    1. The frequencies of chord symbols give initial values (symbol-counts.tsv).
    2. A log-linear model gives a reading the probability e to the power of minus its cost. It is fitted to voicings
       with their textbook names (voicings.tsv), to the symbols, and to inversions of common chords. It is held near
       the initial values, so costs that do not occur in the voicings stay as they are.
    3. Costs are rounded to decibels.
"""

import argparse
import csv
import math
import random
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from model import FAMILIES, KIN, bits, has_seventh, readings, semitones, tension
from scipy.optimize import minimize

ROOT = Path(__file__).resolve().parent.parent.parent
DECIBELS = 10 / math.log(10)

# How firmly a cost is held at its initial value. Families are known from half a million symbols, so they are held
# firmly.
HOLD, HOLD_FAMILIES = 0.1, 2.0
# Symbols are simpler than voicings: a tension that is written a hundred times less often is played only eight times
# less often.
SHARE_OF_FAMILIES, SHARE_OF_TENSIONS = 0.8, 0.45


def rows(name):
    with open(ROOT / "Tests/HarmonyTests/Fixtures" / name, encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


# MARK: Initial values

# Guesses, in natural units (4.3 dB), that the fit may correct.
GUESSES = {
    "two ninths": 3, "two thirteenths": 4, "two elevenths": 3, "many additions": 2, "many tensions": 1,
    "no fifth": 0.7, "no fifth replaced": 0.3, "no fifth in a triad": 2.5, "no fifth replaced in a triad": 2.5,
    "no third": 4, "no root": 5, "no root beside a band": 0.3,
    "bass: third": 1.8, "bass: fifth": 1.5, "bass: seventh": 2.5, "bass: suspension": 2, "bass: a tension": 4,
    "rootless, bass: third": 0, "rootless, bass: fifth": 0.5, "rootless, bass: seventh": 0,
    "rootless, bass: suspension": 0.5, "rootless, bass: a tension": 1,
}


class Written:
    """How often families, and tensions on them, were written in chord symbols."""

    def __init__(self):
        self.families, self.tensions, self.kin = Counter(), Counter(), Counter()
        for row in rows("symbol-counts.tsv"):
            degrees, count = set(row["degrees"].split()), int(row["count"])
            contained = (family for family in FAMILIES if set(FAMILIES[family]) <= degrees)
            family = max(contained, key=lambda family: len(FAMILIES[family]), default="5")
            kin = KIN.get(family, family)
            self.families[family] += count
            self.kin[kin] += count
            for degree in degrees - set(FAMILIES[family]):
                self.tensions[kin, degree] += count
        # Lead sheets write ♯5 for ♭13.
        self.tensions["7", "♭13"] += self.families["7(♯5)"]

    def cost(self, part):
        match part:
            case ("family", family):
                maximum = max(self.families.values())
                return SHARE_OF_FAMILIES * -math.log((self.families[family] + 5) / maximum)
            case ("tension", _, degree) if degree.startswith("add"):
                return 4.0
            case ("tension", family, degree):
                # Nearly all chords with tensions also have a seventh or a sixth.
                bare = 0 if has_seventh(family) and family not in ("°ma7", "7sus2") or family in ("6", "mi6") else 1.5
                written = (self.tensions[family, degree] + 3) / max(self.kin[family], 50)
                return bare + SHARE_OF_TENSIONS * -math.log(min(1, written))
        return 0.6 if part.endswith("each tension") else GUESSES[part]


# MARK: Correct readings


def spoken(family, tensions):
    """The tensions that a title names: a thirteenth implies ninth and eleventh."""
    tensions = set(tensions)
    if "13" in tensions:
        tensions -= {"9", "11"}
    if "11" in tensions:
        tensions -= {"9"}
    return family, tuple(sorted(tensions))


def title(suffix):
    """Family and spoken tensions of mi11(♭5), 7sus4(♭9), mi(Δ9) …."""
    pattern = r"(ma|mi|°)?(\(Δ)?(6/9|\d+)\)?(sus4)?(?:\((.*)\))?"
    quality, delta, number, suspended, more = re.fullmatch(pattern, suffix).groups()
    altered = re.findall("add[Δ♭♯]?\\d+|[♭♯]\\d+", more or "")
    fifths = [degree for degree in altered if degree in ("♭5", "♯5")]
    tensions = [degree for degree in altered if degree not in fifths]
    tensions += {"9": ["9"], "6/9": ["9"], "11": ["11"], "13": ["13"]}.get(number, [])
    base = "(Δ7)" if delta else "6" if number.startswith("6") else "7"
    family = (quality or "") + base + (suspended or "") + (f"({fifths[0]})" if fifths else "")
    return spoken(family, tensions)


class Case:
    """Notes over a bass, and their correct readings: those on C, with a certain title if it is known."""

    def __init__(self, notes, bass, title=None, has_band=False, weight=1.0, name=""):
        self.notes, self.bass, self.has_band, self.weight, self.name = notes, bass, has_band, weight, name
        self.title = title
        self.readings = readings(notes, bass, has_band)
        self.right = np.array([
            root == 0 and (title is None or spoken(family, tensions) == title) and (has_band or "1" not in omitted)
            for root, family, tensions, omitted, _ in self.readings
        ])


def voicings():
    found = []
    for row in rows("voicings.tsv"):
        suffix = row["chord"][1:].removesuffix("/E")
        degrees = f"{row['left']} {row['right'] or ''}".split()
        found.append(Case(bits(degrees), semitones(degrees[0]), title(suffix), row["rootless"] == "yes", name=suffix))
    return found


def symbols():
    """Written symbols, with and without the fifth. The logarithm keeps a few symbols from dominating."""
    for row in rows("symbol-counts.tsv"):
        degrees, count = row["degrees"].split(), int(row["count"])
        if count < 10:
            continue
        weight = 0.15 * math.log10(count)
        yield Case(bits(degrees), 0, weight=weight)
        if "5" in degrees and len(degrees) > 3:
            yield Case(bits(degrees) & ~(1 << 7), 0, weight=weight / 2)


def inversions():
    """Common chords keep their names over their own notes. Chords with ninths and more have less weight."""
    for family, basses in [
        ("ma", "3 5"), ("mi", "♭3 5"), ("7", "3 5 ♭7"), ("ma7", "3 5 7"), ("mi7", "5 ♭7"), ("mi7(♭5)", "♭5 ♭7"),
        ("°", "♭3 ♭5"), ("mi(Δ7)", "♭3 5 7"), ("7(♭5)", "3"), ("ma7(♯5)", "3 ♯5"),
    ]:
        for bass in basses.split():
            yield Case(bits(FAMILIES[family]), semitones(bass))
    for degrees, basses in [
        ("1 3 5 ♭7 9", "3 5 ♭7"), ("1 3 5 ♭7 ♭9", "3 5 ♭7"), ("1 3 5 7 9", "5 7"), ("1 3 5 ♭7 9 13", "3 5 ♭7"),
        ("1 3 5 ♭7 ♯9", "3 5 ♭7"),
    ]:
        for bass in basses.split():
            yield Case(bits(degrees.split()), semitones(bass), weight=0.25)


# MARK: The fit


def fit(cases, written):
    """The cost of each part, in natural units."""
    cases = [case for case in cases if case.right.any()]
    names = list(dict.fromkeys(part for case in cases for *_, parts in case.readings for part in parts))
    place = {part: index for index, part in enumerate(names)}
    first = np.array([written.cost(part) for part in names])
    hold = np.array([HOLD_FAMILIES if part[0] == "family" else HOLD for part in names])
    tables = []
    for case in cases:
        table = np.zeros((len(case.readings), len(names)))
        for row, (*_, parts) in enumerate(case.readings):
            for part, count in parts.items():
                table[row, place[part]] = count
        tables.append((table, case.right, case.weight))

    def loss(costs):
        """The improbability of the right readings, plus the distance from the initial values."""
        away = costs - first
        total, slope = (hold * away * away).sum(), 2 * hold * away
        for table, right, weight in tables:
            probable = np.exp(-(table @ costs - (table @ costs).min()))
            all_of_them, right_ones = probable / probable.sum(), probable * right / (probable * right).sum()
            total -= weight * math.log((probable * right).sum() / probable.sum())
            slope += weight * ((right_ones - all_of_them) @ table)
        return total, slope

    bounds = [(0, None)] * len(names)
    found = minimize(loss, first, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 200})
    return dict(zip(names, found.x))


def in_decibels(costs):
    return {part: round(cost * DECIBELS) for part, cost in costs.items()}


# MARK: The table

TENSIONS = ["♭9", "9", "♯9", "11", "♯11", "♭13", "13", "Δ7"]


def tension_cost(decibels, family, degree):
    """None if it cannot be a tension on the family."""
    return decibels.get(("tension", KIN.get(family, family), tension(family, semitones(degree))))


def show(decibels, written):
    print(f"{'family':10}{'cost':>5}  " + "".join(f"{degree:>5}" for degree in TENSIONS) + "   written")
    for family in FAMILIES:
        costs = [tension_cost(decibels, family, degree) for degree in TENSIONS]
        cells = "".join(f"{'-' if cost is None else cost:>5}" for cost in costs)
        print(f"{family:10}{decibels['family', family]:>5}  {cells}{written.families[family]:>10,}")
    print()
    for part in GUESSES:
        each = decibels.get(f"{part}, each tension")
        print(f"{part:32}{decibels[part]:>4}" + (f", and {each} for each tension" if each is not None else ""))


# MARK: Quality


def ranked_roots(case, costs, context=lambda root, family: 0):
    """Roots, each with its cheapest reading, the cheapest first."""
    ranked = sorted(
        (sum(costs.get(part, 0) * count for part, count in parts.items()) + context(root, family), index)
        for index, (root, family, _, _, parts) in enumerate(case.readings)
    )
    found = {}
    for _, index in ranked:
        found.setdefault(case.readings[index][0], case.readings[index])
    return list(found.values())


class Context:
    """The ii–V–I around a chord on C: its key, and the chord before or after it."""

    def __init__(self):
        self.steps, self.from_kind, self.to_kind = Counter(), Counter(), Counter()
        for row in rows("transitions.tsv"):
            count = int(row["count"])
            self.steps[row["from"], int(row["semitones"]), row["to"]] += count
            self.from_kind[row["from"]] += count
            self.to_kind[row["to"]] += count

    def step(self, one, semitones_up, other):
        """The cost of a step, compared with a second chord that is independent of the first."""
        by_chance = self.to_kind[other] / self.to_kind.total() / 12
        # Smoothing: as if each first chord had been followed by three more random chords on each root.
        smoothed = (self.steps[one, semitones_up % 12, other] + 36 * by_chance) / (self.from_kind[one] + 36)
        return -math.log(smoothed / by_chance)

    def around(self, suffix):
        """The cost of a root and a family, for the voicing of a chord on C."""
        is_minor_seventh = suffix.startswith("mi") and not suffix.startswith(("mi(Δ", "mi6"))
        if "(♭5" in suffix:
            tonic, minor, before, after = 10, True, None, (5, "7")
        elif is_minor_seventh:
            tonic, minor, before, after = 10, False, None, (5, "7")
        elif suffix.startswith("mi"):
            tonic, minor, before, after = 0, True, (7, "7"), None
        elif suffix.startswith(("ma", "6")):
            tonic, minor, before, after = 0, False, (7, "7"), None
        elif "♭13" in suffix or "♯9" in suffix:
            tonic, minor, before, after = 5, True, (7, "mi7(♭5)"), (5, "mi7")
        else:
            tonic, minor, before, after = 5, False, (7, "mi7"), (5, "ma")
        scale = {0, 2, 3, 5, 7, 8, 10, 11} if minor else {0, 2, 4, 5, 7, 9, 11}

        def cost(root, family):
            total = (root - tonic) % 12 not in scale
            third = {"3", "♭3"} & set(FAMILIES[family])
            total += bool(third) and (root + semitones(third.pop()) - tonic) % 12 not in scale
            if before:
                total += self.step(before[1], root - before[0], kind(family))
            if after:
                total += self.step(kind(family), after[0] - root, after[1])
            return total

        return cost


def kind(family):
    """The kind of chord in transitions.tsv."""
    own = FAMILIES[family]
    if "sus" in family or family == "5":
        return "sus"
    if family in ("°", "°7", "°ma7"):
        return "°7"
    if family == "mi7(♭5)":
        return family
    return ("7" if "♭7" in own else "ma") if "3" in own else "mi7" if "♭7" in own else "mi"


def held_out(all_voicings, others, written, seeds=8):
    """Fits to one half of the voicings and checks on the other."""
    context, counts = Context(), defaultdict(int)
    for seed in range(seeds):
        shuffled = random.Random(seed).sample(all_voicings, len(all_voicings))
        half = len(shuffled) // 2
        costs = fit(shuffled[:half] + others, written)
        for case in shuffled[half:]:
            if case.has_band:
                counts["without root"] += 1
                counts["in context"] += ranked_roots(case, costs, context.around(case.name))[0][0] == 0
                counts["within three"] += 0 in [reading[0] for reading in ranked_roots(case, costs)[:3]]
            else:
                best = next(reading for reading in ranked_roots(case, costs) if "1" not in reading[3])
                counts["with a root"] += 1
                counts["roots"] += best[0] == 0
                counts["titles"] += best[0] == 0 and spoken(best[1], best[2]) == case.title

    def share(part, whole):
        return f"{counts[part]} of {counts[whole]} ({100 * counts[part] / counts[whole]:.1f} %)"

    print(f"\nFitted to one half of the voicings and checked on the other, {seeds} times:")
    print(f"  with a root: root right {share('roots', 'with a root')}, title right {share('titles', 'with a root')}")
    print(f"  without, in a ii–V–I with a band: first {share('in context', 'without root')}")
    print(f"  without, with a band alone: within three {share('within three', 'without root')}")


# MARK: The source

CONSTANTS = {
    "twoNinths": "two ninths", "twoElevenths": "two elevenths", "twoThirteenths": "two thirteenths",
    "manyTensions": "many tensions", "manyAdditions": "many additions", "noFifth": "no fifth",
    "noFifthInTriad": "no fifth in a triad", "fifthReplaced": "no fifth replaced",
    "fifthReplacedInTriad": "no fifth replaced in a triad", "noThird": "no third",
    "bassTension": "bass: a tension", "rootlessBassFifth": "rootless, bass: fifth",
    "rootlessBassSuspension": "rootless, bass: suspension", "rootlessBassTension": "rootless, bass: a tension",
}


def differences(decibels):
    """The differences between ReadingCosts.swift and the fit."""
    source = (ROOT / "Sources/Harmony/Naming/ReadingCosts.swift").read_text(encoding="utf-8")
    names = {" ".join(degrees): family for family, degrees in FAMILIES.items()}
    found = re.findall(r'Row\(degrees: "(.*?)", cost: (\d+), tensions: "(.*?)"\)', source)
    assert sorted(names) == sorted(row[0] for row in found), "the families are not those of ReadingCosts.swift"
    for degrees, cost, tensions in found:
        family = names[degrees]
        yield f"{family}", decibels["family", family], int(cost)
        for degree, text in zip(TENSIONS, tensions.split()):
            yield f"{degree} on {family}", tension_cost(decibels, family, degree), None if text == "-" else int(text)
    for constant, part in CONSTANTS.items():
        yield part, decibels[part], int(re.search(rf"let {constant} = (\d+)", source)[1])
    for name in ("third", "fifth", "seventh", "suspension"):
        pattern = rf"let bass{name.title()} = \(plain: (\d+), tension: (\d+)\)"
        plain, tension = re.search(pattern, source).groups()
        yield f"bass: {name}", decibels[f"bass: {name}"], int(plain)
        yield f"bass: {name}, each tension", decibels[f"bass: {name}, each tension"], int(tension)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument(
        "--check", action="store_true", help="also print the quality of the fit, and differences from the source")
    check = options.parse_args().check
    written, all_voicings, others = Written(), voicings(), [*symbols(), *inversions()]
    decibels = in_decibels(fit(all_voicings + others, written))
    show(decibels, written)
    if check:
        held_out(all_voicings, others, written)
        compared = list(differences(decibels))
        unlike = [line for line in compared if line[1] != line[2]]
        print(f"\nReadingCosts.swift: {len(compared) - len(unlike)} of {len(compared)} numbers match the fit.")
        for name, fitted, actual in unlike:
            print(f"  {name}: {actual}, fitted {fitted}")


if __name__ == "__main__":
    main()
