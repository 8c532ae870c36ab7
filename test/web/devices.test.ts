import { describe, expect, it } from 'vitest'
import { deviceOf } from '../../web/src/lib/devices.ts'

describe('a device', () => {
  it('is a browser on a system', () => {
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0'
    expect(deviceOf(edge)).toEqual({ browser: 'Microsoft Edge', system: 'Windows' })
    expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0')).toEqual({
      browser: 'Firefox',
      system: 'Linux',
    })
  })

  it('is unknown for what names itself otherwise, or not at all', () => {
    for (const userAgent of ['a-bot/1.0', 'node', '']) expect(deviceOf(userAgent)).toBeNull()
  })
})
