import { browser } from './browser.ts'

/** Whether this browser can show notifications at all: nowhere over plain HTTP. */
export const canNotify = (): boolean => isSecureContext && browser.notifications !== undefined

/** Asks the person whether the page may notify them. */
export async function askToNotify(): Promise<boolean> {
  return (await browser.notifications?.requestPermission()) === 'granted'
}

export const mayNotify = (): boolean => canNotify() && browser.notifications?.permission === 'granted'

/** Shows a notification that leads to an address of the page, if the person has allowed it. */
export async function notify(title: string, tag: string, address: string): Promise<void> {
  const { notifications: Shown, serviceWorker } = browser
  if (!Shown || !mayNotify()) return
  const options = { tag, icon: '/favicon.svg', data: address }
  try {
    new Shown(title, options)
  } catch {
    // Browsers of phones show them through the service worker alone.
    const registration = await serviceWorker?.getRegistration()
    await registration?.showNotification(title, options)
  }
}
