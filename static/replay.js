// Steps through a match without reloading: keys, links, the board. Every link works without it.
"use strict";
(() => {
  const root = document.getElementById("replay");
  if (!root) return;
  const { base, query, states } = root.dataset;
  const board = document.getElementById("board");
  const words = document.getElementById("words");
  const panel = document.getElementById("panel");
  const where = document.getElementById("where");
  const list = document.getElementById("actions");
  let ply = Number(root.dataset.ply);
  let reel = null;

  const last = () => reel.frames.length - 1;
  const flipped = () => new URLSearchParams(location.search).get("flip") === "yes";
  const address = (to) => `${base}/${to}${location.search}`;

  async function load() {
    const answer = await fetch(states);
    if (!answer.ok) throw new Error(answer.statusText);
    const told = await answer.json();
    const frames = [told.first];
    for (const changes of told.changes) frames.push(boardNext(frames.at(-1), changes));
    const panels = [];
    for (const html of told.panels) panels.push(html ?? panels.at(-1));
    reel = { sheet: told.sheet, frames, panels, words: told.words };
  }

  function show(to) {
    ply = Math.max(0, Math.min(to, last()));
    board.querySelector(".over").innerHTML =
      boardOver(reel.sheet, reel.frames[ply], flipped());
    words.textContent = reel.words[ply];
    panel.innerHTML = reel.panels[ply];
    where.textContent = `ply ${ply} of ${last()}`;
    root.dataset.ply = ply;
    document.title = document.title.replace(/ply \d+/, `ply ${ply}`);
    mark();
    aim();
  }

  function mark() {
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.querySelector(`a[data-ply="${ply}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
    if (top < 0 || top > list.clientHeight - item.offsetHeight) {
      list.scrollTop += top - list.clientHeight / 2;
    }
  }

  // The links below the board lead on from the ply that is shown.
  function aim() {
    const targets = { first: 0, back: ply - 1, forward: ply + 1, last: last() };
    for (const control of root.querySelectorAll("[data-go]")) {
      const to = targets[control.dataset.go] ?? turn(control.dataset.go);
      if (to === undefined) continue;
      const idle = to < 0 || to > last() || to === ply;
      if (idle) {
        control.removeAttribute("href");
        control.setAttribute("aria-disabled", "true");
      } else {
        control.setAttribute("href", address(to));
        control.removeAttribute("aria-disabled");
      }
    }
    const here = document.getElementById("this-ply");
    if (here) here.href = address(ply);
  }

  function turn(which) {
    if (which !== "previous-turn" && which !== "next-turn") return undefined;
    const starts = [...list.children].map((item) => Number(item.querySelector("a").dataset.ply));
    return which === "next-turn"
      ? starts.find((start) => start > ply) ?? last()
      : starts.findLast((start) => start < ply) ?? 0;
  }

  // Jumps by a link make an entry in the history; steps do not, so that Back leaves the match.
  async function go(to, jump = false) {
    if (!reel) {
      try {
        await load();
      } catch {
        location.assign(address(to));
        return;
      }
    }
    show(to);
    history[jump ? "pushState" : "replaceState"](null, "", address(ply));
  }

  root.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    if (link.dataset.go === "flip" || !(link.dataset.go || link.dataset.ply)) return;
    event.preventDefault();
    const path = new URL(link.href).pathname;
    go(Number(path.slice(path.lastIndexOf("/") + 1)), Boolean(link.dataset.ply));
  });

  const keys = {
    ArrowLeft: () => ply - 1,
    ArrowRight: () => ply + 1,
    Home: () => 0,
    End: () => Infinity,
    ArrowUp: () => turn("previous-turn"),
    ArrowDown: () => turn("next-turn"),
    "[": () => turn("previous-turn"),
    "]": () => turn("next-turn"),
  };
  document.addEventListener("keydown", async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    const to = keys[event.key];
    if (!to) return;
    event.preventDefault();
    if (!reel) await load().catch(() => {});
    go(to());
  });

  addEventListener("popstate", () => {
    const to = Number(location.pathname.slice(location.pathname.lastIndexOf("/") + 1));
    if (reel && Number.isInteger(to)) show(to);
    else location.reload();
  });
})();
