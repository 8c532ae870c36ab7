import type { FastifyRequest } from 'fastify'
import type { Addresses } from '../limits/index.ts'
import type { App } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, by which limits count. Nothing else says where a request comes from. */
    readonly address: string
  }
}

/** Every request has the address of its client from now on. */
export function addAddresses(app: App, addresses: Addresses): void {
  app.decorateRequest('address', {
    getter(this: FastifyRequest) {
      return addresses.of(this.raw)
    },
  })
}
