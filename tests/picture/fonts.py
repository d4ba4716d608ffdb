# The two fonts that pictures are written in, from the npm package @expo-google-fonts/inter:
#   npm install @expo-google-fonts/inter && pip install fonttools && python3 fonts.py node_modules/@expo-google-fonts/inter ../../src/picture/fonts
# Left out: private characters, optional features, hinting. A missing character is a plain box.
from fontTools import subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
import sys

source, target = sys.argv[1:3]
for folder, name in [("400Regular", "Regular"), ("600SemiBold", "SemiBold")]:
    font = TTFont(f"{source}/{folder}/Inter_{folder}.ttf")
    options = subset.Options()
    options.layout_features = ["ccmp", "kern", "mark", "mkmk"]
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[c for c in font.getBestCmap() if not 0xE000 <= c <= 0xF8FF])
    cutter.subset(font)
    em = font["head"].unitsPerEm
    pen = TTGlyphPen(None)
    low, high, left, right, stroke = 0, 0.72 * em, 0.09 * em, 0.57 * em, 0.06 * em
    def box(l, b, r, t, ccw):
        points = [(l, b), (l, t), (r, t), (r, b)]
        points = points[::-1] if ccw else points
        pen.moveTo(points[0])
        for p in points[1:]:
            pen.lineTo(p)
        pen.closePath()
    box(left, low, right, high, False)
    box(left + stroke, low + stroke, right - stroke, high - stroke, True)
    font["glyf"][".notdef"] = pen.glyph()
    font["hmtx"][".notdef"] = (round(0.66 * em), round(left))
    font.save(f"{target}/Inter-{name}.ttf")
