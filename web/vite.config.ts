// How the page is built: straight into the Python package, which serves it.
import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    outDir: "../src/turnstone/server/static",
    emptyOutDir: true, // it lies outside web/, where Vite would only warn
    target: "es2022",
    // Data addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside a running `turnstone serve`.
    proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true, changeOrigin: true } },
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    testTimeout: 30_000, // a busy machine is no failure
    environment: "node", // a file that needs a document says `@vitest-environment happy-dom`
  },
});
