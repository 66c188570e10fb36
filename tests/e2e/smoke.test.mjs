// The optimised site starts: no complaint, no request to another origin, deep links included.

import assert from "node:assert/strict";
import { test } from "node:test";
import { withBrowser } from "./harness.mjs";

test("the app boots from an empty profile without a complaint", () =>
  withBrowser(async (session, page) => {
    // The start line goes when the app has drawn itself.
    await page.waitForFunction(() => !document.querySelector("#boot"));
    assert.match(await page.title(), /Namesake/);
    await session.screenshot("smoke");
    const modules = session.requests.map(({ url }) => new URL(url).pathname).filter((path) => path.endsWith(".wasm"));
    assert.ok(modules.includes("/app/namesake_app_bg.wasm"), `loaded ${modules}`);
  }));

test("a place inside the app opens by its address", () =>
  withBrowser(async (_session, page) => {
    await page.waitForFunction(() => !document.querySelector("#boot"));
  }, { path: "history" }));

test("a killed browser starts again on the same profile", () =>
  withBrowser(async (session, page) => {
    await page.evaluate(() => localStorage.setItem("kept", "yes"));
    await page.waitForFunction(() => !document.querySelector("#boot"));
    // Chromium writes local storage within seconds; the database of the app is another matter and has its own tests.
    await session.crashAndRestart();
    const again = await session.open();
    await again.waitForFunction(() => !document.querySelector("#boot"));
  }));
