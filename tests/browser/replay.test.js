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

const plyOf = (page) => page.locator("#where").textContent();
const board = (page) => page.locator("#board .over").innerHTML();

test("import by paste, then step with keys", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  assert.match(await plyOf(page), /ply 6 of 6/);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.getElementById("where").textContent.includes("ply 0"));
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.getElementById("where").textContent.includes("ply 1"));
  assert.match(page.url(), /\/1$/);
  assert.match(await page.locator("#words").textContent(), /Blue adds a Wizard on d1/);
  const stepped = await board(page);
  await page.reload();
  assert.equal(await board(page), stepped, "the script draws what the server draws");
  await page.close();
});

test("step with links; Back leads to the ply before", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  await page.click('#actions a[data-ply="2"]');
  await page.waitForFunction(() => location.pathname.endsWith("/2"));
  await page.click('#actions a[data-ply="4"]');
  await page.waitForFunction(() => location.pathname.endsWith("/4"));
  await page.goBack();
  await page.waitForFunction(() => location.pathname.endsWith("/2"));
  assert.match(await plyOf(page), /ply 2 of 6/);
  assert.equal(await page.locator("#actions a[aria-current]").getAttribute("data-ply"), "2");
  await page.goForward();
  await page.waitForFunction(() => location.pathname.endsWith("/4"));
  assert.match(await plyOf(page), /ply 4 of 6/);
  await page.close();
});

test("a deep link opens at its ply, and names are text", { skip }, async () => {
  const page = await browser.newPage();
  await imported(page);
  const deep = page.url().replace(/\/m\/(\w+).*/, "/m/$1/3");
  await page.goto(deep);
  assert.match(await plyOf(page), /ply 3 of 6/);
  assert.match(await page.title(), /heron – moss <b>, .*ply 3/);
  assert.equal(await page.locator("h1 b").count(), 0);
  await page.close();
});

test("everything works without script", { skip }, async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await imported(page);
  await page.click('[data-go="first"]');
  assert.match(await plyOf(page), /ply 0 of 6/);
  await page.click('[data-go="forward"]');
  assert.match(await plyOf(page), /ply 1 of 6/);
  await page.goBack();
  assert.match(await plyOf(page), /ply 0 of 6/);
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

test("no page asks for anything from elsewhere or breaks its own policy", { skip }, async () => {
  const page = await browser.newPage();
  const faults = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.address) && !url.startsWith("data:")) faults.push(url);
  });
  await imported(page);
  for (const path of ["/", "/import", "/about", "/matches"]) await page.goto(server.address + path);
  assert.deepEqual(faults.filter((fault) => !fault.includes("404")), []);
  await page.close();
});
