"""Independent model of how a light chord looks, computed with Python's own sine and colors.

Places on a canvas are in pixels from its top left corner.
"""

from colorsys import hsv_to_rgb
from dataclasses import dataclass
from math import cos, dist, floor, hypot, pi, sin

# Default values of a lumi.
LUMI = {
    "hue": 0, "purity": 1, "opacity": 1, "sides": 1, "size": 0.2, "thickness": 1, "x": 0.5, "y": 0.5, "heading": 90,
    "speed": 0, "spin": 0, "phase": 0,
}
BACKGROUND = {"hue": 0, "purity": 0, "brightness": 0}
# All lumis of a chord together pass one place at most this often per second.
MAXIMUM_PASSES = 1.5
# How far lumis sway from their path, and the periods in screen crossings.
SWAY, SWAY_PERIODS = 0.02, (0.7, 1.1)
# Size factor at maximum velocity.
MAXIMUM_GROWTH = 0.5 + 127 / 200


def color(hue, purity, brightness=1):
    """Red, green and blue, 0…255."""
    return tuple(floor(255 * part + 0.5) for part in hsv_to_rgb(hue / 360 % 1, purity, brightness))


def background(chord):
    return color(**BACKGROUND | chord.get("background", {}))


def growth(velocity):
    """Size factor for a velocity. 100 shows the chord at its own size."""
    return 0.5 + velocity / 200


def mixed(*lights):
    """The mix of several chords' colors: each contributes an equal share."""
    return tuple(sum(parts) / len(lights) for parts in zip(*lights, strict=True))


@dataclass
class Shape:
    """A lumi as drawn: center as fractions of width and height, size in halves of the shorter side."""

    x: float
    y: float
    size: float
    sides: int
    turn: float
    thickness: float
    color: tuple
    opacity: float


def shapes(chord, beat, seed=0):
    """The lumis of a chord at a beat, back to front."""
    lumis = [LUMI | lumi for lumi in chord.get("lumis", [])]
    slowed = beat * min(1, MAXIMUM_PASSES / max(passes(lumis, chord.get("bpm", 60)), MAXIMUM_PASSES))
    numbers = split_mix(seed)
    return [shape(lumi, slowed, [next(numbers) % 1000 / 1000 for _ in SWAY_PERIODS]) for lumi in lumis]


def passes(lumis, bpm):
    """How many times per second lumis pass any one place. Outlines have two edges."""

    def each(lumi):
        corners = 0 if lumi["sides"] == 1 else abs(lumi["spin"]) * lumi["sides"]
        is_outline = lumi["thickness"] < 1 and lumi["sides"] != 2
        return (lumi["speed"] + corners) * (2 if is_outline else 1)

    return sum(map(each, lumis)) * bpm / 60


def shape(lumi, beats, offsets):
    ahead = beats + lumi["phase"]
    heading = 2 * pi * lumi["heading"] / 360
    way = lumi["speed"] * ahead
    sway = [
        SWAY * (sin(2 * pi * (offset + lumi["speed"] * beats / period)) - sin(2 * pi * offset))
        for offset, period in zip(offsets, SWAY_PERIODS, strict=True)
    ]
    # A line reaches beyond its size by the round cap at its end.
    reach = lumi["size"] * MAXIMUM_GROWTH * (1 + lumi["thickness"] if lumi["sides"] == 2 else 1)
    return Shape(
        x=wrap(lumi["x"] + way * sin(heading) + sway[0], reach / 2),
        y=wrap(lumi["y"] - way * cos(heading) + sway[1], reach / 2),
        size=lumi["size"], sides=lumi["sides"], turn=lumi["spin"] * ahead, thickness=lumi["thickness"],
        color=color(lumi["hue"], lumi["purity"]), opacity=lumi["opacity"])


def wrap(place, margin):
    """Wraps a coordinate: a lumi that has left the picture returns on the other side."""
    return (place + margin) % (1 + 2 * margin) - margin


def split_mix(state):
    """SplitMix64, as described by Steele, Lea and Flood."""
    mask = 2**64 - 1
    while True:
        state = state + 0x9E3779B97F4A7C15 & mask
        number = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        number = (number ^ number >> 27) * 0x94D049BB133111EB & mask
        yield number ^ number >> 31


class Painting:
    """Shapes on a canvas, evaluated point by point."""

    def __init__(self, width, height, ground, shapes):
        self.width, self.height, self.ground, self.shapes = width, height, ground, shapes

    def depth(self, shape, point):
        """Distance of a point to the edge of a shape. Negative outside."""
        unit = min(self.width, self.height) / 2
        middle = (shape.x * self.width, shape.y * self.height)
        stroke = shape.size * shape.thickness * unit
        is_outline = shape.thickness < 1 or shape.sides == 2
        # An outline lies within the size. A line crosses the center and has round caps.
        reach = shape.size * unit - (stroke / 2 if is_outline and shape.sides != 2 else 0)
        if shape.sides == 1:
            inwards = reach - dist(middle, point)
            return stroke / 2 - abs(inwards) if is_outline else inwards
        angles = [2 * pi * (shape.turn + corner / shape.sides) for corner in range(shape.sides)]
        corners = [(middle[0] + reach * sin(angle), middle[1] - reach * cos(angle)) for angle in angles]
        sides = list(zip(corners, corners[1:] + corners[:1]))
        if is_outline:
            return stroke / 2 - min(distance(point, *side) for side in sides)
        return min(inside(point, *side) for side in sides)

    def color_at(self, x, y):
        seen = self.ground
        for shape in self.shapes:
            if self.depth(shape, (x, y)) > 0:
                seen = [old + (new - old) * shape.opacity for old, new in zip(seen, shape.color, strict=True)]
        return tuple(seen)

    def is_clear(self, x, y, margin=2):
        """Whether a point is far enough from all edges to have one color."""
        return all(abs(self.depth(shape, (x, y))) > margin for shape in self.shapes)

    def points(self, step):
        """Pixels on a grid that are clear of edges."""
        grid = ((x, y) for y in range(step // 2, self.height, step) for x in range(step // 2, self.width, step))
        return [(x, y) for x, y in grid if self.is_clear(x + 0.5, y + 0.5)]


def distance(point, one, other):
    """Distance from a point to a line segment."""
    (x, y), (left, top) = point, one
    right, down = other[0] - left, other[1] - top
    square = right * right + down * down
    along = max(0, min(1, ((x - left) * right + (y - top) * down) / square)) if square else 0
    return hypot(x - left - along * right, y - top - along * down)


def inside(point, one, other):
    """Signed distance of a point to the right of the line from one corner to the other."""
    right, down = other[0] - one[0], other[1] - one[1]
    return (right * (point[1] - one[1]) - down * (point[0] - one[0])) / hypot(right, down)
