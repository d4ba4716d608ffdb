// Signing in with the link and with a token, what is refused, signing out; with and without script.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import AxeBuilder from "@axe-core/playwright";
import { launch, missing, serve } from "./gamekeep.js";

const record = (id) => `[Game "castle-danger"]\n[Id "${id}"]\n\n1 B +W\n2 B Kc1-b1\n3 B end\n`;

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

const heading = (page) => page.textContent("h1");

/** A token made on the command line, while the archive is served. */
function token(role, name) {
  const made = server.run("token", "add", name, "--role", role, "--json");
  return JSON.parse(made);
}

async function signIn(page, { token }, next = "") {
  await page.goto(`${server.address}/sign-in${next}`);
  await page.fill("#token", token);
  await page.click("button.main");
}

async function paste(page, text) {
  await page.fill("textarea[name=text]", text);
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST");
  await page.click("button.main");
  return (await answered).status();
}

test("with the link, once, by its button", { skip }, async () => {
  const link = server.told().match(/http\S+\/sign-in\?key=\S+/)?.[0];
  assert.ok(link, server.told());
  for (let n = 0; n < 10; n++) assert.equal((await fetch(link)).status, 200);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(link);
  await page.click("button.main");
  assert.equal(await heading(page), "Signed in as keeper");
  const shown = (await page.textContent("pre.token")).trim();
  assert.match(shown, /^gk_[0-9a-f]{64}$/);
  await page.goto(`${server.address}/import`);
  assert.equal(await page.locator(".denied").count(), 0);
  assert.equal(await paste(page, record("keeper-1")), 200);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "gamekeep");
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, "Lax"]);
  await context.close();

  // It is used up; the token that was shown goes on working.
  const other = await browser.newContext();
  const later = await other.newPage();
  assert.equal((await later.goto(link)).status(), 410);
  assert.match(await later.textContent("[role=alert]"), /used already/);
  await signIn(later, { token: shown });
  assert.match(await later.textContent("main"), /the token “keeper”, as a keeper/);
  await other.close();
});

test("with a token, back to where one came from, and out again", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.address}/import`);
  assert.ok(await page.isDisabled("button.main"));
  await page.click(".denied a");
  await page.fill("#token", token("recorder", "club <b>").token);
  await page.click("button.main");
  assert.equal(new URL(page.url()).pathname, "/import");
  assert.equal(await paste(page, record("recorder-1")), 200);

  await page.goto(`${server.address}/sign-in`);
  assert.match(await page.textContent("main"), /the token “club <b>”, as a recorder, until \d{4}-/);
  await page.click("text=Sign out");
  await page.goto(`${server.address}/import`);
  assert.ok(await page.isDisabled("button.main"));
  await context.close();
});

test("a token that is revoked while one is signed in", { skip }, async () => {
  const made = token("recorder", "short");
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, made, "?next=/import");
  server.run("token", "revoke", String(made.id));
  assert.equal(await paste(page, record("revoked-1")), 401);
  assert.match(await page.textContent("main"), /not signed in any more/);
  await page.click("main a");
  assert.equal(await heading(page), "Sign in");
  await signIn(page, made);
  assert.match(await page.textContent("[role=alert]"), /revoked/);
  await context.close();
});

test("a reader may not import, and a form of another session is too old", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, token("reader", "guest"), "?next=/import");
  assert.match(await page.textContent(".denied"), /reader's token does not let you import/);
  await page.$eval("button.main", (button) => { button.disabled = false; });
  assert.equal(await paste(page, record("reader-1")), 403);

  const recorder = token("recorder", "two tabs");
  await signIn(page, recorder, "?next=/import");
  const other = await context.newPage();
  await signIn(other, recorder, "?next=/import");
  assert.equal(await paste(page, record("tabs-1")), 403);
  assert.match(await page.textContent("main"), /too old/);
  await page.goBack();
  assert.match(await page.inputValue("#text"), /tabs-1/, "what was typed is still there");
  await page.goto(`${server.address}/import`);
  assert.equal(await paste(page, record("tabs-1")), 200);
  await context.close();
});

test("a page of another site cannot send a form in", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, token("recorder", "victim"));
  const before = server.run("export", "--as", "json").split("\n").length;
  await context.route("http://evil.example/", (route) => route.fulfill({
    contentType: "text/html",
    body: `<form method=post enctype=multipart/form-data action="${server.address}/import">` +
      `<textarea name=text>${record("forged-1")}</textarea><button>Win</button></form>`,
  }));
  await page.goto("http://evil.example/");
  const answered = page.waitForResponse((answer) => answer.url().endsWith("/import"));
  await page.click("button");
  assert.ok([401, 403].includes((await answered).status()));
  assert.equal(server.run("export", "--as", "json").split("\n").length, before);
  await context.close();
});

test("the pages can be read by everybody", { skip }, async () => {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    for (const path of ["/sign-in", "/import", "/sign-in?key=gk_0"]) {
      await page.goto(server.address + path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes[0].html]), [], path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 320, `${path} is ${wide} px wide`);
    }
    await context.close();
  }
});
