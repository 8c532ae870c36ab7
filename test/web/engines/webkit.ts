import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, Capabilities } from 'selenium-webdriver'
import { endWithUs } from '../../support/child.ts'
import { freePort } from '../../support/free-port.ts'
import type { EnginePage } from './engine.ts'

const DRIVER = process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver'
/** How often it is asked whether the driver is there, ms. */
const POLL_MS = 100
const BROWSER = process.env.WEBKIT ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** Opens WebKitGTK, which is driven by its own WebDriver, on a screen that nobody sees. */
export async function openWebKit(): Promise<EnginePage> {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['--auto-servernum', DRIVER, `--port=${port}`], { stdio: 'ignore', detached: true })
  endWithUs(driver)
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/status`).catch(() => null))) await pause(POLL_MS)
  const options = { binary: BROWSER, args: ['--automation'] }
  const wanted = new Capabilities().setBrowserName('MiniBrowser').set('webkitgtk:browserOptions', options)
  const session = await new Builder().usingServer(url).withCapabilities(wanted).build()
  const capabilities = await session.getCapabilities()
  return {
    name: `WebKitGTK ${capabilities.getBrowserVersion() ?? ''}`,
    goto: (url) => session.get(url),
    evaluate: (run, argument) => session.executeScript(`return (${String(run)})(arguments[0])`, argument),
    async close() {
      await session.quit()
      await end(driver)
    },
  }
}

/** Ends a program and those that it started. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGTERM')
  await ended
}
