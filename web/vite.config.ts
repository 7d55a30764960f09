import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ configFile: false })],
  build: {
    outDir: "../src/ryumon/web",
    emptyOutDir: true,
    target: "es2023",
    // Only index.html: the gallery is for development and is not shipped.
    rolldownOptions: { input: "index.html" },
  },
  server: {
    host: "127.0.0.1",
    // where `ryumon serve` listens while the app is written
    proxy: { "/api": { target: loadEnv(mode, ".", "RYUMON_").RYUMON_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
}));
