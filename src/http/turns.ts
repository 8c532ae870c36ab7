import type { App, Parts } from './parts.ts'

/**
 * Requests take turns with the messages of the sockets; when there is too much to do, they are refused. The routes for
 * operators, which have no rate limit either, are always answered.
 */
export function takeTurns(app: App, { work, rate }: Pick<Parts, 'work' | 'rate'>): void {
  app.addHook('preHandler', async (request) => {
    const { forMachines, weigh } = request.routeOptions.config
    if (forMachines) return
    if (!request.identity) return work.turnOfAddress(request.address)
    const { id } = request.identity.player
    await rate.spend(id, weigh?.(request) ?? 1)
    await work.turn(id)
  })
}
