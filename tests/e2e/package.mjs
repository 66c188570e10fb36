// Pages of somebody else with the module in them (dist/package/), as tests of it need them: a server with and without a
// strict policy, and a blank page in which `use` (tests/package/use.js) opens memories.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { withBrowser } from "./harness.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..", "..");
const built = process.env.NAMESAKE_PACKAGE ?? join(root, "dist", "package");
const page = join(root, "tests", "package");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:; " +
  "require-trusted-types-for 'script'; trusted-types namesake test";
const POLICIES = {
  strict: STRICT,
  none: undefined,
  "no-worker": STRICT.replace("worker-src 'self'", "worker-src 'none'"),
};

/** `/POLICY/…` is the test page under that policy, with the package at `/POLICY/package/…`. */
const server = createServer(async (request, response) => {
  const [, policy, ...rest] = normalize(new URL(request.url, "http://x").pathname).split("/");
  const path = rest.join("/") || "index.html";
  const file = path.startsWith("package/") ? join(built, path.slice("package/".length)) : join(page, path);
  const headers = { "content-type": TYPES[extname(file)] ?? "text/plain", "cache-control": "no-store" };
  if (POLICIES[policy]) headers["content-security-policy"] = POLICIES[policy];
  try {
    response.writeHead(200, headers).end(await readFile(file));
  } catch {
    response.writeHead(404).end();
  }
});
/** The server's address, once it listens. */
export let base;
before(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  base = `http://127.0.0.1:${server.address().port}/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Runs a body on a blank page of the policy, in which `use` opens memories. */
export function onPage(policy, body) {
  return withBrowser(
    async (session, page) => {
      await page.waitForFunction(() => globalThis.use);
      await body(page, session);
    },
    { url: base, path: `${policy}/blank.html` },
  );
}
