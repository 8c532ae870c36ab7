import screens from './screens.json'

/** Where the page is: an address of its own for each screen, so that every one can be linked and reloaded. */
export type Route =
  /** `challenge`: the player whom a link names to be challenged. */
  | { screen: 'lobby'; challenge: { player: string; name: string } | undefined }
  | { screen: 'join'; code: string }
  | { screen: 'match'; id: string; code: string | undefined }
  | { screen: 'games' }
  | { screen: 'replay'; id: string }
  | { screen: 'fairness'; id: string }
  | { screen: 'daily'; kind: string | undefined }
  | { screen: 'deal'; id: string }
  | { screen: 'compare'; games: readonly string[] }
  | { screen: 'puzzles' }
  | { screen: 'tournaments' }
  | { screen: 'tournament'; id: string }
  | { screen: 'profile'; id: string }
  | { screen: 'leaderboards'; kind: string | undefined }
  | { screen: 'engines'; kind: string | undefined }
  | { screen: 'statistics'; kind: string | undefined }
  | { screen: 'watch' }
  | { screen: 'account' }
  | { screen: 'recovery' }
  | { screen: 'reset' }
  | { screen: 'console'; player: string | undefined }
  | { screen: 'settings' }
  | { screen: 'learn'; lesson: number }
  | { screen: 'rules' }
  | { screen: 'missing' }

type Params = Readonly<Record<string, string>>

/** What the parameters of an address, and its query, say to each screen. */
const ROUTES: Readonly<Record<string, (params: Params, query: URLSearchParams) => Route>> = {
  lobby(_, query) {
    const [player, name] = [query.get('challenge'), query.get('name')]
    return { screen: 'lobby', challenge: player && name ? { player, name } : undefined }
  },
  join: ({ code }) => ({ screen: 'join', code: code!.toUpperCase() }),
  match: ({ id }, query) => ({ screen: 'match', id: id!, code: query.get('code') ?? undefined }),
  games: () => ({ screen: 'games' }),
  replay: ({ id }) => ({ screen: 'replay', id: id! }),
  fairness: ({ id }) => ({ screen: 'fairness', id: id! }),
  daily: (_, query) => ({ screen: 'daily', kind: query.get('kind') ?? undefined }),
  deal: ({ id }) => ({ screen: 'deal', id: id! }),
  compare: (_, query) => ({ screen: 'compare', games: query.getAll('game') }),
  puzzles: () => ({ screen: 'puzzles' }),
  tournaments: () => ({ screen: 'tournaments' }),
  tournament: ({ id }) => ({ screen: 'tournament', id: id! }),
  profile: ({ id }) => ({ screen: 'profile', id: id! }),
  leaderboards: ({ kind }) => ({ screen: 'leaderboards', kind }),
  engines: ({ kind }) => ({ screen: 'engines', kind }),
  statistics: ({ kind }) => ({ screen: 'statistics', kind }),
  watch: () => ({ screen: 'watch' }),
  account: () => ({ screen: 'account' }),
  recovery: () => ({ screen: 'recovery' }),
  reset: () => ({ screen: 'reset' }),
  console: (_, query) => ({ screen: 'console', player: query.get('player') ?? undefined }),
  settings: () => ({ screen: 'settings' }),
  learn: ({ lesson = '1' }) => (/^\d{1,2}$/.test(lesson) ? { screen: 'learn', lesson: Number(lesson) } : MISSING),
  rules: () => ({ screen: 'rules' }),
} satisfies { [S in Exclude<Route['screen'], 'missing'>]: (params: Params, query: URLSearchParams) => Route }

const MISSING: Route = { screen: 'missing' }

/** The addresses of the page, which the server reads from the same list, by what they look like. */
const PATTERNS = Object.entries(screens).map(([path, { screen }]) => ({
  pattern: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  routeFrom: ROUTES[screen]!,
}))

export function routeOf(path: string, search = ''): Route {
  for (const { pattern, routeFrom } of PATTERNS) {
    const found = pattern.exec(path)
    if (found) return routeFrom(found.groups ?? {}, new URLSearchParams(search))
  }
  return MISSING
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
