const TICK_MS = 200

/** Says that time passes, to what shows how it does: whatever reads `ticks` is computed again with each of them. */
class Ticker {
  ticks = $state(0)

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.ticks += 1
    }, TICK_MS)
  }
}

export const ticker = new Ticker()
