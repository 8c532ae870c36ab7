import { describe, expect, it } from 'vitest'
import { entryText } from '../../src/live/redis/log.ts'
import { parseNews } from '../../src/live/redis/messages.ts'
import { OwnEntries } from '../../src/live/redis/own-entries.ts'
import { acting } from './contract/harness.ts'

const AT = 1763809015123

describe('a published entry', () => {
  const content = { actionId: 'an-action-id', body: acting('match', 1).body }
  const read = (text: string, own: OwnEntries): unknown => parseNews('match', `2 ${AT} - ${text}`, own)
  const entry = { match: 'match', type: 'entry', entry: { version: 2, at: AT, ...content } }

  it('is the same whether this node has sent it or another one', () => {
    const own = new OwnEntries()
    expect(read(entryText(content), own)).toEqual(entry)
    own.send('match', entryText(content), content)
    expect(read(entryText(content), own)).toEqual(entry)
    // It is known once.
    expect(own.take('match', entryText(content))).toBeUndefined()
  })

  it('is not taken for one that this node has sent, but that another one came before', () => {
    const own = new OwnEntries()
    const other = { ...content, actionId: 'another-action' }
    own.send('match', entryText(content), content)
    expect(read(entryText(other), own)).toMatchObject({ entry: other })
    expect(own.take('match', entryText(content))).toBe(content)
    own.send('match', entryText(content), content)
    own.forget('match')
    expect(own.take('match', entryText(content))).toBeUndefined()
  })
})
