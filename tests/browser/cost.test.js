// What the replay page costs: bytes, requests, shifts of the layout; and that long matches keep up.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { launch, missing, serve } from "./gamekeep.js";

let server, browser;
const skip = missing || false;
before(async () => {
  if (missing) return;
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** A match of 2,000 plies: both Kings go to and fro. */
export function longRecord() {
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

async function matchLinks(page) {
  await page.goto(server.address);
  return page.locator(".cards a").evaluateAll((links) => links.map((link) => link.href));
}

test("at most 60 kB and 5 requests with everything, and nothing shifts", { skip }, async () => {
  const page = await browser.newPage();
  const links = await matchLinks(page);
  assert.ok(links.length > 0);
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0, requests = 0;
  session.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
  session.on("Network.requestWillBeSent", (event) => {
    if (!event.request.url.startsWith("data:")) requests += 1;
  });
  for (const link of links) {
    bytes = requests = 0;
    await page.goto(link);
    await page.waitForLoadState("networkidle");
    assert.ok(bytes <= 60_000, `${link}: ${bytes} bytes`);
    assert.ok(requests <= 5, `${link}: ${requests} requests`);
    const shift = await page.evaluate(() => new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) sum += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => done(sum), 100);
    }));
    assert.equal(shift, 0, `${link}: the layout shifts by ${shift}`);
    requests = 0;
    for (let n = 0; n < 5; n++) await page.keyboard.press("ArrowLeft");
    await page.waitForTimeout(50);
    assert.equal(requests, 0, `${link}: stepping asks for nothing`);
  }
  await page.close();
});

test("a match of 2,000 plies steps, jumps and scrubs", { skip }, async () => {
  const file = join(server.archive, "..", "long.gk");
  writeFileSync(file, longRecord());
  const told = server.run("import", file, "--verbose");
  const link = told.match(/[0-9a-f]{64}/)[0];
  const page = await browser.newPage();
  await page.goto(`${server.address}/m/${link}/0`);
  await page.waitForLoadState("networkidle");
  const at = (ply) => page.waitForFunction(
    (ply) => document.getElementById("go").value === String(ply), ply, { timeout: 5000 });
  await page.keyboard.press("End");
  await at(2000);
  await page.keyboard.press("ArrowLeft");
  await at(1999);
  for (const key of ["1", "0", "0", "1", "Enter"]) await page.keyboard.press(key);
  await at(1001);
  await page.locator("#scrub").fill("513");
  await at(513);
  const drawn = await page.locator("#board .over").innerHTML();
  await page.goto(`${server.address}/m/${link}/513`);
  assert.equal(await page.locator("#board .over").innerHTML(), drawn);
  await page.close();
});

// By the processor time of the page's own thread, since machines are busy; figures by
// benches/replay.mjs.
test("a step by key on the largest board costs little script", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(`${server.address}/matches`);
  const links = await page.locator('a[href^="/m/"]').evaluateAll((list) =>
    [...new Set(list.map((link) => link.href.replace(/(\/m\/\w+).*/, "$1")))]);
  let largest = { squares: 0 };
  for (const link of links) {
    const { sheet } = await (await fetch(`${link}/states`)).json();
    const squares = sheet.files * sheet.ranks;
    if (squares > largest.squares) largest = { link, squares };
  }
  await page.goto(`${largest.link}/0`);
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const scriptMs = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "ScriptDuration").value;
  };
  const before = await scriptMs();
  for (let n = 0; n < 50; n++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("go").value === "50");
  const step = (await scriptMs() - before) / 50;
  assert.ok(step <= 8, `${step.toFixed(2)} ms a step`);
  await page.close();
});

test("a match without spoilers tells nothing of what comes", { skip }, async () => {
  const page = await browser.newPage();
  const links = await matchLinks(page);
  for (const link of links.slice(0, 3)) {
    await page.goto(link);
    const last = Number(await page.inputValue("#go"));
    const final = await page.locator("#words").textContent();
    const ply = Math.floor(last / 2);
    const address = link.replace(/(\/m\/\w+).*/, `$1/${ply}?spoilers=off`);
    const whole = await (await page.request.get(address)).text();
    const source = whole.replace(/<svg[^]*?<\/svg>/g, "");
    assert.ok(!source.includes(final), "the last words");
    assert.ok(!source.includes("wins") && !source.includes("Result"), "the result");
    assert.ok(!new RegExp(`\\b${last}\\b`).test(source.replace(/[0-9a-f]{16,}|w3.org.2000/g, "")),
      `the length ${last}`);
    await page.goto(address);
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (ply) => document.getElementById("go").value === String(ply), ply + 1);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((ply) => document.getElementById("go").value === String(ply), ply);
  }
  await page.close();
});
