import type { Page } from 'playwright-core'

/**
 * The texts from right to left on a page, and in its title, that reorder what stands next to them: neither their
 * element nor signs isolate them. Each field must say its direction.
 */
export const unisolated = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const letters = /[\u0590-\u08ff]/
    const isolates = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement)
        if (/isolate|plaintext/.test(getComputedStyle(at).unicodeBidi)) return true
      return false
    }
    const faults: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode as Text
      const isWritten = parentElement?.closest('script, style') === null
      if (!isWritten || !letters.test(data) || data.includes('\u2068')) continue
      if (!isolates(parentElement)) faults.push(data.trim())
    }
    const named = document.querySelectorAll('[aria-label], [title], [placeholder]')
    for (const name of ['aria-label', 'title', 'placeholder']) {
      for (const element of named) {
        const text = element.getAttribute(name) ?? ''
        const isNameAlone = /^[\u0590-\u08ff]/.test(text)
        if (letters.test(text) && !text.includes('\u2068') && !isNameAlone) faults.push(`${name}: ${text}`)
      }
    }
    if (letters.test(document.title) && !document.title.includes('\u2068')) faults.push(`title: ${document.title}`)
    const fields = 'textarea:not([readonly]), input:not([type]):not([readonly])'
    for (const field of document.querySelectorAll<HTMLElement>(fields))
      if (field.dir === '') faults.push(`a field that does not say its direction: ${field.outerHTML}`)
    return faults
  })
