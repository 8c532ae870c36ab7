import { Curia } from '../../../client/src/index.ts'
import { playOn } from '../../../scripts/demo/play.ts'

// A client with the SDK, which plays a match against a bot to its end.

const curia = new Curia({ url: process.argv[2]! })
await curia.guest({ name: 'Ada' })
await playOn(await curia.create({ opponent: { bot: 'novice' } }))
curia.close()
