import { describe, expect, it } from 'vitest'
import type { PlayerRef } from '../../src/protocol/index.ts'
import {
  GAME_KIND_IDS,
  gameKindOf,
  gameRecordSchema,
  houseBotLevel,
  originSchema,
  publicRecordSchema,
} from '../../src/protocol/index.ts'
import { foldable, foldRecord, publicRecord, verifyRecord } from '../../src/record/index.ts'
import { logHashes } from '../../src/record/links.ts'
import { logVectors } from '../support/log-vectors.ts'

const records = logVectors.map(({ record }) => record)
const bodies = records.flatMap(({ entries }) => entries.map(({ body }) => body))
const hosts = records.map(({ header }) => header.host.player)
const joiners = bodies.flatMap((body) => (body.type === 'join' ? [body.player] : []))

const whatIs = ({ id, bot }: PlayerRef): string =>
  houseBotLevel(id) !== undefined ? 'a bot of the server' : bot ? 'a bot account' : 'a person'
const PLAYERS = ['a bot account', 'a bot of the server', 'a person']

/** What there is of something, in order. */
const all = (values: Iterable<string>): string[] => [...new Set(values)].sort()

describe.each(logVectors)('a log with known hashes: $name', ({ record, hashes }) => {
  it('has these hashes, by which the server finds it whole', () => {
    expect(logHashes(record)).toEqual(hashes)
    expect(foldRecord(foldable(record)).logHash.value).toBe(hashes.at(-1))
    expect(verifyRecord(record, {}, hashes).filter(({ ok }) => !ok)).toEqual([])
  })

  it('is published as it is hashed', () => {
    expect(publicRecordSchema.parse(record)).toEqual(record)
    expect(publicRecord(foldable(record))).toEqual(record)
  })
})

describe('the logs with known hashes', () => {
  it('have every kind of entry', () => {
    const { options } = gameRecordSchema.shape.entries.element.shape.body
    expect(all(bodies.map(({ type }) => type))).toEqual(all(options.map(({ shape }) => shape.type.value)))
  })

  it('have every kind of game, and every way in which two players find each other', () => {
    expect(all(records.map(({ header }) => gameKindOf(header.options)))).toEqual(all(GAME_KIND_IDS))
    expect(all(records.flatMap(({ header: { origin } }) => origin ?? []))).toEqual(all(originSchema.options))
  })

  it('have every kind of player, on both sides of an invitation', () => {
    expect(all(hosts.map(whatIs))).toEqual(PLAYERS)
    expect(all(joiners.map(whatIs))).toEqual(PLAYERS)
  })

  it('have every field of a header, of an entry and of a player', () => {
    const { header, entries } = publicRecordSchema.shape
    const fieldsOf = (values: readonly object[]): string[] => all(values.flatMap(Object.keys))
    expect(fieldsOf(records.map((record) => record.header))).toEqual(all(Object.keys(header.shape)))
    expect(fieldsOf(records.flatMap((record) => record.entries))).toEqual(all(Object.keys(entries.element.shape)))
    const joins = bodies.filter(({ type }) => type === 'join')
    const [join] = gameRecordSchema.shape.entries.element.shape.body.options
    expect(fieldsOf(joins)).toEqual(all(Object.keys(join.shape)))
    expect(fieldsOf([...hosts, ...joiners])).toEqual(all(Object.keys(header.shape.host.shape.player.shape)))
  })
})
