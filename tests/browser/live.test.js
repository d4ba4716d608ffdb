// A match that is being recorded: who watches it sees each action as it comes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, missing, serve } from "./gamekeep.js";

const ACTIONS = ["+W", "Wd1-d2", "Kc1-b1", "end"];

let server, browser, token;
const skip = missing || false;
before(async () => {
  if (missing) return;
  server = await serve();
  token = server.run("token", "add", "table", "--role", "recorder").match(/gk_[0-9a-f]+/)[0];
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

async function post(path, body, headers = {}) {
  const answer = await fetch(`${server.address}/api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return answer.json();
}

const begin = (id) => post("/matches", {
  gamekeep: 1, game: "castle-danger", id, seats: { blue: "heron", red: "moss" }, actions: [],
});
const append = (head, by, action) => post(`/matches/${head}/actions`,
  { actions: [{ by, do: action }] }, { "if-match": `"${head}"` });

test("who stands at the last ply goes along, action by action, to the end", { skip }, async () => {
  let { head } = await begin("live-1");
  const page = await browser.newPage();
  await page.goto(`${server.address}/m/${head}`);
  for (const [n, action] of ACTIONS.entries()) {
    ({ head } = await append(head, "B", action));
    await page.waitForFunction((ply) => document.getElementById("go")?.value === ply, `${n + 1}`);
    assert.ok(page.url().includes(head), page.url());
  }
  await append(head, "R", "resign");
  await page.waitForFunction(() => document.getElementById("go")?.value === "5");
  assert.match(await page.textContent(".panel"), /blue wins/i);
  await page.close();
});

test("who stands elsewhere stays there, with a link to what is new", { skip }, async () => {
  let { head } = await begin("live-2");
  for (const action of ACTIONS.slice(0, 2)) ({ head } = await append(head, "B", action));
  const page = await browser.newPage();
  await page.goto(`${server.address}/m/${head}/1`);
  await page.waitForSelector("#newer");
  for (const action of ACTIONS.slice(2)) ({ head } = await append(head, "B", action));
  await page.waitForFunction(() => document.getElementById("newer").textContent.startsWith("2 "));
  assert.equal(await page.inputValue("#go"), "1");
  await page.click("#newer");
  await page.waitForFunction(() => document.getElementById("go")?.value === "4");
  await page.close();
});
