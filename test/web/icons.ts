import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launch } from './support/browser.ts'

// Draws the icons of the installed page from its favicon: npm run icons

const PUBLIC = fileURLToPath(new URL('../../web/public/', import.meta.url))
/** How much of a maskable icon a system may cut away on each side. */
const MASK = 0.1
const ICONS = [
  ['icon-192', 192, 0],
  ['icon-512', 512, 0],
  ['icon-maskable-512', 512, MASK],
] as const

const svg = await readFile(`${PUBLIC}favicon.svg`, 'utf8')
const browser = await launch()
try {
  for (const [name, size, margin] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const inner = Math.round(size * (1 - 2 * margin))
    // The ground of a maskable icon reaches its edges.
    const ground = margin > 0 ? '#A24A00' : 'transparent'
    await page.setContent(
      `<style>body { display: grid; place-items: center; height: 100vh; margin: 0; background: ${ground} }
      svg { width: ${inner}px; height: ${inner}px }</style>${svg}`,
    )
    await writeFile(`${PUBLIC}${name}.png`, await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
