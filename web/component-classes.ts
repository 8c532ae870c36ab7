import { readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { CompileOptions } from 'svelte/compiler'

/**
 * The class that the styles of a component are for: the place of the component among all of them, after an underscore, with
 * which no other class begins. The name that Svelte makes is four times as long, in every rule and every element. A component
 * that is new while Vite serves the sources has no place, and gets a longer name. `root`: the folder of the page.
 */
export function componentClasses(root: string): NonNullable<CompileOptions['cssHash']> {
  const sources = join(root, 'src')
  const components = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.svelte'))
    .sort()
  return ({ filename, hash }) => {
    const place = components.indexOf(relative(sources, resolve(filename)))
    return `_${place < 0 ? hash(filename) : place.toString(36)}`
  }
}
