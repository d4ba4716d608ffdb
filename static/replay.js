// Steps through a match without reloading. Every link on the page works without this.
"use strict";
(() => {
  const root = document.getElementById("replay");
  if (!root) return;
  const at = (id) => document.getElementById(id);
  const [board, words, panel, list, scrub, goField, timeField, playButton, speed] =
    ["board", "words", "panel", "actions", "scrub", "go", "time", "play", "speed"].map(at);
  const { base, states } = root.dataset;
  const spoilersOff = root.dataset.last === undefined;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const query = root.dataset.query ?? location.search;
  const flipped = new URLSearchParams(query).get("flip") === "yes";
  const timed = "timed" in root.dataset;
  // The plies that are played, if not all.
  const stretch = root.dataset.to
    ? { from: Number(root.dataset.from), to: Number(root.dataset.to) } : null;

  let ply = Number(root.dataset.ply);
  // The time that is shown, in a match on a clock between its actions; null at a ply.
  let ms = root.dataset.ms ? Number(root.dataset.ms) : null;
  let last = spoilersOff ? Infinity : Number(root.dataset.last);
  let sheet = null;
  const plies = []; // by ply: { frame, words, panel, at, event }
  const between = []; // by ply: what the clock alone changed after it, in order
  const waiting = new Map(); // pages of states on their way, by their first ply

  // --- the list, looked at once: it does not change while the page is open

  const items = []; // by ply: its link in the list
  const times = []; // by ply: when it was played, in matches on a clock
  const turnStarts = []; // the first ply of each turn
  const eventPlies = [];
  const sideTurns = []; // where each turn of one side begins, for the chart
  for (const turn of list?.querySelectorAll(":scope > li") ?? []) {
    const links = turn.querySelectorAll("a");
    if (!links.length) continue;
    turnStarts.push(Number(links[0].dataset.ply));
    if (turn.querySelector(".turn.seat")) sideTurns.push(Number(links[0].dataset.ply));
    for (const link of links) {
      const to = Number(link.dataset.ply);
      items[to] = link;
      times[to] = Number(link.dataset.at ?? 0);
      if (link.matches(".event, [data-noted]")) eventPlies.push(to);
    }
  }

  // --- states

  const PAGE = 512;
  const pageOf = (to) => (spoilersOff ? to : to - (to % PAGE));

  function load(to) {
    const first = pageOf(to);
    if (!waiting.has(first)) {
      const ask = fetchPage(first).catch((error) => {
        waiting.delete(first);
        throw error;
      });
      waiting.set(first, ask);
    }
    return waiting.get(first);
  }

  /** What the clock alone changed, one after the other; without words it is as it was told. */
  function clockMoments(after, frame, text, html) {
    return after.map(([at, changes, words, panelHtml]) => {
      frame = boardNext(frame, changes);
      html = panelHtml ?? html;
      text = words || text;
      return { frame, words: text, panel: html, at };
    });
  }

  async function fetchPage(first) {
    const mark = states.includes("?") ? "&" : "?";
    const answer = await fetch(`${states}${mark}from=${first}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.json();
    sheet = told.sheet;
    if (told.before && plies[told.from - 1]) {
      const { frame, words: text, panel: html } = plies[told.from - 1];
      between[told.from - 1] = clockMoments(told.before, frame, text, html);
    }
    let frame = told.first;
    let html = "";
    told.plies.forEach(([changes, text, panelHtml, ms, event, after], n) => {
      if (changes) frame = boardNext(frame, changes);
      html = panelHtml ?? html;
      plies[told.from + n] = { frame, words: text, panel: html, at: ms, event };
      const moments = clockMoments(after, frame, text, html);
      between[told.from + n] = moments;
      ({ frame, panel: html } = moments.at(-1) ?? { frame, panel: html });
    });
    if (told.last !== null) last = told.last;
  }

  // --- showing

  function draw(moment) {
    board.querySelector(".over").innerHTML = boardOver(sheet, moment.frame, flipped);
    if (words.textContent !== moment.words) words.textContent = moment.words;
    if (panel && panel.dataset.html !== moment.panel) {
      panel.innerHTML = moment.panel;
      panel.dataset.html = moment.panel;
    }
  }

  function show(to, slide) {
    const before = ply;
    ply = to;
    ms = null;
    draw(plies[ply]);
    if (slide && ply === before + 1 && !still.matches) animate(plies[ply].frame);
    tell();
  }

  // Everything beside the board that says where we are.
  function tell() {
    tellPlace();
    document.title = document.title.replace(/ply \d+/, `ply ${ply}`);
    aimLinks();
    markNotes();
    pointAtTurn();
  }

  function tellPlace() {
    root.dataset.ply = ply;
    if (goField && document.activeElement !== goField) goField.value = ply;
    if (timed && list) {
      const text = clockText(now());
      if (timeField && document.activeElement !== timeField) timeField.value = text;
      if (scrub) {
        scrub.value = now();
        scrub.setAttribute("aria-valuetext", `${text}, ply ${ply}`);
      }
    } else if (scrub) {
      scrub.value = ply;
    }
    markCurrent();
  }

  const now = () => ms ?? times[ply] ?? plies[ply]?.at ?? 0;

  function clockText(time) {
    const seconds = String(Math.floor(time / 1000) % 60).padStart(2, "0");
    return `${Math.floor(time / 60000)}:${seconds}.${String(time % 1000).padStart(3, "0")}`;
  }

  // Moves slide from their square, what is new or gone fades in: 150 ms, all in the drawing's units.
  function animate(frame) {
    const drawn = board.querySelector(".over").children;
    const files = sheet.files;
    const side = flipped ? -24 : 24;
    let n = frame.z.length + frame.m.filter(([kind]) => kind <= 2).length;
    const placed = new Map();
    for (const [cell, stack] of Object.entries(frame.i)) {
      placed.set(Number(cell), [n, stack.length]);
      n += stack.length;
    }
    for (const [kind, from, to] of frame.m) {
      if (kind !== 3 || !placed.has(to)) continue;
      const x = side * (from % files - to % files);
      const y = -side * (Math.floor(from / files) - Math.floor(to / files));
      const [start, count] = placed.get(to);
      drawn[start + count - 1]?.animate(
        [{ translate: `${x}px ${y}px` }, { translate: "0px 0px" }],
        { duration: 150, easing: "ease-out" });
    }
    for (const mark of board.querySelectorAll(".over > .d-m")) {
      mark.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
    }
  }

  let current = null;
  function markCurrent() {
    const item = items[ply];
    if (!item || item === current) return;
    (current ?? list.querySelector("[aria-current]"))?.removeAttribute("aria-current");
    item.setAttribute("aria-current", "step");
    current = item;
    keepInView(list, item);
  }

  function keepInView(box, item) {
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 0 || top > box.clientHeight - item.offsetHeight) {
      box.scrollTop += top - box.clientHeight / 3;
    }
  }

  const notes = [...document.querySelectorAll("[data-note]")];
  function markNotes() {
    let first = null;
    for (const note of notes) {
      const here = Number(note.dataset.note) === ply;
      note.classList.toggle("here", here);
      if (here) first ??= note;
    }
    if (first) keepInView(at("note-list"), first);
  }

  // The pointer of the chart stands over the bar of the turn; a bar may be of several turns.
  const bars = [...at("chart")?.querySelectorAll("g[data-x]") ?? []];
  let pointer = at("chart")?.querySelector(".d-bn");
  function pointAtTurn() {
    if (!bars.length) return;
    const turn = sideTurns.findLastIndex((start) => start <= ply);
    if (!pointer) {
      pointer = document.createElementNS("http://www.w3.org/2000/svg", "path");
      pointer.setAttribute("class", "d-bn");
      bars.at(-1).after(pointer);
    }
    const bar = bars[Math.floor(turn / Math.ceil(sideTurns.length / bars.length))];
    pointer.setAttribute("d", bar ? `M${bar.dataset.x} 26l-5-8h10z` : "");
  }

  const address = (to) => `${base}/${to}${query}`;
  const here = () => address(ms === null || !list ? ply : `at/${ms}`);

  // The links beside the board lead on from what is shown.
  const controls = [...root.querySelectorAll("[data-go]:not([data-go=flip])")];
  const steps = [...root.querySelectorAll("[data-step]")];
  const followers = [...root.querySelectorAll("a[data-follows]")];
  function aimLinks() {
    for (const control of controls) {
      const to = target(control.dataset.go);
      const goes = to !== undefined && to >= 0 && to <= last && (to !== ply || isBetween());
      aim(control, goes ? address(to) : null);
    }
    for (const step of steps) {
      const to = timeAfter(Number(step.dataset.step));
      aim(step, to === now() ? null : address(`at/${to}`));
    }
    for (const link of followers) link.setAttribute("href", follow(link.getAttribute("href")));
    const shown = at("this-ply");
    if (shown && list) {
      shown.setAttribute("href", here());
      shown.textContent = ms === null ? "This ply" : "This moment";
    }
    const other = at("try");
    other?.setAttribute("href", other.getAttribute("href").replace(/ply=\d+/, `ply=${ply}`));
    const code = at("embed");
    if (code) code.value = code.value.replace(/(\/embed\/\w+\/)\d+/, `$1${ply}`);
    if (rangeTo && rangeTo.value === rangeTo.dataset.told) tellRange();
  }

  function aim(link, href) {
    if (href === null) {
      link.removeAttribute("href");
      link.setAttribute("aria-disabled", "true");
    } else {
      link.setAttribute("href", href);
      link.removeAttribute("aria-disabled");
    }
  }

  // The same address, of what is shown now: a page, a picture, or an animation up to here.
  function follow(href) {
    const place = /(\/m\/\w+\/)(at\/\d+|\d+-\d+|\d+)(\.[a-z.]+)?(?=\?|$)/;
    return href.replace(place, (_, match, old, ending = "") => {
      if (old.includes("-")) return `${match}${Math.max(0, ply - 599)}-${ply}${ending}`;
      return match + (ending || ms === null ? ply : `at/${ms}`) + ending;
    });
  }

  // The form for ranges follows until somebody writes into it.
  const rangeTo = at("range-to");
  if (rangeTo) rangeTo.dataset.told = rangeTo.value;
  function tellRange() {
    rangeTo.value = rangeTo.dataset.told = ply;
    rangeTo.form.elements.from.value = Math.max(0, ply - 10);
  }

  // --- where to

  const isBetween = () => ms !== null && ms > (times[ply] ?? 0);
  const end = () => (scrub ? Number(scrub.max) : Infinity);
  const timeAfter = (step) => Math.max(times[0] ?? 0, Math.min(now() + step, end()));

  function target(go) {
    switch (go) {
      case "first": return 0;
      case "back": return isBetween() ? ply : ply - 1;
      case "forward": return ply + 1;
      case "last": return last === Infinity ? undefined : last;
      case "previous-turn": return turnStarts.findLast((start) => start < ply);
      case "next-turn": return turnStarts.find((start) => start > ply);
      case "previous-event": return eventPlies.findLast((event) => event < ply);
      case "next-event": return eventPlies.find((event) => event > ply);
      default: return undefined;
    }
  }

  // Jumps by a link make an entry in the history; steps do not, so that Back leaves the match.
  async function go(to, jump = false) {
    if (to === undefined || Number.isNaN(to)) return;
    const wanted = Math.max(0, Math.min(to, last));
    const slide = !jump;
    if (!plies[wanted]) {
      try {
        await load(wanted);
      } catch {
        location.assign(address(wanted));
        return;
      }
      if (!plies[wanted]) return;
    }
    if (jump) settleNow();
    show(wanted, slide);
    settle(jump);
    const ahead = wanted + 64;
    if (!spoilersOff && ahead <= last && !plies[ahead]) load(ahead).catch(() => {});
  }

  // Browsers count how often the address changes: in a hurry, it follows a little later.
  let settled = 0, unsettled = 0;
  function settle(jump = false) {
    clearTimeout(unsettled);
    unsettled = 0;
    if (!jump && performance.now() - settled < 100) {
      unsettled = setTimeout(settleNow, 100);
      return;
    }
    settled = performance.now();
    history[jump ? "pushState" : "replaceState"](null, "", here());
    const code = at("qr");
    if (code) code.setAttribute("src", follow(code.getAttribute("src")));
  }
  function settleNow() {
    if (!unsettled) return;
    settled = 0;
    settle();
  }

  // --- time, in matches on a clock

  /** What is on the board at a time: the ply, or what the clock alone has made of it since. */
  function momentAt(time) {
    const after = between[ply] ?? [];
    return after.findLast((change) => change.at <= time) ?? plies[ply];
  }

  async function goTime(to) {
    if (spoilersOff) {
      location.assign(address(`at/${to}`));
      return;
    }
    const wanted = Math.max(0, times.findLastIndex((time) => time <= to));
    try {
      await load(wanted);
    } catch {
      location.assign(address(`at/${to}`));
      return;
    }
    ply = wanted;
    ms = to;
    const moment = momentAt(ms);
    draw(moment);
    fly(moment.frame);
    tell();
    settle();
  }

  // --- playing

  let timer = 0;
  let playing = false;

  function setPlaying(on) {
    playing = on;
    clearTimeout(timer);
    cancelAnimationFrame(clock.frame);
    if (!playButton) return;
    playButton.setAttribute("aria-pressed", String(on));
    playButton.classList.toggle("on", on);
    const name = on ? "Pause" : "Play";
    playButton.title = name;
    playButton.querySelector(".visually-hidden").textContent = name;
    words.setAttribute("aria-live", on ? "off" : "polite");
  }

  const goal = () => (stretch ? stretch.to : last);

  async function play() {
    if (playing) {
      pause();
      return;
    }
    if (stretch && (ply < stretch.from || ply >= stretch.to)) await go(stretch.from);
    else if (ply >= last) await go(0);
    setPlaying(true);
    if (timed) playClock();
    else schedule();
  }

  // A match on a clock stops where it is.
  function pause() {
    if (!playing) return;
    setPlaying(false);
    if (!timed) return;
    ms = Math.floor(clock.ms);
    tell();
    settle();
  }

  async function schedule() {
    await load(ply).catch(() => {});
    if (!playing) return;
    if (ply >= goal()) {
      setPlaying(false);
      return;
    }
    const shown = plies[ply];
    await load(ply + 1).catch(() => {});
    const next = plies[ply + 1];
    if (!shown || !next) {
      setPlaying(false);
      return;
    }
    const asPlayed = speed?.value === "clock";
    const recorded = asPlayed && next.at !== null && shown.at !== null ? next.at - shown.at : null;
    const pause = recorded === null
      ? 900 / (asPlayed ? 1 : Number(speed?.value ?? 1))
      : Math.min(recorded, 30000);
    timer = setTimeout(async () => {
      if (!playing) return;
      await go(ply + 1);
      schedule();
    }, pause);
  }

  // A match on a clock plays on it: what happens between actions is shown too, shells fly.
  const clock = { frame: 0, ms: 0, seen: 0, moment: null };

  async function playClock() {
    await load(ply).catch(() => {});
    clock.ms = now();
    clock.seen = performance.now();
    clock.moment = null;
    clock.frame = requestAnimationFrame(tick);
  }

  function tick(time) {
    if (!playing) return;
    clock.ms += (time - clock.seen) * Number(speed?.value ?? 1);
    clock.seen = time;
    while (ply < goal() && plies[ply + 1] && plies[ply + 1].at <= clock.ms) ply += 1;
    ms = Math.floor(clock.ms);
    const moment = momentAt(clock.ms);
    if (moment !== clock.moment) draw(moment);
    clock.moment = moment;
    fly(moment.frame);
    tellPlace();
    if (ply >= goal()) {
      setPlaying(false);
      show(ply, false);
      settle();
      return;
    }
    if (!plies[ply + 1]) load(ply + 1).catch(() => setPlaying(false));
    clock.frame = requestAnimationFrame(tick);
  }

  const sameArrow = (a, b) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];

  // When a shell was fired: at the first of the plies in a row that have its arrow.
  function firedAt(arrow) {
    let fired = null;
    for (let n = ply; plies[n]?.frame.a.some((other) => sameArrow(other, arrow)); n--) {
      fired = plies[n].at ?? 0;
    }
    return fired;
  }

  // A ball for each shell in the air, along its arrow: the label is when it lands.
  function fly(frame) {
    const over = board.querySelector(".over");
    for (const ball of over.querySelectorAll(".ball")) ball.remove();
    for (const arrow of frame.a) {
      const lands = Math.round(Number.parseFloat(arrow[3]) * 1000);
      const fired = arrow[2] < 0 || Number.isNaN(lands) ? null : firedAt(arrow);
      if (fired === null) continue;
      const share = Math.min(1, Math.max(0, (ms - fired) / Math.max(1, lands - fired)));
      const middle = (cell, span) => {
        const side = 24 * span;
        const x = 24 * (cell % sheet.files) + side / 2;
        const y = 24 * (sheet.ranks - Math.floor(cell / sheet.files) + 1) - side / 2;
        return flipped ? [24 * sheet.files - x, 24 * sheet.ranks - y] : [x, y];
      };
      const [from, to] = [middle(arrow[1], arrow[6] ?? 1), middle(arrow[2], 1)];
      const ball = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ball.setAttribute("class", "ball");
      ball.setAttribute("r", "7");
      ball.setAttribute("cx", from[0] + (to[0] - from[0]) * share);
      ball.setAttribute("cy", from[1] + (to[1] - from[1]) * share - 60 * share * (1 - share));
      over.append(ball);
    }
  }

  // --- hands

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const { go: control, ply: to } = link.dataset;
    const step = link.dataset.step;
    settleNow();
    if (control === "flip" || (control ?? to ?? step) === undefined) return;
    event.preventDefault();
    setPlaying(false);
    if (step !== undefined) goTime(timeAfter(Number(step)));
    else if (control === undefined) go(Number(to), true);
    else go(target(control));
  });
  goField?.form.addEventListener("submit", (event) => {
    event.preventDefault();
    setPlaying(false);
    const to = Number.parseInt(goField.value, 10);
    goField.blur();
    if (to >= 0) go(to, true);
  });
  timeField?.form.addEventListener("submit", (event) => {
    const [, minutes = 0, seconds] = timeField.value.trim().match(/^(?:(\d+):)?(\d*\.?\d*)$/) ?? [];
    if (seconds === undefined || spoilersOff) return;
    event.preventDefault();
    setPlaying(false);
    const to = Math.round((minutes * 60 + Number(seconds)) * 1000);
    timeField.blur();
    goTime(Math.min(to, end()));
  });
  playButton?.addEventListener("click", play);
  speed?.addEventListener("change", () => {
    if (!playing) return;
    pause();
    play();
  });
  scrub?.addEventListener("input", () => {
    setPlaying(false);
    if (scrub.dataset.by === "time") goTime(Number(scrub.value));
    else go(Number(scrub.value));
  });

  let digits = "";
  const keys = {
    ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last",
    ArrowUp: "previous-turn", ArrowDown: "next-turn", "[": "previous-turn", "]": "next-turn",
    n: "next-event", p: "previous-event",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const onButton = event.target.closest("button, summary, a[href]");
    if (event.key === " " && onButton) return;
    if (event.key === "Enter" && digits) {
      go(Number(digits), true);
      digits = "";
    } else if (/^[0-9]$/.test(event.key)) {
      digits = (digits + event.key).slice(-6);
    } else if (event.key === " ") {
      play();
    } else if (event.key === "f") {
      root.querySelector('[data-go="flip"]')?.click();
    } else if (timed && list && (event.key === "," || event.key === ".")) {
      setPlaying(false);
      goTime(timeAfter(event.key === "," ? -1000 : 1000));
    } else if (event.key === "?" && at("keys")) {
      at("keys").open = !at("keys").open;
      at("keys").querySelector("summary").focus();
    } else if (keys[event.key]) {
      setPlaying(false);
      go(target(keys[event.key]));
      digits = "";
    } else {
      digits = "";
      return;
    }
    event.preventDefault();
  });

  let touch = null;
  board.addEventListener("pointerdown", (event) => {
    touch = event.pointerType === "mouse" ? null : [event.clientX, event.clientY];
  });
  board.addEventListener("pointerup", (event) => {
    if (!touch) return;
    const [x, y] = [event.clientX - touch[0], event.clientY - touch[1]];
    touch = null;
    if (Math.abs(x) < 40 || Math.abs(x) < 2 * Math.abs(y)) return;
    setPlaying(false);
    go(target(x < 0 ? "forward" : "back"));
  });

  addEventListener("popstate", () => {
    setPlaying(false);
    clearTimeout(unsettled);
    unsettled = 0;
    const place = location.pathname.slice(location.pathname.lastIndexOf("/") + 1);
    const to = location.pathname.includes("/at/") ? NaN : Number(place);
    if (plies[to]) show(to, false);
    else location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
  });
  addEventListener("pagehide", () => setPlaying(false));

  for (const button of root.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      const text = at(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(text.value);
        button.textContent = "Copied";
      } catch {
        text.select();
        button.textContent = "Press Ctrl+C";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
  }

  // --- a match that goes on

  const newer = at("newer");
  if (root.dataset.live && newer) {
    const told = new EventSource(root.dataset.live);
    told.addEventListener("head", (event) => {
      const { head, plies: stands } = JSON.parse(event.data);
      const count = stands - last;
      if (count <= 0) return;
      // The address of an older moment would lead to that moment again.
      newer.href = `${base.slice(0, base.lastIndexOf("/"))}/${head}${query}`;
      newer.textContent = count === 1 ? "1 newer action" : `${count} newer actions`;
      newer.classList.add("fresh");
      if (ply === last) location.replace(newer.href);
    });
    addEventListener("pagehide", () => told.close());
  }

  root.classList.add("scripted");
  markCurrent();
  markNotes();
  load(ply).catch(() => {});
})();
