// What every end-to-end test starts from: a served site, a real Chromium, and a record of what went wrong in it.
//
// Chromium is started by hand and joined over its debugging port, so that a test can kill the whole browser in
// the middle of a write and start it again on the same profile. A test that ends while the page has logged an
// error, thrown, broken the content security policy or asked another origin for something fails, unless it
// allowed that with `allow`.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Whether the slow tier was asked for. Use it as `test(name, { skip: !slow }, …)`. */
export const slow = process.env.NAMESAKE_SLOW === "1";

/** Where outside test data lies, or undefined. */
export const dataFolder = [process.env.NAMESAKE_DATA, join(root, "..", "shared", "data")].find(
  (folder) => folder && existsSync(folder),
);

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  // The last lets a test load the extension from a folder.
  "--disable-features=Translate,OptimizationHints,MediaRouter,DisableLoadExtensionCommandLineSwitch",
  "--password-store=basic",
  "--force-color-profile=srgb",
  "--remote-debugging-port=0",
];

/**
 * The site's address: that of `cargo xtask test`, or of one server started here over what is in dist/.
 * @returns {Promise<string>}
 */
export function serve() {
  serving ??= process.env.NAMESAKE_URL ? Promise.resolve(process.env.NAMESAKE_URL) : startServer().then(({ url }) => url);
  return serving;
}

let serving;

/**
 * A server of this test's own, which it can stop, as a network that goes away. It ends with this process.
 * @returns {Promise<{url: string, stop: () => Promise<void>}>}
 */
export function startServer() {
  const own = process.env.NAMESAKE_XTASK;
  const [program, ...first] = own ? [own] : ["cargo", "xtask"];
  const server = startGroup(program, [...first, "serve", "--no-build", "--port", "0"], ["ignore", "pipe", "inherit"]);
  return new Promise((found, failed) => {
    let text = "";
    server.stdout.on("data", (chunk) => {
      text += chunk;
      const address = text.match(/http:\/\/127\.0\.0\.1:\d+\//);
      if (!address) return;
      // Neither the process nor its output keeps the tests from ending.
      server.unref();
      server.stdout.unref();
      found({ url: address[0], stop: () => endGroup(server) });
    });
    server.once("error", failed);
    server.once("exit", (code) => failed(new Error(`cargo xtask serve ended with code ${code} and named no address`)));
  });
}

/**
 * Runs a body with a browser on an empty profile and an open page, then fails on whatever the page complained of.
 * @param {(session: Session, page: import("playwright-core").Page) => Promise<void>} body
 * @param {{url?: string, args?: string[], path?: string, viewport?: {width: number, height: number}, colorScheme?: "light" | "dark",
 *   reducedMotion?: "reduce" | "no-preference"}} [options]
 */
export async function withBrowser(body, options = {}) {
  const session = new Session(options.url ?? (await serve()), options);
  try {
    await session.start();
    await body(session, await session.open(options.path ?? ""));
    session.assertQuiet();
  } catch (error) {
    await session.screenshot("failure").catch(() => {});
    // What the page said is often the reason.
    const said = [...session.problems, ...session.said.slice(-20)].join("\n");
    throw said ? new Error(`${error.message}\nMeanwhile in the page:\n${said}`, { cause: error }) : error;
  } finally {
    await session.end();
  }
}

/** One profile, and the browser that runs on it now. */
export class Session {
  /** What pages logged as errors, threw, broke or asked of other origins, in order. */
  problems = [];
  /** What pages logged below an error. */
  said = [];
  /** Every request that left a page: {url, method, type}. */
  requests = [];
  #allowed = [];
  #process;
  #browser;
  #context;

  constructor(url, options = {}) {
    this.url = url;
    this.options = options;
    this.profile = mkdtempSync(join(tmpdir(), "namesake-e2e-"));
  }

  /** The browser's process, the head of its group. */
  get browserPid() {
    return this.#process?.pid;
  }

  /** Playwright's context; all pages of the profile. */
  get context() {
    return this.#context;
  }

  /** Starts Chromium on the profile. */
  async start() {
    const portFile = join(this.profile, "DevToolsActivePort");
    rmSync(portFile, { force: true });
    for (const lock of ["SingletonLock", "SingletonSocket", "SingletonCookie"]) {
      rmSync(join(this.profile, lock), { force: true });
    }
    const args = [...FLAGS, `--user-data-dir=${this.profile}`, ...(this.options.args ?? []), "about:blank"];
    this.#process = startGroup(findChromium(), args, "ignore");
    const endpoint = await devtools(portFile, this.#process);
    this.#browser = await chromium.connectOverCDP(endpoint);
    this.#context = this.#browser.contexts()[0];
    this.#context.on("page", (page) => this.#watch(page));
    this.#context.on("serviceworker", (worker) => this.#watchRequests(worker));
    this.#context.on("request", (request) => this.#request(request));
  }

  /** Opens a page of the site; a path without a leading slash, with its query. */
  async open(path = "") {
    const page = await this.#context.newPage();
    const { viewport, colorScheme, reducedMotion } = this.options;
    await page.setViewportSize(viewport ?? { width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: colorScheme ?? "light", reducedMotion: reducedMotion ?? "reduce" });
    // CSP violations are also told to the page; the console says nothing of those in a worker.
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP: ${event.violatedDirective} blocked ${event.blockedURI || event.sample || "inline"}`);
      });
    });
    await page.goto(new URL(path, this.url).href);
    return page;
  }

  /** From now on complaints that match are expected. */
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  /** Kills every process of the browser at once, as a crash or a power cut would. */
  async kill() {
    const process = this.#process;
    this.#process = undefined;
    await endGroup(process);
    await this.#browser?.close().catch(() => {});
  }

  /** Kills the browser and starts it again on the same profile. */
  async crashAndRestart() {
    await this.kill();
    await this.start();
  }

  /** Fails if a page complained of something that was not allowed. */
  assertQuiet() {
    if (this.problems.length > 0) {
      throw new Error(`The page complained:\n${this.problems.join("\n")}`);
    }
  }

  /** Writes a picture of the newest page to $NAMESAKE_SCREENSHOTS, or nothing if that is not set. */
  async screenshot(name, page = this.#context?.pages().at(-1)) {
    const folder = process.env.NAMESAKE_SCREENSHOTS;
    if (!folder || !page) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }

  /** Ends the browser and deletes the profile. */
  async end() {
    if (this.#process) await this.kill();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #watch(page) {
    page.on("console", (message) => {
      const line = `console: ${message.text()} ${place(message.location())}`;
      if (message.type() === "error") this.#problem(line);
      else this.said.push(line);
    });
    page.on("pageerror", (error) => this.#problem(`error: ${error.stack ?? error.message}`));
    page.on("crash", () => this.#problem("the page crashed"));
    page.on("worker", (worker) => worker.on("console", (message) => {
      if (message.type() === "error") this.#problem(`worker console: ${message.text()}`);
    }));
  }

  #watchRequests(worker) {
    worker.on?.("request", (request) => this.#request(request));
  }

  #request(request) {
    const url = request.url();
    this.requests.push({ url, method: request.method(), type: request.resourceType() });
    if (!/^(data|blob|about|chrome-extension):/.test(url) && new URL(url).origin !== new URL(this.url).origin) {
      this.#problem(`request to another origin: ${url}`);
    }
  }

  #problem(text) {
    if (!this.#allowed.some((pattern) => text.match(pattern))) this.problems.push(text.trim());
  }
}

function place({ url, lineNumber } = {}) {
  return url ? `(${url}:${lineNumber})` : "";
}

/** The groups of processes that run now. */
const groups = new Set();
process.once("exit", () => groups.forEach(killGroup));
// The runner ends a file that takes too long with this signal.
process.once("SIGTERM", () => process.exit(1));

/** Starts a program as the head of a group of its own, so that all of its processes can be ended at once. */
function startGroup(program, args, stdio) {
  const started = spawn(program, args, { cwd: root, stdio, detached: true });
  groups.add(started);
  started.once("exit", () => groups.delete(started));
  return started;
}

/** Kills a group and waits until its head is gone. */
async function endGroup(head) {
  if (head.exitCode !== null || head.signalCode !== null) return;
  head.ref();
  const gone = new Promise((done) => head.once("exit", done));
  killGroup(head);
  await gone;
}

function killGroup({ pid }) {
  try {
    if (pid) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** The browser that `cargo xtask` found, or the first on the PATH. */
function findChromium() {
  if (process.env.NAMESAKE_CHROMIUM) return process.env.NAMESAKE_CHROMIUM;
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const places = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => places.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error("No Chromium on the PATH; set NAMESAKE_CHROMIUM or run `cargo xtask setup`");
  return found;
}

/** Waits until Chromium has written its debugging address into the profile. */
async function devtools(file, browser) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (browser.exitCode !== null) throw new Error(`Chromium ended with code ${browser.exitCode}`);
    const [port, path] = (await readFile(file, "utf8").catch(() => "")).split("\n");
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error("Chromium did not open its debugging port within 30 s");
}
