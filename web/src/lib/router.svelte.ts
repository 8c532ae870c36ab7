/** Where the page is: an address of its own for each screen, so that every one can be linked and reloaded. */
export type Route =
  /** `challenge`: the player whom a link names to be challenged. */
  | { screen: 'lobby'; challenge: { player: string; name: string } | undefined }
  | { screen: 'join'; code: string }
  | { screen: 'match'; id: string; code: string | undefined }
  | { screen: 'games' }
  | { screen: 'replay'; id: string }
  | { screen: 'fairness'; id: string }
  | { screen: 'profile'; id: string }
  | { screen: 'leaderboards'; kind: string | undefined }
  | { screen: 'watch' }
  | { screen: 'account' }
  | { screen: 'settings' }
  | { screen: 'learn'; lesson: number }
  | { screen: 'rules' }
  | { screen: 'missing' }

const ROUTES: readonly [RegExp, (found: RegExpExecArray, query: URLSearchParams) => Route][] = [
  [
    /^\/$/,
    (_, query) => {
      const [player, name] = [query.get('challenge'), query.get('name')]
      return { screen: 'lobby', challenge: player && name ? { player, name } : undefined }
    },
  ],
  [/^\/join\/([^/]+)$/, ([, code]) => ({ screen: 'join', code: code!.toUpperCase() })],
  [/^\/match\/([^/]+)$/, ([, id], query) => ({ screen: 'match', id: id!, code: query.get('code') ?? undefined })],
  [/^\/games$/, () => ({ screen: 'games' })],
  [/^\/games\/([^/]+)$/, ([, id]) => ({ screen: 'replay', id: id! })],
  [/^\/games\/([^/]+)\/fairness$/, ([, id]) => ({ screen: 'fairness', id: id! })],
  [/^\/players\/([^/]+)$/, ([, id]) => ({ screen: 'profile', id: id! })],
  [/^\/leaderboards(?:\/([^/]+))?$/, ([, kind]) => ({ screen: 'leaderboards', kind })],
  [/^\/watch$/, () => ({ screen: 'watch' })],
  [/^\/account$/, () => ({ screen: 'account' })],
  [/^\/learn(?:\/(\d{1,2}))?$/, ([, lesson]) => ({ screen: 'learn', lesson: Number(lesson ?? 1) })],
  [/^\/rules$/, () => ({ screen: 'rules' })],
  [/^\/settings$/, () => ({ screen: 'settings' })],
]

export function routeOf(path: string, search = ''): Route {
  for (const [pattern, make] of ROUTES) {
    const found = pattern.exec(path)
    if (found) return make(found, new URLSearchParams(search))
  }
  return { screen: 'missing' }
}

let path = $state(location.pathname)
let search = $state(location.search)
const route = $derived(routeOf(path, search))

export const currentRoute = (): Route => route
export const currentPath = (): string => path

/** Shows another screen. With `replace`, the one before cannot be gone back to. */
export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  arrive()
  scrollTo(0, 0)
}

function arrive(): void {
  path = location.pathname
  search = location.search
}

/** Links to screens change the screen without a load. */
export function followLinks(): void {
  addEventListener('popstate', arrive)
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || link.target !== '' || link.origin !== location.origin || routeOf(link.pathname).screen === 'missing')
      return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
}
