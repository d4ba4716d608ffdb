// What stepping through a match costs in a browser: script time a ply with keys on the largest
// board, and steps, jumps and scrubs through 2,000 plies.
//
//   cargo build --release && (cd tests/browser && npm ci)
//   GAMEKEEP_PROGRAM=target/release/gamekeep node benches/replay.mjs
//
// Script time is what the key's handler takes, from the event to its return: drawing the ply,
// marking it in the list, aiming the links; layout that the script itself asks for is in it. What
// the browser does after that (style, layout, paint) is told as `frame`: from the event to the
// second frame after it, so it is at least one frame of 16.7 ms. Both are by the wall, and so of a
// busy machine worth little; `CPU` is what the page's thread itself spent on script, a step.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, missing, serve } from "../tests/browser/gamekeep.js";

if (missing) throw new Error(missing);
const ROUNDS = Number(process.argv[2] ?? 5);

/** A match of 2,000 plies: both Kings go to and fro. */
function longRecord() {
  const lines = [];
  const turn = (seat, home, away, moves) => {
    for (let n = 0; n < moves; n++) {
      lines.push(`${seat} K${n % 2 ? away : home}-${n % 2 ? home : away}`);
    }
    lines.push(`${seat} end`);
  };
  for (let n = 0; lines.length < 2000; n++) {
    if (n % 2) turn("R", "e9", "f9", 4);
    else turn("B", "c1", "b1", n === 0 ? 2 : 4);
  }
  const numbered = lines.slice(0, 2000).map((line, n) => `${n + 1} ${line}`);
  return `[Game "castle-danger"]\n[Blue "heron"]\n[Red "moss"]\n\n${numbered.join("\n")}\n`;
}

/** In the page: what happens after each of some events, in milliseconds. */
async function measured(page, kind, values) {
  return page.evaluate(async ([kind, values]) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const shown = () => Number(document.getElementById("replay").dataset.ply);
    const scrub = document.getElementById("scrub");
    const script = [], frames = [];
    let missed = 0;
    for (const value of values) {
      await frame();
      const before = performance.now();
      if (kind === "key") {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: value, bubbles: true }));
      } else {
        scrub.value = value;
        scrub.dispatchEvent(new Event("input", { bubbles: true }));
      }
      script.push(performance.now() - before);
      if (kind === "scrub" && scrub.dataset.by !== "time" && shown() !== Number(value)) missed += 1;
      await frame();
      await frame();
      frames.push(performance.now() - before);
    }
    return { script, frames, missed };
  }, [kind, values]);
}

const at = (list, share) => list.toSorted((a, b) => a - b)[Math.floor((list.length - 1) * share)];
function tell(name, { script, frames, missed, cpu }) {
  const ms = (n) => n.toFixed(2).padStart(7);
  console.log([name.padEnd(32), String(script.length).padStart(5), "script median",
    ms(at(script, 0.5)), "CPU", ms(cpu / script.length), "p95", ms(at(script, 0.95)), "most",
    ms(at(script, 1)), "frame median", ms(at(frames, 0.5)), "ms",
    missed ? `not at once: ${missed}` : ""].join(" "));
}

const server = await serve();
const browser = await launch();
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.address}/matches`);
  const links = await page.locator('a[href^="/m/"]').evaluateAll((list) =>
    [...new Set(list.map((one) => one.href))]);
  let siege = null;
  for (const link of links) {
    await page.goto(link);
    const size = await page.locator("#replay[data-timed]").count();
    const plies = Number(await page.getAttribute("#replay", "data-last"));
    if (!size || plies <= (siege?.plies ?? 0)) continue;
    siege = { link: link.replace(/(\/m\/\w+).*/, "$1"), plies };
  }
  console.log(`${browser.version()}, ${ROUNDS} rounds`);
  const load = async (address) => {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
  };
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const scriptMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
  };
  const rounds = async (name, address, kind, values) => {
    const all = { script: [], frames: [], missed: 0, cpu: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await load(address);
      const before = await scriptMs();
      const one = await measured(page, kind, values);
      all.cpu += await scriptMs() - before;
      all.script.push(...one.script);
      all.frames.push(...one.frames);
      all.missed += one.missed;
    }
    tell(name, all);
  };
  const on = Array(siege.plies).fill("ArrowRight");
  await rounds("largest board, a key a ply", `${siege.link}/0`, "key", on);
  await load(`${siege.link}/0`);
  const end = Number(await page.getAttribute("#scrub", "max"));
  const times = Array.from({ length: 200 }, (_, n) => String(Math.floor((end * n) / 200)));
  await rounds("largest board, scrubbed by time", `${siege.link}/0`, "scrub", times);

  const file = join(server.archive, "..", "long.gk");
  writeFileSync(file, longRecord());
  const [link] = server.run("import", file, "--verbose").match(/[0-9a-f]{64}/);
  const long = `${server.address}/m/${link}`;
  await rounds("2,000 plies, a key a ply", `${long}/0`, "key", Array(300).fill("ArrowRight"));
  const jumps = Array.from({ length: 100 }, (_, n) => (n % 2 ? "Home" : "End"));
  await rounds("2,000 plies, end and start", `${long}/0`, "key", jumps);
  const places = Array.from({ length: 400 }, (_, n) => String((n * 5) % 2001));
  await rounds("2,000 plies, scrubbed", `${long}/0`, "scrub", places);
} finally {
  await browser.close();
  server.stop();
}
