import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drawIcon, ICONS } from './draw.ts'
import { encodePng } from './png.ts'

// Draws the icons of the installed page from its favicon: npm run icons

const PUBLIC = fileURLToPath(new URL('../../web/public/', import.meta.url))

const favicon = await readFile(`${PUBLIC}favicon.svg`, 'utf8')
for (const icon of ICONS) await writeFile(`${PUBLIC}${icon.name}.png`, encodePng(drawIcon(favicon, icon)))
