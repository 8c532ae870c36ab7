/**
 * What screen readers are told: two polite regions that take turns, since the same text twice in one region is said
 * once, and one
 * that interrupts.
 */
class Announcer {
  polite = $state<[string, string]>(['', ''])
  urgent = $state('')
  #turn: 0 | 1 = 0

  say(text: string): void {
    if (text === '') return
    const other = this.#turn === 0 ? 1 : 0
    this.polite[other] = text
    this.polite[this.#turn] = ''
    this.#turn = other
  }

  interrupt(text: string): void {
    // A change of white space is a change: the same alert can be due twice.
    this.urgent = this.urgent === text ? `${text} ` : text
  }
}

export const announcer = new Announcer()
