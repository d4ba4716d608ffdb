// Steps through a match without reloading. Every link on the page works without this.
"use strict";
(() => {
  const root = document.getElementById("replay");
  if (!root) return;
  const at = (id) => document.getElementById(id);
  const [board, words, panel, where, list, scrub, goField, playButton, speed] =
    ["board", "words", "panel", "where", "actions", "scrub", "go", "play", "speed"].map(at);
  const { base, states } = root.dataset;
  const spoilersOff = root.dataset.last === undefined;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const flipped = new URLSearchParams(location.search).get("flip") === "yes";

  let ply = Number(root.dataset.ply);
  let last = spoilersOff ? Infinity : Number(root.dataset.last);
  let sheet = null;
  const plies = []; // by ply: { frame, words, panel, at, event }
  const between = []; // by ply: what the clock alone changed after it, in order
  const waiting = new Map(); // pages of states on their way, by their first ply

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

  async function fetchPage(first) {
    const mark = states.includes("?") ? "&" : "?";
    const answer = await fetch(`${states}${mark}from=${first}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.json();
    sheet = told.sheet;
    let frame = told.first;
    let html = "";
    told.plies.forEach(([changes, text, panelHtml, ms, event, after], n) => {
      if (changes) frame = boardNext(frame, changes);
      html = panelHtml ?? html;
      plies[told.from + n] = { frame, words: text, panel: html, at: ms, event };
      between[told.from + n] = after.map(([at, changes, text, panelHtml]) => {
        frame = boardNext(frame, changes);
        html = panelHtml ?? html;
        return { frame, words: text, panel: html, at };
      });
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
    const moment = plies[ply];
    draw(moment);
    if (slide && ply === before + 1 && !still.matches) animate(moment.frame);
    root.dataset.ply = ply;
    if (goField) goField.value = ply;
    if (scrub && document.activeElement !== scrub) scrub.value = ply;
    document.title = document.title.replace(/ply \d+/, `ply ${ply}`);
    markCurrent();
    aimLinks();
    markNotes();
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

  function markCurrent() {
    if (!list) return;
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.querySelector(`a[data-ply="${ply}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top > list.clientHeight - item.offsetHeight) {
      list.scrollTop += top - list.clientHeight / 3;
    }
  }

  function markNotes() {
    for (const note of document.querySelectorAll("[data-note]")) {
      note.classList.toggle("here", Number(note.dataset.note) === ply);
    }
  }

  const address = (to) => `${base}/${to}${location.search}`;

  // The links below the board lead on from the ply that is shown.
  function aimLinks() {
    for (const control of root.querySelectorAll("[data-go]")) {
      const go = control.dataset.go;
      const to = go === "flip" ? undefined : target(go);
      if (to === undefined) continue;
      if (to === ply || to < 0 || to > last) {
        control.removeAttribute("href");
        control.setAttribute("aria-disabled", "true");
      } else {
        control.setAttribute("href", address(to));
        control.removeAttribute("aria-disabled");
      }
    }
    const flip = root.querySelector('[data-go="flip"]');
    if (flip) flip.href = flip.href.replace(/\/\d+(\?|$)/, `/${ply}$1`);
    const here = at("this-ply");
    if (here) here.href = address(ply);
    const other = at("try");
    if (other) other.href = other.href.replace(/ply=\d+/, `ply=${ply}`);
  }

  // --- where to

  const turnStarts = () => [...list?.querySelectorAll(":scope > li") ?? []]
    .map((item) => Number(item.querySelector("a")?.dataset.ply ?? 0));
  const events = () => [...list?.querySelectorAll("a.event, a[data-noted]") ?? []]
    .map((item) => Number(item.dataset.ply));

  function target(go) {
    switch (go) {
      case "first": return 0;
      case "back": return ply - 1;
      case "forward": return ply + 1;
      case "last": return last === Infinity ? undefined : last;
      case "previous-turn": return turnStarts().findLast((start) => start < ply);
      case "next-turn": return turnStarts().find((start) => start > ply);
      case "previous-event": return events().findLast((event) => event < ply);
      case "next-event": return events().find((event) => event > ply);
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
    show(wanted, slide);
    history[jump ? "pushState" : "replaceState"](null, "", address(ply));
    if (!spoilersOff && wanted + 64 <= last && !plies[wanted + 64]) load(wanted + 64).catch(() => {});
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

  async function play() {
    if (playing) {
      setPlaying(false);
      return;
    }
    if (ply >= last) await go(0);
    setPlaying(true);
    if ("timed" in root.dataset) playClock();
    else schedule();
  }

  async function schedule() {
    await load(ply).catch(() => {});
    if (!playing) return;
    if (ply >= last) {
      setPlaying(false);
      return;
    }
    const now = plies[ply];
    await load(ply + 1).catch(() => {});
    const next = plies[ply + 1];
    if (!now || !next) {
      setPlaying(false);
      return;
    }
    const asPlayed = speed?.value === "clock";
    const recorded = asPlayed && next.at !== null && now.at !== null ? next.at - now.at : null;
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
  const clock = { frame: 0, ms: 0, seen: 0, step: 0 };

  async function playClock() {
    await load(ply).catch(() => {});
    clock.ms = plies[ply]?.at ?? 0;
    clock.seen = performance.now();
    clock.step = 0;
    clock.frame = requestAnimationFrame(tick);
  }

  function tick(now) {
    if (!playing) return;
    const pace = !speed || speed.value === "clock" ? 1 : Number(speed.value);
    clock.ms += (now - clock.seen) * pace;
    clock.seen = now;
    let drawn = null;
    for (;;) {
      const after = between[ply] ?? [];
      const change = after[clock.step];
      const next = plies[ply + 1];
      if (change && change.at <= clock.ms && (!next || change.at <= next.at)) {
        drawn = change;
        clock.step += 1;
      } else if (next && next.at <= clock.ms) {
        ply += 1;
        clock.step = 0;
        drawn = next;
      } else {
        break;
      }
    }
    if (drawn) {
      draw(drawn);
      markCurrent();
      if (goField) goField.value = ply;
      if (scrub) scrub.value = ply;
    }
    fly();
    if (ply >= last) {
      stopClock();
      return;
    }
    if (!plies[ply + 1]) load(ply + 1).catch(() => setPlaying(false));
    clock.frame = requestAnimationFrame(tick);
  }

  function stopClock() {
    setPlaying(false);
    show(ply, false);
    history.replaceState(null, "", address(ply));
  }

  // A ball for each shell in the air, along its arrow, by the times at which the arrow is drawn.
  const flights = new Map();
  function fly() {
    const frame = (clock.step ? between[ply][clock.step - 1] : plies[ply])?.frame;
    const over = board.querySelector(".over");
    for (const ball of over.querySelectorAll(".ball")) ball.remove();
    for (const arrow of frame?.a ?? []) {
      const label = Number.parseFloat(arrow[3]);
      if (arrow[2] < 0 || Number.isNaN(label)) continue;
      const key = arrow.slice(0, 4).join();
      if (!flights.has(key)) flights.set(key, clock.ms);
      const start = flights.get(key);
      const share = Math.min(1, Math.max(0, (clock.ms - start) / (label * 1000 - start)));
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
    if (control === "flip" || (control === undefined && to === undefined)) return;
    event.preventDefault();
    setPlaying(false);
    if (control === undefined) go(Number(to), true);
    else go(target(control));
  });
  goField?.form.addEventListener("submit", (event) => {
    event.preventDefault();
    setPlaying(false);
    const to = Number.parseInt(goField.value, 10);
    if (to >= 0) go(to, true);
    goField.blur();
  });
  playButton?.addEventListener("click", play);
  speed?.addEventListener("change", () => {
    if (!playing) return;
    setPlaying(false);
    play();
  });
  scrub?.addEventListener("input", () => {
    setPlaying(false);
    go(Number(scrub.value));
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
    const to = Number(location.pathname.slice(location.pathname.lastIndexOf("/") + 1));
    if (plies[to]) show(to, false);
    else location.reload();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && playing) setPlaying(false);
  });
  addEventListener("pagehide", () => setPlaying(false));

  // --- a match that goes on

  const newer = at("newer");
  if (root.dataset.live && newer) {
    const told = new EventSource(root.dataset.live);
    told.addEventListener("head", (event) => {
      const count = JSON.parse(event.data).plies - last;
      if (count <= 0) return;
      newer.textContent = count === 1 ? "1 newer action" : `${count} newer actions`;
      newer.classList.add("fresh");
      if (ply === last) location.reload();
    });
    addEventListener("pagehide", () => told.close());
  }

  root.classList.add("scripted");
  markCurrent();
  load(ply).catch(() => {});
})();
