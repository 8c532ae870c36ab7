import { recall, remember } from './storage.ts'

const STORED = 'curia.typed-name'
const stored = recall(STORED)

let typed = $state(typeof stored === 'string' ? stored : '')

/**
 * The name that someone has typed who has none yet. Every field for it shows the same one, and it is kept on this device
 * until it is used: another screen, another language or a reload loses nothing.
 */
export const typedName = {
  get value(): string {
    return typed
  },
  set value(name: string) {
    typed = name
    remember(STORED, name === '' ? null : name)
  },
}
