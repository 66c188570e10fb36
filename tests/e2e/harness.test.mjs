// The harness itself: what a page complains of fails a test, and the server sends what a real host must send.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serve, withBrowser } from "./harness.mjs";

const complaints = [
  ["a logged error", () => console.error("spilled"), /spilled/],
  ["a thrown error", () => void setTimeout(() => { throw new Error("burst"); }), /burst/],
  ["a rejected promise", () => void Promise.reject(new Error("dropped")), /dropped/],
  ["a request to another origin", () => fetch("https://elsewhere.invalid/").catch(() => {}), /CSP: connect-src/],
  ["an inline script", () => {
    const script = document.createElement("script");
    script.append("1");
    document.head.append(script);
  }, /TrustedScript|CSP/],
  ["markup from text", () => { document.body.innerHTML = "<iframe></iframe>"; }, /iframe/],
];

for (const [name, misbehave, expected] of complaints) {
  test(`${name} fails the test`, () =>
    assert.rejects(
      withBrowser(async (session, page) => {
        await page.evaluate(misbehave);
        // The browser tells of it when it has the time; a complaint that never comes fails the test below.
        for (let n = 0; n < 400 && !session.problems.some((said) => expected.test(said)); n += 1) {
          await page.waitForTimeout(25);
        }
      }),
      expected,
    ));
}

test("what a test allows does not fail it", () =>
  withBrowser(async (session, page) => {
    session.allow(/spilled/);
    await Promise.all([page.waitForEvent("console"), page.evaluate(() => console.error("spilled"))]);
  }));

test("the server sends the policy and the types, and nothing from outside the site", async () => {
  const site = await serve();
  const page = await fetch(new URL("some/place", site));
  assert.equal(page.status, 200);
  const policy = page.headers.get("content-security-policy");
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) {
    assert.ok(policy.includes(part), part);
  }
  assert.equal(page.headers.get("x-content-type-options"), "nosniff");
  const module = await fetch(new URL("app/namesake_app_bg.wasm", site), { method: "HEAD" });
  assert.equal(module.headers.get("content-type"), "application/wasm");
  assert.equal((await fetch(new URL("missing.js", site))).status, 404);
  assert.equal((await fetch(new URL("%2e%2e/Cargo.toml", site))).status, 404);
  assert.equal((await fetch(site, { method: "POST" })).status, 405);
});
