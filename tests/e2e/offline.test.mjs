// Once its files are kept, the app opens without a server; a newer build is noticed and waits to be asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer, withBrowser } from "./harness.mjs";

test("the app opens again after its server has gone, by any address", async () => {
  const server = await startServer();
  await withBrowser(
    async (session, page) => {
      await page.waitForFunction(() => globalThis.namesakeBoot?.offline === true);
      await server.stop();
      await assert.rejects(fetch(server.url), "the server is gone");
      // The files come from the service worker now; what it cannot fetch it may say.
      session.allow(/ERR_CONNECTION_REFUSED|not kept for offline use/);
      for (const path of ["", "inbox"]) {
        const again = await session.open(path);
        await again.waitForFunction(() => !document.querySelector("#boot"));
      }
    },
    { url: server.url },
  );
});
