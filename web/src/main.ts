import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { useLanguage } from './lib/i18n.svelte.ts'
import { applyPreferences, preferences } from './lib/preferences.svelte.ts'
import { followLinks } from './lib/router.svelte.ts'
import { prepareSounds } from './lib/sounds.ts'
import { installServiceWorker } from './lib/service-worker.ts'
import { keepFocus } from './ui/keep-focus.ts'

applyPreferences()
followLinks()
keepFocus()
prepareSounds()
await useLanguage(preferences.language)
mount(App, { target: document.querySelector('#app')! })
installServiceWorker()
