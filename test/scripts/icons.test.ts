import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import { drawIcon, ICONS } from '../../scripts/icons/draw.ts'
import type { Picture } from '../../scripts/icons/png.ts'
import { encodePng } from '../../scripts/icons/png.ts'

const inPublic = (name: string): Buffer => readFileSync(new URL(`../../web/public/${name}`, import.meta.url))

/** What a program sees that reads a PNG: Resvg draws it onto a picture of the same size. */
function seen(png: Buffer, { width, height }: Pick<Picture, 'width' | 'height'>): Picture {
  const image = `<image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`
  return { width, height, pixels: new Resvg(svg).render().pixels }
}

const opaque = (red: number, green: number, blue: number): number[] => [red, green, blue, 255]

describe('a PNG of a picture', () => {
  it('has every pixel of it', () => {
    const pixels = Array.from({ length: 256 }, (_, at) => opaque(at, 255 - at, (at * 7) % 256))
    const picture = { width: 32, height: 8, pixels: Uint8Array.from(pixels.flat()) }
    expect([...seen(encodePng(picture), picture).pixels]).toEqual([...picture.pixels])
  })

  it('is not made of more than 256 colours', () => {
    const pixels = Array.from({ length: 257 }, (_, at) => opaque(at % 256, Math.floor(at / 256), 0))
    expect(() => encodePng({ width: 257, height: 1, pixels: Uint8Array.from(pixels.flat()) })).toThrow('257 colours')
  })
})

describe('the icons of the page', () => {
  it.each(ICONS)('are drawn from its favicon: if not, npm run icons ($name)', (icon) => {
    const drawn = drawIcon(inPublic('favicon.svg').toString(), icon)
    expect([drawn.width, drawn.height]).toEqual([icon.size, icon.size])
    // What is seen, as another version of zlib writes other bytes.
    const [stored, now] = [inPublic(`${icon.name}.png`), encodePng(drawn)].map((png) =>
      Buffer.from(seen(png, drawn).pixels),
    )
    expect(stored!.equals(now!)).toBe(true)
  })

  it.each(ICONS)('have no edge that a system may not cut away ($name)', (icon) => {
    const { pixels } = drawIcon(inPublic('favicon.svg').toString(), icon)
    expect(pixels[3]).toBe(icon.margin > 0 ? 255 : 0)
  })
})
