// Starts the built program over a new archive, and a browser to look at it.
import { spawn, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");
const program = process.env.GAMEKEEP_PROGRAM ?? join(root, "target/debug/gamekeep");
const browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
  .find((path) => existsSync(path));

/** Why no browser test can run here, or an empty text. */
export const missing = !browser
  ? "SKIPPED: no Chromium here; the pages were not tested in a browser"
  : !existsSync(program)
    ? `SKIPPED: ${program} is not built; run cargo build first`
    : "";
if (missing) console.error(`\n*** ${missing} ***\n`);
if (missing && process.env.CI) throw new Error(missing);

/** Serves a new archive; `stop()` ends it and removes it. */
export async function serve(...options) {
  const folder = mkdtempSync(join(tmpdir(), "gamekeep-"));
  const archive = join(folder, "archive.sqlite");
  const child = spawn(program,
    ["serve", "--listen", "127.0.0.1:0", "--archive", archive, ...options]);
  let told = "";
  const address = await new Promise((done, failed) => {
    child.stdout.on("data", (bytes) => {
      told += bytes;
      const found = told.match(/http:\/\/127\.0\.0\.1:\d+/);
      if (found) done(found[0]);
    });
    child.stderr.on("data", (bytes) => { told += bytes; });
    child.on("exit", () => failed(new Error(`serve ended: ${told}`)));
  });
  return {
    address,
    archive,
    told: () => told,
    run: (...args) => execFileSync(program, [...args, "--archive", archive], { encoding: "utf8" }),
    stop() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the browser. */
export function launch() {
  return chromium.launch({
    executablePath: browser,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}
