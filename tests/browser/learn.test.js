// Lessons: one is taken with clicks, one with the keyboard alone, one without script; what was done is
// remembered; a match is made a lesson.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { launch, missing, serve } from "./gamekeep.js";

let server, browser;
const skip = missing || false;
before(async () => {
  if (missing) return;
  server = await serve("--open");
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const learn = (path) => `${server.address}/games/castle-danger/learn${path}`;
const square = (page, name) => page.locator(`.squares [data-key="${name}"]`);
const done = (page) => page.waitForSelector("#swap[data-done]");

/** A piece and its target are clicked. */
async function click(page, from, to) {
  await square(page, from).click();
  await page.waitForSelector(`.sq-here[data-key="${from}"]`);
  await square(page, to).click();
}

/** The lesson about cannons from its first step to its last. */
async function take(page) {
  await page.goto(learn("/cannons/1"));
  assert.match(await page.locator("#words").textContent(), /Step forward to watch/);
  await page.click('[data-key="redo"]');
  await done(page);
  assert.match(await page.locator("#words").textContent(), /Of six moves one is left/);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/2$/);

  // A wrong try is explained and taken back, a refused one shows its rule.
  await click(page, "c3", "c8");
  await page.waitForSelector(".verdict.wrong");
  assert.match(await page.locator(".verdict").textContent(), /one square further on/);
  await page.click('[data-key="back"]');
  await page.waitForSelector("#legal");
  await page.fill("#try", "Cc3*c9");
  await page.click(".try button");
  await page.waitForSelector(".verdict.illegal");
  assert.match(await page.locator(".verdict").textContent(), /only five moves are left/);
  assert.match(await page.locator(".refused a").getAttribute("href"), /castle-danger#CD-3\.4$/);
  assert.match(await page.locator(".rule-text").textContent(), /can be no farther than you have moves left/);
  await page.click('[data-key="hint"]');
  await page.waitForSelector(".hints li");
  await click(page, "f4", "f8");
  await done(page);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/3$/);

  await click(page, "c4", "d4");
  await page.waitForSelector(".verdict.on");
  await click(page, "d4", "d8");
  await done(page);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/4$/);

  // Here the right answer is the action that the rules refuse.
  await page.click('.acts a:text-is("Cd3*d8")');
  await done(page);
  assert.match(await page.locator(".refused a").getAttribute("href"), /#CD-3\.5$/);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/5$/);
  await click(page, "d2", "d7");
  await done(page);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/6$/);
  await click(page, "f4", "f8");
  await page.waitForSelector(".verdict.on");
  await click(page, "b4", "b8");
  await done(page);
  await page.click('a[rel="next"]');
  await page.waitForURL(/cannons\/7$/);
  await done(page);
  await page.click('a[rel="next"]');
  await page.waitForURL(/learn\/(?!cannons)[a-z-]+\/1$/);
}

test("a lesson is taken with clicks, and remembered", { skip }, async () => {
  const page = await browser.newPage();
  await take(page);
  await page.goto(learn(""));
  const count = page.locator('[data-lesson="castle-danger/cannons"] .done-count');
  assert.match(await count.textContent(), /all done/);
  assert.equal(await page.locator(".steps a.done").count(), 7);
  await page.goto(learn("/cannons/3?line=Cc4-d4"));
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => location.search === "");
  await page.goBack();
  await page.close();
});

test("the same without script", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await take(page);
  await page.goto(learn(""));
  assert.equal(await page.locator(".done-count").count(), 0);
  assert.match(await page.locator("noscript").textContent(), /keep the address/);
  await context.close();
});

/** Tab until something is in focus; what cannot be reached fails. */
async function tabTo(page, found) {
  for (let n = 0; n < 120; n++) {
    if (await page.evaluate(found)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${found}`);
}

test("a lesson is taken with the keyboard alone", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(learn("/cannons/1"));
  await page.keyboard.press("ArrowRight");
  await done(page);
  await tabTo(page, () => document.activeElement.rel === "next");
  await page.keyboard.press("Enter");
  await page.waitForURL(/cannons\/2$/);
  await tabTo(page, () => document.activeElement.dataset?.key === "c3");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.sq-here[data-key="c3"]');
  await tabTo(page, () => document.activeElement.dataset?.key === "c8");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.wrong");
  const focused = () => page.evaluate(() => document.activeElement.dataset.key ?? "");
  await page.waitForFunction(() => document.activeElement.dataset.key === "back");
  assert.equal(await focused(), "back", "the way back is in focus");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#legal");
  await tabTo(page, () => document.activeElement.id === "try");
  await page.keyboard.type("Cf4*f8");
  await page.keyboard.press("Enter");
  await done(page);
  await page.waitForFunction(() => document.activeElement.rel === "next");
  await page.keyboard.press("Enter");
  await page.waitForURL(/cannons\/3$/);
  await tabTo(page, () => document.activeElement.textContent === "Cc4-d4");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.on");
  await page.waitForFunction(() => document.activeElement.matches(".groups"));
  await tabTo(page, () => document.activeElement.textContent === "Cd4*d8");
  await page.keyboard.press("Enter");
  await done(page);
  await page.close();
});

test("what the script puts in place is what the server sends", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(learn("/cannons/3"));
  await click(page, "c4", "d4");
  await page.waitForSelector(".verdict.on");
  const inner = () => page.locator("#swap").innerHTML();
  const put = [await inner(), await page.title()];
  await page.reload();
  assert.deepEqual([await inner(), await page.title()], put);
  await page.close();
});

test("a match is made a lesson", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.told().match(/http:\S+\/sign-in\S*/)[0]);
  await page.click("main button");
  await page.goto(`${server.address}/matches?game=castle-danger`);
  await page.locator('main a[href^="/m/"]').first().click();
  await page.click('a:text-is("Lesson")');
  await page.click('.controls a:text-is("Forward")');
  await page.fill("#text", "What comes *next*?");
  await page.check("input[value=find]");
  await page.click('button:text-is("Write")');
  await page.fill("#title", "How it went");
  await page.fill("#intro", "Two actions of a match.");
  await page.click('button:text-is("Publish")');
  assert.match(await page.locator(".teach-list").textContent(), /ply 1 to be found/);
  await page.click('a:text-is("Begin")');
  await page.click('[data-key="redo"]');
  await page.click('a[rel="next"]');
  assert.match(await page.locator(".task").textContent(), /What comes next\?/);
  for (let n = 0; n < 12 && await page.locator('[data-key="hint"]').count(); n++) {
    await page.click('[data-key="hint"]');
  }
  const answer = await page.locator(".hints code").first().textContent();
  await page.fill("#try", answer);
  await page.click(".try button");
  assert.equal(await page.locator("#swap[data-done]").count(), 1);
  await page.goto(learn(""));
  assert.match(await page.locator(".taught").textContent(), /How it went/);
  await context.close();
});

test("the pages fit, can be read by all, and keep their own policy", { skip }, async () => {
  const paths = [
    "", "/cannons/1", "/cannons/1?at=1", "/cannons/2", "/cannons/2?line=Cc3*c8&hints=3",
    "/cannons/2?try=Cc3*c9", "/cannons/2?from=c3", "/cannons/2?line=Cf4*f8", "/cannons/4",
    "/whole-match/2?at=12", "/puzzles/1",
  ].map((path) => `/games/castle-danger/learn${path}`);
  paths.push("/games/game-of-knights/learn", "/games/game-of-knights/learn/board/1");
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 700 } });
    const page = await context.newPage();
    const faults = [];
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(server.address) && !url.startsWith("data:")) faults.push(url);
    });
    for (const path of paths) {
      await page.goto(server.address + path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
      const axe = await new AxeBuilder({ page }).analyze();
      const found = axe.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      assert.deepEqual(found, [], `${path} in ${colorScheme}`);
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
});
