// A match comes in by paste and is stepped through: with keys, with links, without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, missing, serve } from "./gamekeep.js";

const RECORD = `[Gamekeep "1"]
[Game "castle-danger"]
[Rules "1"]
[Id "browser-1"]
[Blue "heron"]
[Red "moss <b>"]
[Event "A test"]
[Date "2026-11-30"]

1 B +W
2 B Kc1-b1
3 B end
4 R +C
5 R Cd9-d8
6 R Cd8*d5
`;

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

async function imported(page) {
  await page.goto(`${server.address}/import`);
  await page.fill("textarea[name=text]", RECORD);
  await page.click("button.main");
  const link = page.locator(".item a").first();
  await link.click();
  await page.waitForSelector("#board svg");
}

const plyOf = (page) => page.inputValue("#go");
const at = (page, ply) => page.waitForFunction(
  (ply) => document.getElementById("go").value === String(ply) &&
    location.pathname.endsWith(`/${ply}`), ply);
const board = (page) => page.locator("#board .over").innerHTML();
const words = (page) => page.locator("#words").textContent();

test("import by paste, then step with keys", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  assert.equal(await plyOf(page), "6");
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  assert.match(await words(page), /Blue adds a Wizard on d1/);
  for (const [key, ply] of [["ArrowDown", 4], ["ArrowUp", 1], ["n", 6], ["[", 4], ["End", 6],
    ["ArrowLeft", 5]]) {
    await page.keyboard.press(key);
    await at(page, ply);
  }
  for (const key of ["2", "Enter"]) await page.keyboard.press(key);
  await at(page, 2);
  await page.focus("#go");
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(100);
  assert.match(page.url(), /\/2$/, "keys in a field edit it");
  await page.close();
});

test("the script draws what the server draws, by every path", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  const base = page.url().replace(/(\/m\/\w+).*/, "$1");
  for (const flip of ["", "?flip=yes"]) {
    const drawn = [];
    for (let ply = 0; ply <= 6; ply++) {
      await page.goto(`${base}/${ply}${flip}`);
      drawn.push([await board(page), await words(page), await page.title()]);
    }
    await page.goto(`${base}/0${flip}`);
    const path = [1, 2, 3, 4, 5, 6, 5, 4, 3, 4];
    for (const [n, ply] of path.entries()) {
      await page.keyboard.press(ply > (path[n - 1] ?? 0) ? "ArrowRight" : "ArrowLeft");
      await at2(page, ply);
      assert.deepEqual([await board(page), await words(page), await page.title()], drawn[ply]);
    }
  }
  await page.close();
});
const at2 = (page, ply) => page.waitForFunction(
  (ply) => document.getElementById("go").value === String(ply), ply);

test("step with links; Back leads to the ply before", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  await page.click('#actions a[data-ply="2"]');
  await at(page, 2);
  await page.click('#actions a[data-ply="4"]');
  await at(page, 4);
  await page.goBack();
  await at(page, 2);
  assert.equal(await page.locator("#actions a[aria-current]").getAttribute("data-ply"), "2");
  await page.goForward();
  await at(page, 4);
  await page.close();
});

test("a deep link opens at its ply, and names are text", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  await page.goto(page.url().replace(/(\/m\/\w+).*/, "$1/3"));
  assert.equal(await plyOf(page), "3");
  assert.match(await page.title(), /heron – moss <b>, .*ply 3/);
  assert.equal(await page.locator("h1 b").count(), 0);
  await page.close();
});

test("everything works without script", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await imported(page);
  await page.click('[data-go="first"]');
  assert.equal(await plyOf(page), "0");
  await page.click('[data-go="forward"]');
  assert.equal(await plyOf(page), "1");
  assert.match(await words(page), /Blue adds a Wizard on d1/);
  await page.goBack();
  assert.equal(await plyOf(page), "0");
  await page.fill("#go", "5");
  await page.click(".go button");
  assert.match(page.url(), /\/5$/);
  await page.click('[data-go="flip"]');
  assert.match(page.url(), /flip=yes/);
  await context.close();
});

test("a download is what the archive exports", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  const link = page.url().match(/\/m\/(\w+)/)[1];
  const get = async (ending) => (await page.request.get(`${server.address}/m/${link}.${ending}`));
  assert.equal(await (await get("gk")).text(), server.run("export", link));
  assert.equal(await (await get("log")).text(), server.run("export", link, "--as", "log"));
  assert.equal(await (await get("json")).text(), server.run("export", link, "--as", "json"));
  assert.ok((await (await get("gk")).text()).startsWith(RECORD));
  await page.close();
});

test("a bad record is told with its place and rule, and nothing is stored", { skip }, async () => {
  const page = await browser.newPage();
  await page.goto(`${server.address}/import`);
  await page.fill("textarea[name=text]", RECORD.replace("browser-1", "browser-2")
    .replace("2 B Kc1-b1", "2 B Kc1-c9"));
  await page.click("button.main");
  const told = await page.locator("main").textContent();
  assert.match(told, /line 11, column 5, ply 2/);
  assert.match(told, /CD-3\.1/);
  assert.match(told, /0 stored/);
  await page.close();
});

test("no page asks for anything from elsewhere or breaks its own policy", { skip }, async () => {
  const page = await browser.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !url.startsWith("data:")) faults.push(url);
  });
  await imported(page);
  const paths = ["/", "/import", "/about", "/matches", "/games/castle-danger"];
  for (const path of paths) await page.goto(server.address + path);
  assert.deepEqual(faults, []);
  await page.close();
});
