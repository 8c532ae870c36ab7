import { describe, expect, it } from 'vitest'
import { deviceOf } from '../../web/src/lib/devices.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`
const ANDROID = `Mozilla/5.0 (Linux; Android 15; SM-S918B) ${CHROME}`
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI}`
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI}`
const IPAD = `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${SAFARI}`

/** What browsers call themselves, and what people call them. */
const DEVICES = {
  [`${WINDOWS} Safari/537.36`]: 'Chrome, Windows',
  [`${WINDOWS} Safari/537.36 Edg/140.0.0.0`]: 'Microsoft Edge, Windows',
  [`${WINDOWS} Safari/537.36 OPR/121.0.0.0`]: 'Opera, Windows',
  [`${WINDOWS} Whale/4.33.325.17 Safari/537.36`]: 'NAVER Whale Browser, Windows',
  [`${WINDOWS} YaBrowser/25.8.0.0 Safari/537.36`]: 'Yandex Browser, Windows',
  [`${WINDOWS} Safari/537.36 SE 2.X MetaSr 1.0`]: 'Sogou Browser, Windows',
  [`${WINDOWS} QQBrowser/19.5.0 Safari/537.36`]: 'QQ Browser, Windows',
  [`${WINDOWS} QQBrowserLite/1.3.0 Safari/537.36`]: 'QQ Browser Lite, Windows',
  [`${WINDOWS} Electron/37.2.0 Safari/537.36`]: 'Electron, Windows',
  [`${WINDOWS} Maxthon/7.3.1 Safari/537.36`]: 'Maxthon, Windows',
  [`${LINUX} Safari/537.36 Vivaldi/7.5.3735.58`]: 'Vivaldi, Linux',
  [LINUX.replace('Chrome/', 'Ubuntu Chromium/140.0.0.0 Chrome/')]: 'Chromium, Linux',
  [LINUX.replace('X11; Linux x86_64', 'X11; CrOS x86_64 14541.0.0')]: 'Chrome, Chrome OS',
  [`${ANDROID} Mobile Safari/537.36`]: 'Chrome, Android',
  [`${ANDROID} Mobile Safari/537.36 EdgA/140.0.0.0`]: 'Microsoft Edge, Android',
  [`${ANDROID} Mobile Safari/537.36 OPT/4.5`]: 'Opera Touch, Android',
  [`${ANDROID} Mobile Safari/537.36 MicroMessenger/8.0.60`]: 'WeChat, Android',
  [ANDROID.replace('Chrome/', 'SamsungBrowser/28.0 Chrome/')]: 'Samsung Internet for Android, Android',
  [ANDROID.replace('Chrome/', 'Silk/138.2 like Chrome/')]: 'Amazon Silk, Android',
  [ANDROID.replace('Chrome/', 'UCBrowser/13.4 Chrome/')]: 'UC Browser, Android',
  [`${ANDROID} Mobile Safari/537.36 XiaoMi/MiuiBrowser/19.2`]: 'Miui, Android',
  [`${ANDROID} Mobile Safari/537.36 HeyTapBrowser/45.11`]: 'HeyTap Browser, Android',
  [`${ANDROID} VivoBrowser/23.6 Mobile Safari/537.36`]: 'Vivo Browser, Android',
  [ANDROID.replace('Linux; Android 15; SM-S918B', 'Linux; Tizen 8.0')]: 'Tizen, Tizen',
  [ANDROID.replace('Linux; Android 15; SM-S918B', 'Web0S; Linux/SmartTV')]: 'WebOS Browser, WebOS',
  [ANDROID.replace('Linux; Android 15; SM-S918B', 'Phone; OpenHarmony 5.0')]: 'Chrome, HarmonyOS',
  [`${MAC} Version/18.5 Safari/605.1.15`]: 'Safari, macOS',
  [`${MAC} Version/18.5 Safari/605.1.15 Ddg/18.5`]: 'DuckDuckGo, macOS',
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`]: 'Safari, iOS',
  [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`]: 'Chrome, iOS',
  [`${IPHONE} FxiOS/142.0 Mobile/15E148 Safari/605.1.15`]: 'Firefox, iOS',
  [`${IPHONE} Version/18.0 EdgiOS/140.0 Mobile/15E148 Safari/605.1.15`]: 'Microsoft Edge, iOS',
  [`${IPHONE} GSA/381.0 Mobile/15E148 Safari/604.1`]: 'Google Search, iOS',
  [`${IPAD} Focus/142.0 Mobile/15E148`]: 'Focus, iOS',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0': 'Firefox, Linux',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 LibreWolf/142.0 Firefox/142.0': 'LibreWolf, Linux',
  'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Goanna/6.8 Firefox/128.0 PaleMoon/33.8.2': 'Pale Moon, Windows',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15 Epiphany/605.1.15':
    'Epiphany, Linux',
}

describe('a device', () => {
  it.each(Object.entries(DEVICES))('is a browser on a system: %s', (userAgent, name) => {
    const [browser, system] = name.split(', ')
    expect(deviceOf(userAgent)).toEqual({ browser, system })
  })

  it('is unknown for what names itself otherwise, or not at all', () => {
    for (const userAgent of ['a-bot/1.0', 'node', '', 'Go-http-client/2.0', 'okhttp/4.12.0 (Android 15)'])
      expect(deviceOf(userAgent)).toBeNull()
  })
})
