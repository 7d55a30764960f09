import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ configFile: false })],
  build: {
    // The gallery is for development and tests (`--mode gallery`) and is not shipped.
    outDir: mode === "gallery" ? "node_modules/.gallery" : "../src/ryumon/web",
    emptyOutDir: true,
    target: "es2023",
    rolldownOptions: { input: mode === "gallery" ? "gallery.html" : "index.html" },
  },
  server: {
    host: "127.0.0.1",
    // where `ryumon serve` listens while the app is written
    proxy: { "/api": { target: loadEnv(mode, ".", "RYUMON_").RYUMON_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
}));
