import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(html|js|css|svg|json|map|webmanifest)$/

/**
 * Writes a brotli and a gzip copy next to each file that gains by it. Returns the size that each file has over the wire, by
 * its path in the folder, without files of hidden folders.
 */
export async function compressAll(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path)
    if (!entry.isFile() || name.startsWith('.')) continue
    const content = await readFile(path)
    sizes.set(name, content.length)
    if (!COMPRESSIBLE.test(name)) continue
    const [small, fair] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
      promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    ])
    if (small.length >= content.length || fair.length >= content.length) continue
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, fair)])
    sizes.set(name, small.length)
  }
  return sizes
}
