// The import page: files go up and the report comes, with script in the place of the form and without
// script as a page of its own; the whole report can be downloaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
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

const record = (id) => `[Game castle-danger]\n[Id ${id}]\n\n1 B +W\n`;
const bad = "[Game castle-danger]\n\n1 B +W\n2 R +W\n";
const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  test(`files come in and are told of, ${how}`, { skip }, async () => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    const faults = [];
    page.on("console", (said) => { if (said.type() === "error") faults.push(said.text()); });
    page.on("pageerror", (error) => faults.push(error.message));
    await page.goto(`${server.address}/import`);
    await page.setInputFiles("#file", [file("a.gk", record(how.replace(" ", "-"))), file("b.gk", bad)]);
    await page.click("form[data-upload] button");
    await page.waitForSelector("h1:text('Imported in part')");
    const text = await page.textContent("main");
    assert.match(text, /2 read: 1 stored, 0 known already, 1 refused/);
    assert.match(text, /b\.gk, record 1: not stored/);
    assert.equal(new URL(page.url()).pathname, "/import");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.click("a[download]"),
    ]);
    const lines = readFileSync(await download.path(), "utf8").trim().split("\n").map(JSON.parse);
    assert.deepEqual(lines.map((line) => line.good), [true, false, undefined]);
    // Answers that tell of bad records are no faults of the page.
    assert.deepEqual(faults.filter((fault) => !fault.includes("status of 4")), []);
    await page.close();
  });
}
