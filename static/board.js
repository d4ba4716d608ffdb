// What changes on a board from ply to ply, drawn from the compact data of gamekeep::picture: the
// same text as Sheet::write_over writes (a test compares).
"use strict";

/**
 * The markup of a frame: what belongs into `<g class="over">`.
 * @param sheet what a match has in common: files, ranks, apron, seats, kinds
 * @param frame one ply: z zones, i things by cell, a arrows, m marks
 * @param flipped whether the second seat's side is nearest
 */
function boardOver(sheet, frame, flipped) {
  const { files, ranks, seats, kinds } = sheet;
  const words = ["north", "north-east", "east", "south-east", "south", "south-west", "west",
    "north-west"];
  const steps = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];

  const fileOf = (cell) => cell % files;
  const rankOf = (cell) => Math.floor(cell / files) - 1;
  const letter = (n) => String.fromCharCode(97 + n);
  const name = (cell) => {
    const file = fileOf(cell);
    return (file < 26 ? letter(file) : letter(Math.floor(file / 26) - 1) + letter(file % 26)) +
      (rankOf(cell) + 1);
  };
  const left = (file, count) => 24 * (flipped ? files - file - count : file);
  const top = (rank, count) => {
    const row = flipped ? rank : ranks - rank - count;
    return 24 * row + (row < 0 ? -6 : row >= ranks ? 6 : 0);
  };
  const corner = (cell, span) => [left(fileOf(cell), span), top(rankOf(cell), span)];
  const middle = (cell, span) => corner(cell, span).map((n) => n + 12 * span);
  const step = (direction) => steps[flipped ? (direction + 4) % 8 : direction];

  // Coordinates in tenths, rounded half up, without a zero before the point.
  const tenths = (n) => {
    const whole = Math.floor(n * 10 + 0.5);
    const text = String(Math.abs(whole) / 10).replace(/^0\./, ".");
    return (whole < 0 ? "-" : "") + text;
  };
  const point = (from, unit, along, aside) =>
    tenths(from[0] + unit[0] * along - unit[1] * aside) + " " +
    tenths(from[1] + unit[1] * along + unit[0] * aside);
  const towards = (from, to) => {
    const dx = to[0] - from[0], dy = to[1] - from[1];
    const distance = Math.sqrt(dx * dx + dy * dy);
    return distance > 0 ? [[dx / distance, dy / distance], distance] : [[0, -1], 0];
  };
  const outline = (from, unit, tip, [start, , shaft, head, length]) => {
    const tail = Math.min(start, tip - 5), neck = Math.max(tip - length, tail);
    const at = [[tail, -shaft], [neck, -shaft], [neck, -head], [tip, 0], [neck, head],
      [neck, shaft], [tail, shaft]];
    return "M" + at.map(([along, aside]) => point(from, unit, along, aside)).join("L") + "z";
  };

  const zone = ([seat, title, runs]) => {
    const within = new Set();
    let fill = "", edges = "";
    for (let n = 0; n < runs.length; n += 2) {
      const [start, length] = [runs[n], runs[n + 1]], width = 24 * length;
      for (let cell = start; cell < start + length; cell++) within.add(cell);
      fill += `M${left(fileOf(start), length)} ${top(rankOf(start), 1)}h${width}v24h-${width}z`;
    }
    for (const cell of within) {
      const [x, y] = corner(cell, 1), file = fileOf(cell);
      const east = file + 1 < files ? cell + 1 : -1, west = file > 0 ? cell - 1 : -1;
      [cell + files, east, cell - files, west].forEach((other, n) => {
        if (within.has(other)) return;
        const [right, down] = step(2 * n);
        edges += `M${x + (right === 1 ? 24 : 0)} ${y + (down === 1 ? 24 : 0)}` +
          (right === 0 ? "h24" : "v24");
      });
    }
    return `<g class="p${seat}"><title>${title}</title><path fill="url(#p-zone${seat})" ` +
      `d="${fill}"/><path class="d-ze" d="${edges}"/></g>`;
  };

  const thing = (cell, [inner, className, dx, dy, scale, span, title, after]) => {
    const [x, y] = corner(cell, span);
    return `<g class="${className}" transform="translate(${x + dx} ${y + dy})${scale}">` +
      `<title>${title} on ${name(cell)}${after}</title>${inner}</g>`;
  };

  const arrow = ([seat, from, aim, label, current, slot, span, width]) => {
    const [x, y] = corner(from, 1), start = middle(from, span);
    const row = Math.floor(slot / 2) % 3;
    const shape = current ? [9, 5, 1.4, 4.2, 6.5] : [9, 5, 0.7, 2.8, 4.6];
    let tag = [x + 6 + 12 * (slot % 2), y + [21, 3, 13][row]];
    let out = `<g class="p${seat}"><title>${seats[seat] ? seats[seat] + " " : ""}${label}` +
      `${label ? ", " : "from "}${name(from)}` +
      `${aim >= 0 ? " to " + name(aim) : aim < -1 ? " " + words[-2 - aim] : ""}</title>`;
    if (aim >= 0) {
      const end = middle(aim, 1), [unit, distance] = towards(start, end);
      tag = [Math.trunc((start[0] + end[0]) / 2), Math.trunc((start[1] + end[1]) / 2)];
      out += `<path class="d-ar" d="${outline(start, unit, distance - shape[1], shape)}"/>`;
    } else if (aim < -1) {
      const [unit] = towards([0, 0], step(-2 - aim));
      out += `<path class="d-ar" d="${outline(start, unit, 18, shape)}"/>`;
    }
    if (label) {
      const across = Math.min(Math.max(files, ranks, 8), 44);
      const large = aim >= 0 ? Math.floor((60 + 10 * Math.floor((across - 8) / 5)) / 6) : 10;
      const scale = current ? Math.floor((large * 13) / 10) : large;
      out += `<g transform="translate(${tag[0]} ${tag[1]})scale(${tenths(scale / 10)})">` +
        `<rect class="d-f" x="${tenths(-Math.floor(width / 2) / 10)}" y="-3.6" ` +
        `width="${tenths(width / 10)}" height="7.2" rx="${["3.6", ".8", "2"][seat]}"/>` +
        `<text class="d-t" y="1.7">${label}</text></g>`;
    }
    return out + "</g>";
  };

  const mark = ([kind, from, to, span]) => {
    const id = ["glow", "from", "noted", "", "hit", "aim", "gone", "taken", "stay", ""][kind];
    let out = "";
    if ([3, 4, 5, 9].includes(kind)) {
      const start = middle(from, span), [unit, distance] = towards(start, middle(to, 1));
      const shape = kind === 9 ? [4, 4, 1.7, 4.6, 7.5] : [7.8, 10, 1.1, 3.4, 5.6];
      const [first, last] = kind === 4 ? [10.5, 11.2] : [11.2, 3.5];
      const path = kind === 4 || kind === 5
        ? `M${point(start, unit, first, 0)}L` +
          point(start, unit, Math.max(distance - last, first), 0)
        : outline(start, unit, distance - shape[1], shape);
      out = `<path class="d-m d-${kind === 4 ? "ms" : kind === 5 ? "mb" : "mv"}" d="${path}"/>`;
    }
    if (id) {
      const wide = span > 1 && from === to, [x, y] = corner(to, wide ? span : 1);
      out += `<use class="d-m" href="#m-${id}" transform="translate(${x} ${y})` +
        `${wide ? "scale(2)" : ""}"/>`;
    }
    return out;
  };

  let out = frame.z.map(zone).join("");
  out += frame.m.filter(([kind]) => kind <= 2).map(mark).join("");
  for (const [cell, stack] of Object.entries(frame.i)) {
    for (const kind of stack) out += thing(Number(cell), kinds[kind]);
  }
  out += frame.a.map(arrow).join("");
  return out + frame.m.filter(([kind]) => kind > 2).map(mark).join("");
}

/** The next frame, from a frame and what changes. */
function boardNext(frame, changes) {
  return { z: frame.z, a: frame.a, ...changes, i: { ...frame.i, ...changes.i } };
}
