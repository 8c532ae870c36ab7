import type { FastifyRequest } from 'fastify'
import type { ClientInfo } from '../players/index.ts'

const LONGEST_LABEL = 200

/** The client that sent a request. */
export const clientInfoOf = ({ address, headers }: FastifyRequest): ClientInfo => ({
  address,
  label: Array.from((headers['user-agent'] ?? '').replace(/\p{C}/gu, ''))
    .slice(0, LONGEST_LABEL)
    .join(''),
})
