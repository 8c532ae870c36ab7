import type { Evidence, Fault } from './evidence.ts'
import { saidIn } from './journals.ts'

/** Compares what players said with the rooms: every acknowledged line is there once, and nothing that nobody said. */
export function checkChats({ journals, chats, promised: { mayLoseUntil } }: Evidence): { faults: Fault[]; lost: number } {
  const faults: Fault[] = []
  let lost = 0
  const said = saidIn(journals)
  for (const match of new Set([...said.keys(), ...Object.keys(chats)])) {
    const fault = (text: string): void => void faults.push({ about: 'chat', of: match, text })
    const lines = chats[match] ?? []
    const told = said.get(match) ?? []
    const texts = new Map(lines.map((line) => [line.text, line]))
    if (texts.size < lines.length) fault('a line is there twice')
    for (const { text } of lines) {
      if (!told.some((one) => one.text === text)) fault(`nobody said: ${text}`)
    }
    for (const { text, acknowledged } of told) {
      if (!acknowledged || texts.get(text)?.number === acknowledged.number) continue
      if (mayLoseUntil !== null && acknowledged.at <= mayLoseUntil) lost += 1
      else fault(`line ${acknowledged.number} was acknowledged, and is not in the room: ${text}`)
    }
  }
  return { faults, lost }
}
