import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defaultClientConditions, defineConfig } from 'vite'
import { languages } from './languages.ts'

/** Where a server runs for `npm run dev -w web`, which serves the page from its sources. */
const SERVER = process.env.CURIA_URL ?? 'http://localhost:3000'

/** Puts the list of screens where the server reads it, and serves it to nobody. */
const screens: Plugin = {
  name: 'screens',
  generateBundle() {
    const source = readFileSync(join(import.meta.dirname, 'src/lib/screens.json'), 'utf8')
    this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source })
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [languages(import.meta.dirname), screens, svelte()],
  // The client SDK from its sources, which need no build of their own.
  resolve: { conditions: ['curia-source', ...defaultClientConditions] },
  // The texts are read as a whole: an export for each key would only take room.
  json: { namedExports: false },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    cssCodeSplit: false,
    // Every browser that runs the page knows modulepreload; without this there would be a script in the document.
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // One file for what every screen needs, and one for all that a table needs in addition, instead of many small ones.
      output: {
        codeSplitting: {
          groups: [
            { name: 'table', test: /src.table./, priority: 1 },
            { name: 'core', test: /node_modules|src.(lib|ui|screens|learn)./, priority: 2, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/v1': SERVER, '/socket.io': { target: SERVER, ws: true } },
  },
})
