import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { setModerator } from '../../src/moderation/index.ts'
import { nameKey } from '../../src/players/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { DELETED_NAME, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { repeats } from '../support/drawn.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Answer, Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'
import { disguised } from '../support/look-alikes.ts'

let places: Places
let database: Database
let http: Http
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
})
afterAll(async () => {
  await database.close()
  await places.end()
})
beforeEach(async () => {
  http = await openHttp({}, database)
})
afterEach(() => http.close())

interface Issued {
  player: PlayerRef
  token: string
}

let names = 0
/** A name like which no other one looks. */
const newName = (): string => `Kestrel ${String((names += 1)).replace(/\d/g, (digit) => 'befghkpqxz'[Number(digit)]!)}`
const askGuest = (name: string) => http.nobody.post<Issued>('/v1/players', { name })
const guest = async (name = newName()): Promise<Caller> => {
  const { player, token } = (await askGuest(name)).body
  return new Caller(http.app, player, token)
}
const claim = async (name: string) =>
  (await guest()).post<Issued>('/v1/players/me/account', { name, password: PASSWORD })
async function account(name: string): Promise<Caller> {
  const answer = await claim(name)
  expect(answer.statusCode, JSON.stringify(answer.body)).toBe(201)
  return new Caller(http.app, answer.body.player, answer.body.token)
}
const createBot = (owner: Caller, name: string) => owner.post<Issued>('/v1/players/me/bots', { name })
const appoint = (name: string, is = true) => setModerator(database, nameKey(name), is, 'for a test')
/** A moderator, and how they rename a player. */
async function moderator(name = newName()) {
  const caller = await account(name)
  await appoint(name)
  const rename = (player: string, to: string) =>
    caller.post('/v1/moderation/measures', { type: 'rename', player, name: to, why: 'for a test' })
  return { caller, rename }
}
/** What each place that takes a name answers to one. */
async function answersTo(name: string) {
  const [owner, renamed] = [await account(newName()), await account(newName())]
  const { rename } = await moderator()
  const answers = [
    await askGuest(name),
    await claim(name),
    await createBot(owner, name),
    await rename(renamed.id, name),
  ]
  return answers.map(codeIn)
}
const REFUSED: [number, string] = [409, 'name-taken']
/** The status of an answer, and the code of an error. */
const codeIn = (answer: Answer<unknown>): [number, string] =>
  answer.statusCode < 400 ? [answer.statusCode, ''] : codeOf(answer)
const REFUSED_EVERYWHERE = [REFUSED, REFUSED, REFUSED, REFUSED]

describe('a name that looks like that of a house bot', () => {
  it.each([
    ['with a Cyrillic letter', 'Сlub bot'],
    ['with Cyrillic capitals', 'CLUB ВОТ'],
    ['with a Greek letter', 'Club bοt'],
    ['with an Armenian letter', 'Club bօt'],
    ['with a Coptic letter', 'CLUⲂ BOT'],
    ['with a capital I for an l', 'CIub bot'],
    ['with a figure for an l, and one for an o', 'c1ub b0t'],
    ['with two letters for an m', 'rnaster bot'],
    ['with a letter for two', 'Mastег bot'],
    ['of a deleted player', 'Dеleted player'],
  ])('is refused %s', async (_what, name) => {
    expect(codeIn(await askGuest(name))).toEqual(REFUSED)
  })

  it('is refused wherever a name is taken', async () => {
    expect(await answersTo('Nоvice bot')).toEqual(REFUSED_EVERYWHERE)
  })

  it('is refused with any of its letters in disguise, in any case', async () => {
    const protectedNames = [DELETED_NAME, ...Object.values(HOUSE_BOTS).map(({ name }) => name)]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...protectedNames).chain(disguised), async (name) => {
        expect(codeIn(await askGuest(name)), name).toEqual(REFUSED)
      }),
      { numRuns: repeats(300) },
    )
  })

  it('is refused while the database does not answer', async () => {
    const alone = await openHttp()
    try {
      expect(codeIn(await alone.nobody.post('/v1/players', { name: 'Сlub bot' }))).toEqual(REFUSED)
    } finally {
      await alone.close()
    }
  })
})

describe('a name that looks like that of a bot account', () => {
  it('is refused wherever a name is taken, and free when the bot is deleted', async () => {
    const owner = await account(newName())
    const { player } = (await createBot(owner, 'Deep Ada')).body
    expect(await answersTo('Dееp Аda')).toEqual(REFUSED_EVERYWHERE)
    await owner.send({ method: 'DELETE', url: `/v1/players/me/bots/${player.id}` })
    expect((await askGuest('Dееp Аda')).statusCode).toBe(201)
  })

  it('is refused after the bot was renamed, and the name before is free', async () => {
    const { player } = (await createBot(await account(newName()), 'Vera')).body
    const { rename } = await moderator()
    expect((await rename(player.id, 'Otto')).statusCode).toBe(201)
    expect(codeIn(await askGuest('0tt0'))).toEqual(REFUSED)
    expect((await askGuest('Vеrа')).statusCode).toBe(201)
  })
})

describe('a name that looks like that of a moderator', () => {
  it('is refused wherever a name is taken, as long as they have the role', async () => {
    await account('Simone')
    expect((await askGuest('Ѕіmоnе')).statusCode).toBe(201)
    await appoint('Simone')
    expect(await answersTo('Ѕіmоnе')).toEqual(REFUSED_EVERYWHERE)
    await appoint('Simone', false)
    expect((await askGuest('Ѕіmоnе')).statusCode).toBe(201)
  })

  it('is refused with any of its letters in disguise, in any case', async () => {
    await moderator('Eve Marlow')
    await fc.assert(
      fc.asyncProperty(disguised('Eve Marlow'), async (name) => {
        expect(codeIn(await askGuest(name)), name).toEqual(REFUSED)
      }),
    )
  })

  it('is refused in the alphabet of the moderator', async () => {
    await moderator('Тамара')
    await moderator('Ιωάννα')
    for (const name of ['Taмaрa', 'тaмapa', 'TAMAPA', 'Ιωάvvα', 'IΩΆNNA'])
      expect(codeIn(await askGuest(name)), name).toEqual(REFUSED)
    expect((await askGuest('Тамарка')).statusCode).toBe(201)
  })

  it('stays with a player who has it already, also when that player becomes a moderator', async () => {
    const [token, [own, other]] = [(await askGuest('Ро')).body.token, [await account('Po'), await account('Рo')]]
    await appoint('Po')
    const me = await new Caller(http.app, own, token).get<{ player: PlayerRef }>('/v1/players/me')
    expect(me.body.player.name).toBe('Ро')
    expect((await http.nobody.post('/v1/sessions', { name: 'Рo', password: PASSWORD })).statusCode).toBe(201)
    await appoint('Рo')
    expect((await other.get('/v1/moderation/reports')).statusCode).toBe(200)
    await appoint('Рo', false)
    expect(codeIn(await askGuest('Pо'))).toEqual(REFUSED)
  })

  it('is refused although the moderator and the bot are older than the keys of looks', async () => {
    await moderator('Jonas')
    await createBot(await account(newName()), 'Ruby')
    await database.write((db) => db.account.updateMany({ data: { lookKey: null, capitalsKey: null } }))
    const later = await openHttp({}, database)
    try {
      for (const name of ['Jоnas', 'Rubу'])
        expect(codeIn(await later.nobody.post('/v1/players', { name })), name).toEqual(REFUSED)
    } finally {
      await later.close()
    }
  })
})

describe('a name that looks like no protected name', () => {
  it.each([
    'Клуб',
    'Мастер',
    'Новичок бот',
    'Αθηνά',
    'Νίκος',
    'שלום',
    'محمد',
    '李清照',
    '한글',
    'मनीष',
    '👩‍🚀 Ada',
    'Club',
    'Bot',
    'Club bat',
    'Clubs bot',
    'Master Bob',
    'Novi bot',
    'Robot',
    'Lee',
    '1001',
  ])('is accepted: %s', async (name) => {
    const answer = await askGuest(name)
    expect([answer.statusCode, answer.body.player.name]).toEqual([201, name.normalize('NFKC')])
  })

  it('is accepted although it looks like that of an account, which is no bot and no moderator', async () => {
    await account('Amélie')
    expect((await askGuest('Аmélie')).statusCode).toBe(201)
    await account('Аmélie')
  })

  it('is accepted if it has a letter that is confusable with none of a protected name', async () => {
    await moderator('Ellen')
    const letters = fc.constantFrom(...'дфжщъыэюяблцгγδζθλξπσφψωäöüß漢字かなकখ')
    const accepted = fc.array(letters, { minLength: 1, maxLength: 20 }).map((some) => some.join(''))
    await fc.assert(
      fc.asyncProperty(accepted, async (name) => {
        for (const taken of [name, `${name} bot`, `Ellen ${name}`]) {
          expect((await askGuest(taken)).statusCode, taken).toBe(201)
        }
      }),
      { numRuns: repeats(60) },
    )
  })
})
