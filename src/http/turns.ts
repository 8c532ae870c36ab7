import type { App, Parts } from './parts.ts'

/**
 * Requests take turns with the messages of the sockets; when there is too much to do, they are refused. The routes for
 * operators, which have no rate limit either, are always answered.
 */
export function takeTurns(app: App, work: Parts['work']): void {
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.config.rateLimit === false) return
    if (request.identity) await work.turn(request.identity.player.id)
    else await work.turnOfAddress(request.address)
  })
}
