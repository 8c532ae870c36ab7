import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { useLanguage } from './lib/i18n.svelte.ts'
import { applyPreferences, preferences } from './lib/preferences.svelte.ts'
import { renewPush } from './lib/push.svelte.ts'
import { currentRoute, followLinks } from './lib/router.svelte.ts'
import { installServiceWorker } from './lib/service-worker.ts'
import { prepareSounds } from './lib/sounds.ts'
import { loadMatchScreen } from './screens/load-match-screen.ts'
import { keepFocus } from './ui/keep-focus.ts'

/** After the lobby is shown, ms. */
const TABLE_AFTER_MS = 1_000

applyPreferences()
followLinks()
keepFocus()
prepareSounds()
const isMatch = currentRoute().screen === 'match'
if (isMatch) void loadMatchScreen()
await useLanguage(preferences.language)
const target = document.querySelector('#app')!
// What the document says as long as there is nothing else.
target.replaceChildren()
mount(App, { target })
installServiceWorker()
void renewPush().catch(() => undefined)
// Whoever is in the lobby is soon at a table.
if (!isMatch) setTimeout(() => void loadMatchScreen({ quiet: true }).catch(() => undefined), TABLE_AFTER_MS)
