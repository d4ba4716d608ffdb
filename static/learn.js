// What a reader has done in the lessons is kept in this browser, and marked where steps are listed.
// Without this, the address of a step is what one keeps.
"use strict";
(() => {
  const NAME = "gamekeep.learn";

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(NAME)) ?? {};
    } catch {
      return {};
    }
  }

  /** Notes that a step of a lesson is done: `{"game/lesson": [1, 2]}`. */
  function note({ lesson, number }) {
    const done = kept();
    const steps = new Set(done[lesson] ?? []);
    steps.add(Number(number));
    done[lesson] = [...steps].sort((a, b) => a - b);
    try {
      localStorage.setItem(NAME, JSON.stringify(done));
    } catch {
      // A browser that keeps nothing shows no progress.
    }
  }

  function mark() {
    const done = kept();
    const isDone = (step) => {
      const at = step.lastIndexOf("/");
      return done[step.slice(0, at)]?.includes(Number(step.slice(at + 1))) ?? false;
    };
    for (const link of document.querySelectorAll("[data-step]")) {
      if (!isDone(link.dataset.step) || link.classList.contains("done")) continue;
      link.classList.add("done");
      const words = document.createElement("span");
      words.className = "visually-hidden";
      words.textContent = ", done";
      link.append(words);
    }
    for (const place of document.querySelectorAll("[data-of]")) {
      const count = done[place.dataset.lesson]?.length ?? 0;
      const all = Number(place.dataset.of);
      place.querySelector(".done-count")?.remove();
      if (!count) continue;
      const words = document.createElement("span");
      words.className = "done-count";
      words.textContent = count >= all ? " · all done" : ` · ${count} of ${all} done`;
      place.append(words);
    }
  }

  function look() {
    const step = document.getElementById("swap");
    if (step && "done" in step.dataset) note(step.dataset);
    mark();
  }

  document.addEventListener("swapped", look);
  // Another tab may have gone on, or this page may come back as it was left.
  addEventListener("storage", mark);
  addEventListener("pageshow", mark);
  look();
})();
