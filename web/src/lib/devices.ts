type Names = readonly (readonly [pattern: RegExp, name: string])[]

/**
 * The browsers that the page runs in, by what their User-Agent has. The first that fits counts: most of them also name the
 * one that they are made from, which comes after them.
 */
const BROWSERS: Names = [
  [/opr\/|opios/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet for Android'],
  [/whale/i, 'NAVER Whale Browser'],
  [/palemoon/i, 'Pale Moon'],
  [/heytapbrowser/i, 'HeyTap Browser'],
  [/vivobrowser/i, 'Vivo Browser'],
  [/mzbrowser/i, 'MZ Browser'],
  [/focus/i, 'Focus'],
  [/opt\/\d/i, 'Opera Touch'],
  [/yabrowser/i, 'Yandex Browser'],
  [/ucbrowser/i, 'UC Browser'],
  [/maxthon|mxios/i, 'Maxthon'],
  [/epiphany/i, 'Epiphany'],
  [/puffin/i, 'Puffin'],
  [/sleipnir/i, 'Sleipnir'],
  [/micromessenger/i, 'WeChat'],
  [/qqbrowserlite/i, 'QQ Browser Lite'],
  [/qqbrowser/i, 'QQ Browser'],
  [/edg([ea]|ios)?\//i, 'Microsoft Edge'],
  [/vivaldi/i, 'Vivaldi'],
  [/seamonkey/i, 'SeaMonkey'],
  [/sailfish/i, 'Sailfish'],
  [/silk/i, 'Amazon Silk'],
  [/web[o0]s/i, 'WebOS Browser'],
  [/tizen/i, 'Tizen'],
  [/librewolf/i, 'LibreWolf'],
  [/firefox|fxios/i, 'Firefox'],
  [/electron/i, 'Electron'],
  [/sogoumobilebrowser|metasr|se 2\.x/i, 'Sogou Browser'],
  [/miuibrowser/i, 'Miui'],
  [/ ddg\//i, 'DuckDuckGo'],
  [/chromium/i, 'Chromium'],
  [/ladybird/i, 'Ladybird'],
  [/chrome|crios/i, 'Chrome'],
  [/gsa\//i, 'Google Search'],
  [/safari|applewebkit/i, 'Safari'],
]

/** The systems, in the same way. */
const SYSTEMS: Names = [
  [/windows /i, 'Windows'],
  [/macintosh/i, 'macOS'],
  [/ipod|iphone|ipad/i, 'iOS'],
  [/openharmony/i, 'HarmonyOS'],
  [/android/i, 'Android'],
  [/web[o0]s/i, 'WebOS'],
  [/tizen/i, 'Tizen'],
  [/linux/i, 'Linux'],
  [/cros/i, 'Chrome OS'],
]

const firstOf = (names: Names, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** The browser and the system that a person knows by name, of a User-Agent; null for all other programs. */
export function deviceOf(userAgent: string): { browser: string; system: string } | null {
  const browser = firstOf(BROWSERS, userAgent)
  const system = firstOf(SYSTEMS, userAgent)
  return browser && system ? { browser, system } : null
}
