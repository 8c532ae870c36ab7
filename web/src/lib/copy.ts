import { browser } from './browser.ts'

/** Copies a text, with a press of the person only. Returns whether the browser has let the page do it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (browser.clipboard) {
      await browser.clipboard.writeText(text)
      return true
    }
  } catch {
    // Perhaps the older way is allowed.
  }
  return copySelection(text)
}

/** Without a clipboard, as over plain HTTP, only what is selected can be copied: this selects the text for a moment. */
function copySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Nothing to type: a phone shows no keyboard.
  field.readOnly = true
  field.className = 'hidden'
  // While a sheet is open, nothing outside it can be focused.
  ;(focused?.closest('dialog') ?? document.body).append(field)
  field.focus({ preventScroll: true })
  field.setSelectionRange(0, text.length)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
