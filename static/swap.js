// Pages on which every state has an address: a link or a form asks for the next one and puts it in
// the place of this one. All of them work without this.
"use strict";
(() => {
  const root = () => document.getElementById("swap");
  if (!root()) return;

  const said = document.createElement("p");
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  document.body.append(said);

  let asked = 0;

  async function go(address, change) {
    const turn = ++asked;
    const key = keyOf(document.activeElement);
    try {
      const answer = await fetch(address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (turn !== asked) return;
      const next = page.getElementById("swap");
      if (!next || new URL(answer.url).origin !== location.origin) throw new Error("another page");
      root().replaceWith(document.adoptNode(next));
      document.title = page.title;
      if (change) history[change](null, "", answer.url);
      said.textContent = next.querySelector("[role=alert], #words")?.textContent ?? "";
      focusOn(key);
      document.dispatchEvent(new Event("swapped"));
    } catch {
      if (turn === asked) location.assign(address);
    }
  }

  function keyOf(element) {
    if (!root().contains(element)) return null;
    return element.dataset.key ? `[data-key="${CSS.escape(element.dataset.key)}"]`
      : element.id ? `#${CSS.escape(element.id)}` : "[data-focus]";
  }

  function focusOn(key) {
    if (!key) return;
    const found = root().querySelector(key);
    if (!found && key === "[data-focus]") return;
    if (found?.matches(":not([aria-disabled])")) found.focus({ preventScroll: true });
    else (root().querySelector("[data-focus]") ?? root().querySelector("#try, #board"))
      ?.focus({ preventScroll: true });
  }

  const isPlain = (event) =>
    !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button > 0);

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#swap a");
    const to = link?.getAttribute("href");
    if (!to || !isPlain(event) || !(to.startsWith("?") || link.dataset.key)) return;
    event.preventDefault();
    go(new URL(to, location.href).href, "pushState");
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || !root().contains(form)) return;
    event.preventDefault();
    const address = new URL(form.action, location.href);
    address.search = new URLSearchParams(new FormData(form)).toString();
    go(address.href, "pushState");
  });

  const keys = {
    ArrowLeft: "undo", ArrowRight: "redo", Home: "start", End: "end", f: "flip",
    n: "next", p: "part",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    if (event.target.closest("input, textarea, select, [contenteditable]")) return;
    if (event.target.matches(".groups") && event.key !== "f") return;
    const link = root().querySelector(`[data-key="${keys[event.key]}"][href]`);
    if (!link) return;
    event.preventDefault();
    go(new URL(link.getAttribute("href"), location.href).href, "replaceState");
  });

  addEventListener("popstate", () => go(location.href, null));
})();
