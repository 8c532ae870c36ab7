const TICK_MS = 200

/** The time, for what shows how it passes. */
class Ticker {
  now = $state(Date.now())

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.now = Date.now()
    }, TICK_MS)
  }
}

export const ticker = new Ticker()
