import type { Evidence, Fault } from './evidence.ts'
import { saidIn } from './journals.ts'

/** The faults of the rooms, and how many lines were lost and repeated, as far as that is permitted. */
export interface ChatFindings {
  faults: Fault[]
  lost: number
  repeated: number
}

/** Compares what players said with the rooms: every acknowledged line is there once, and nothing that nobody said. */
export function checkChats({ journals, chats, promised }: Evidence): ChatFindings {
  const { mayLoseUntil, mayRepeat } = promised
  const faults: Fault[] = []
  let [lost, repeated] = [0, 0]
  const said = saidIn(journals)
  for (const match of new Set([...said.keys(), ...Object.keys(chats)])) {
    const fault = (text: string): void => void faults.push({ about: 'chat', of: match, text })
    const lines = chats[match] ?? []
    const told = said.get(match) ?? []
    const seen = new Set<string>()
    for (const { text } of lines) {
      if (!told.some((one) => one.text === text)) fault(`nobody said: ${text}`)
      if (seen.has(text) && mayRepeat) repeated += 1
      else if (seen.has(text)) fault(`this line is there twice: ${text}`)
      seen.add(text)
    }
    for (const { text, acknowledged } of told) {
      if (!acknowledged) continue
      if (lines.find(({ number }) => number === acknowledged.number)?.text === text) continue
      if (mayLoseUntil !== null && acknowledged.at <= mayLoseUntil) lost += 1
      else fault(`line ${acknowledged.number} was acknowledged, and is not in the room: ${text}`)
    }
  }
  return { faults, lost, repeated }
}
