// What people share of a match: stretches, moments of a clock, pictures, codes; and that the page
// follows its reader: marks, chart, notes, links.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { launch, missing, serve } from "./gamekeep.js";

const TIMED = `[Game "castle-danger"]
[Id "share-1"]
[Blue "heron"]
[Red "moss"]

1 B +W @4000
2 B Kc1-b1 @9000
3 B end @12000
4 R +C @61000
5 R Cd9-d8 @65000
6 R Cd8*d5 @90500
# note 2 "heron" "?! too far"
# note 6 "moss" "the end of it"
`;

let server, browser, link, siege;
const skip = missing || false;
before(async () => {
  if (missing) return;
  server = await serve("--open");
  browser = await launch();
  const file = join(server.archive, "..", "share.gk");
  writeFileSync(file, TIMED);
  link = server.run("import", file, "--verbose").match(/[0-9a-f]{64}/)[0].slice(0, 20);
  const page = await browser.newPage();
  for (const path of await matches(page)) {
    await page.goto(server.address + path);
    if (await page.locator("#replay[data-timed]").count()) siege = path.slice(3, 23);
    if (siege) break;
  }
  await page.close();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

async function matches(page) {
  await page.goto(`${server.address}/matches`);
  return page.locator('a[href^="/m/"]').evaluateAll((list) =>
    [...new Set(list.map((one) => new URL(one.href).pathname))]);
}

const open = async (page, path) => {
  await page.goto(`${server.address}/m/${path}`);
  await page.waitForLoadState("networkidle");
};
const at = (page, end) => page.waitForFunction((end) => location.pathname.endsWith(end), end);
const over = (page) => page.locator("#board .over").innerHTML();
/** The time of the first shot, and of what comes right after it. */
const firstShot = (page) => page.evaluate(() => {
  const list = [...document.querySelectorAll("#actions a[data-at]")];
  const n = list.findIndex((one) => one.textContent.startsWith("fire"));
  return { ply: Number(list[n].dataset.ply), ms: Number(list[n].dataset.at) };
});

test("links, codes, notes and the chart follow the reader", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${link}/1`);
  const pointer = () => page.locator("#chart .d-bn").getAttribute("d");
  const first = await pointer();
  await page.keyboard.press("ArrowRight");
  await at(page, "/2");
  assert.equal(await page.locator("#note-list .here").textContent(), "ply 2 ?! too far — heron");
  assert.equal(await pointer(), first, "the same turn");
  for (let n = 0; n < 3; n++) await page.keyboard.press("ArrowRight");
  await at(page, "/5");
  assert.notEqual(await pointer(), first);
  assert.equal(await page.locator("#note-list .here").count(), 0);
  const href = (id) => page.locator(`#${id}`).getAttribute("href");
  assert.equal(await href("picture-svg"), `/m/${link}/5.svg`);
  assert.equal(await href("picture-png"), `/m/${link}/5.png`);
  assert.equal(await href("this-ply"), `/m/${link}/5`);
  assert.match(await page.inputValue("#embed"), new RegExp(`/embed/${link}/5"`));
  assert.equal(await page.inputValue("#range-to"), "5");
  assert.equal(await page.locator("#qr").getAttribute("src"), `/m/${link}/5.qr.svg`);
  await page.goto(server.address + await href("this-ply"));
  assert.equal(await pointer(), await page.locator("#chart .d-bn").getAttribute("d"));
  // Next event by key: a note counts.
  await page.keyboard.press("Home");
  await page.keyboard.press("n");
  await at(page, "/2");
  await page.close();
});

test("the code and the embed are shown, and the code can be read", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${link}/3`);
  await page.click("summary:has-text('QR code')");
  await page.waitForFunction(() => document.getElementById("qr").naturalWidth > 100);
  await page.click("summary:has-text('Embed')");
  await page.click("[data-copy]");
  await page.waitForFunction(() =>
    /Copied|Ctrl/.test(document.querySelector("[data-copy]").textContent));
  await page.close();
});

test("the marks stand where the thumb of the bar stands", { skip }, async () => {
  for (const path of [link, siege]) {
    const page = await browser.newPage();
    await open(page, `${path}/0`);
    const fit = await page.evaluate(() => {
      const marks = document.querySelector(".scrub > .events").getBoundingClientRect();
      const bar = document.getElementById("scrub").getBoundingClientRect();
      return [marks.left - bar.left, bar.right - marks.right, bar.top - marks.bottom];
    });
    assert.deepEqual(fit.slice(0, 2), [8, 8], "half a thumb on both sides");
    assert.ok(fit[2] >= 0, "marks are over the bar, not under it");
    await page.close();
  }
});

test("a stretch is played alone, and again", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${link}/2-4`);
  await page.selectOption("#speed", "8");
  for (let round = 0; round < 2; round++) {
    await page.click("#play");
    await at(page, "/4");
    await page.waitForFunction(() => !document.querySelector("#play.on"));
    assert.equal(await page.inputValue("#go"), "4");
    assert.match(page.url(), /\?stretch=2-4$/);
  }
  await page.click("#whole");
  assert.equal(new URL(page.url()).search, "");
  await page.close();
});

test("a stretch by its form, without script", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await open(page, `${link}/5`);
  await page.fill("[name=from]", "1");
  await page.fill("[name=to]", "4");
  await page.click(".range button[value=page]");
  assert.equal(new URL(page.url()).pathname, `/m/${link}/1-4`);
  await page.click('[data-go="forward"]');
  assert.match(await page.locator(".notice").textContent(), /Plies 1 to 4/);
  await context.close();
});

test("a match on a clock is scrubbed by time, with shells in flight", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${siege}/0`);
  const shot = await firstShot(page);
  const ms = Math.ceil(shot.ms / 50) * 50 + 300;
  await page.locator("#scrub").fill(String(ms));
  await at(page, `/at/${ms}`);
  const balls = await page.locator("#board .ball").count();
  assert.ok(balls >= 1, "a ball is in the air");
  assert.equal(await page.inputValue("#go"), String(shot.ply));
  assert.match(await page.getAttribute("#scrub", "aria-valuetext"), /^\d+:\d\d\.\d{3}, ply \d+$/);
  assert.equal(await page.textContent("#this-ply"), "This moment");
  const place = (attribute) => page.locator("#board .ball").first().getAttribute(attribute);
  const [drawn, x, y] = [await over(page), await place("cx"), await place("cy")];
  // The server draws the same moment.
  await page.goto(`${server.address}/m/${siege}/at/${ms}`);
  const bare = (html) => html.replace(/<circle class="ball".*?<\/circle>/g, "");
  assert.equal(bare(await over(page)), bare(drawn));
  assert.ok(Math.abs(await place("cx") - x) < 1 && Math.abs(await place("cy") - y) < 1);
  // Back is the action before, forward the one after; a second on by its key.
  await page.waitForLoadState("networkidle");
  await page.keyboard.press(".");
  await at(page, `/at/${ms + 1000}`);
  await page.keyboard.press(",");
  await at(page, `/at/${ms}`);
  await page.keyboard.press("ArrowLeft");
  await at(page, `/${shot.ply}`);
  await page.keyboard.press("ArrowRight");
  await at(page, `/${shot.ply + 1}`);
  assert.equal(await page.locator("#board .ball").count(), 0);
  await page.close();
});

test("a match on a clock plays on it, and stops where it is", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${siege}/0`);
  const shot = await firstShot(page);
  await open(page, `${siege}/${shot.ply}`);
  await page.click("#play");
  await page.waitForSelector("#board .ball", { state: "attached" });
  await page.waitForTimeout(200);
  await page.click("#play");
  await page.waitForFunction(() => location.pathname.includes("/at/"));
  const ms = Number(new URL(page.url()).pathname.split("/").at(-1));
  assert.ok(ms > shot.ms && ms < shot.ms + 5000, `${ms} after ${shot.ms}`);
  assert.match(await page.inputValue("#time"), /^\d+:\d\d\.\d{3}$/);
  await page.close();
});

test("without spoilers the clock is told only up to what is known", { skip }, async () => {
  const get = async (rest) => (await fetch(`${server.address}/m/${siege}/states${rest}`)).json();
  const { plies } = await get("");
  const ply = plies.findIndex(([, , , , , after]) => after.length > 0);
  const here = await get(`?spoilers=off&from=${ply}`);
  assert.equal(here.plies.length, 1);
  assert.deepEqual(here.plies[0][5], [], "when the next action comes is not told");
  const next = await get(`?spoilers=off&from=${ply + 1}`);
  assert.deepEqual(next.before.map(([at]) => at), plies[ply][5].map(([at]) => at));
  const page = await browser.newPage();
  await open(page, `${siege}/${ply}?spoilers=off`);
  await page.click("#play");
  await page.waitForFunction((ply) => document.getElementById("go").value > ply, ply);
  await page.click("#play");
  await page.waitForFunction(() => !document.querySelector("#play.on"));
  await page.close();
});

test("an embed's link leads to the ply that is shown", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(`${server.address}/embed/${link}/2?theme=dark`);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("ArrowRight");
  await at(page, "/3");
  assert.equal(new URL(page.url()).search, "?theme=dark");
  assert.equal(await page.getAttribute("#this-ply", "href"), `/m/${link}/3`);
  assert.equal(await page.textContent("#this-ply"), "Open in Gamekeep");
  await page.close();
});

test("times without script: links and a form", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  // A match that begins in the middle of one: its clock does too.
  await open(page, `${siege}/at/413000`);
  await page.click('[data-step="1000"]');
  assert.match(page.url(), /\/at\/414000$/);
  await page.click('[data-step="-10000"]');
  assert.match(page.url(), /\/at\/410500$/);
  await page.fill("#time", "6:53.5");
  await page.press("#time", "Enter");
  assert.match(page.url(), /\/at\/413500$/);
  await context.close();
});

test("what is printed is the board, the words, the list and the address", { skip }, async () => {
  const page = await browser.newPage();
  await open(page, `${link}/5`);
  await page.emulateMedia({ media: "print" });
  for (const seen of ["#board", "#words", "#actions", ".address", "h1"]) {
    assert.ok(await page.locator(seen).first().isVisible(), seen);
  }
  for (const gone of [".controls", "#scrub", "#go", ".share .links", ".range", ".site-head",
    "#keys summary", ".try"]) {
    assert.equal(await page.locator(gone).first().isVisible(), false, gone);
  }
  assert.equal(await page.locator(".address").textContent(), `${server.address}/m/${link}/5`);
  await page.close();
});

test("no fault for axe, nor too wide at 320 px or 400 %, in every state", { skip }, async () => {
  const paths = [`${link}/2`, `${link}/2-4`, `${link}/3?spoilers=off`, `${siege}/at/30000`,
    `${siege}/5?spoilers=off`, `${siege}/9-20?flip=yes`];
  for (const colorScheme of ["light", "dark"]) {
    // 1,280 by 1,024 pixels at 400 % are 320 by 256.
    const viewport = { width: 320, height: 256 };
    const context = await browser.newContext({ colorScheme, viewport });
    const page = await context.newPage();
    for (const path of paths) {
      await open(page, path);
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${path}: ${width} px wide`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(told, [], `${path} in the ${colorScheme}`);
      const rows = await page.evaluate(() => new Set([...document.querySelectorAll(
        ".stage > .controls:not(.minor) > *")].map((one) => one.getBoundingClientRect().top)).size);
      assert.equal(rows, 1, `${path}: the controls are in one row`);
    }
    await context.close();
  }
});
