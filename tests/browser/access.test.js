// Every kind of page: no accessibility fault that axe knows, no sideways scrolling at 320 px, real
// links, visible focus, in the light and in the dark, with script and without.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
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

/** The address of one page of each kind. */
async function pages() {
  const page = await browser.newPage();
  await page.goto(server.address);
  const links = await page.locator(".cards a").evaluateAll((list) =>
    list.map((link) => new URL(link.href).pathname));
  const games = await page.locator('a[href^="/games/"]').evaluateAll((list) =>
    [...new Set(list.map((link) => new URL(link.href).pathname))]);
  await page.close();
  return [
    "/", "/import", "/import/elsewhere", "/about", "/matches", "/matches?player=nobody", "/nowhere", ...games,
    ...links.slice(0, 4).flatMap((link) => [link, `${link}/0`, `${link}/3?spoilers=off`]),
    `/embed/${links[0].slice(3)}`,
  ];
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing in the ${colorScheme}`, { skip }, async () => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    for (const path of await pages()) {
      await page.goto(server.address + path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`);
      assert.deepEqual(told, [], path);
    }
    await context.close();
  });
}

test("no page scrolls sideways at 320 px", { skip }, async () => {
  for (const javaScriptEnabled of [true, false]) {
    const viewport = { width: 320, height: 640 };
    const context = await browser.newContext({ viewport, javaScriptEnabled });
    const page = await context.newPage();
    for (const path of await pages()) {
      await page.goto(server.address + path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${path}: ${width} px wide`);
    }
    await context.close();
  }
});

test("everything on a replay is reached by keyboard, with visible focus", { skip }, async () => {
  const page = await browser.newPage();
  const link = (await pages()).find((path) => path.startsWith("/m/"));
  await page.goto(`${server.address}${link}/2`);
  const reached = new Set();
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab");
    const told = await page.evaluate(() => {
      const at = document.activeElement;
      const style = getComputedStyle(at);
      return [at.id || at.dataset.go || at.textContent.trim().slice(0, 20), style.outlineStyle];
    });
    if (told[0] !== "") assert.notEqual(told[1], "none", `${told[0]} shows no focus`);
    reached.add(told[0]);
  }
  for (const control of ["first", "back", "play", "forward", "last", "go", "speed", "actions"]) {
    assert.ok(reached.has(control), `${control} is not reached: ${[...reached]}`);
  }
  await page.close();
});

test("a step is announced once, and the board is described in words", { skip }, async () => {
  const page = await browser.newPage();
  const link = (await pages()).find((path) => path.startsWith("/m/"));
  await page.goto(`${server.address}${link}/1`);
  assert.equal(await page.locator("#words").getAttribute("aria-live"), "polite");
  const description = await page.locator("#board svg desc").textContent();
  assert.ok(description.length > 20, description);
  await page.close();
});
